// npm start: sets up packages, pages, engines, api, worker and the demo workspace, from a fresh clone.
import { buildPages } from './build-pages.mjs';
import { runScript } from './prepare.mjs';
import { becomeFile } from './run.mjs';
import { answerArguments } from './start-help.mjs';

await runScript(async () => {
  const answer = answerArguments(process.argv.slice(2));
  if (answer !== undefined) {
    (answer.exitCode === 0 ? process.stdout : process.stderr).write(answer.text);
    return answer.exitCode;
  }
  const pages = process.env.TALLYHOOK_PAGES || (await buildPages());
  return becomeFile('packages/local/src/main.ts', [], { TALLYHOOK_PAGES: pages });
});
