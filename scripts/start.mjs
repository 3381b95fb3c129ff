// npm start: packages, pages, engines, api, worker and the demo workspace, from an empty clone.
import { buildPages } from './build-pages.mjs';
import { runScript } from './prepare.mjs';
import { runFile } from './run.mjs';

await runScript(async () => {
  const pages = process.env.TALLYHOOK_PAGES || (await buildPages());
  return runFile('packages/local/src/main.ts', process.argv.slice(2), { TALLYHOOK_PAGES: pages });
});
