// npm start: packages, engines, api, worker and the demo workspace, from an empty clone.
import { runScript } from './prepare.mjs';
import { runFile } from './run.mjs';

await runScript(() => runFile('packages/local/src/main.ts', process.argv.slice(2)));
