// npm run bench -- NAME [--save]: one measurement; --save keeps its table in bench/README.md. NAME is a file of bench/.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root, runScript, SetupError } from './prepare.mjs';
import { runFile } from './run.mjs';

const [name, ...rest] = process.argv.slice(2);
const known = ['questions', 'deliveries', 'upload'];

await runScript(() => {
  const file = join('bench', `${name}.ts`);
  if (!known.includes(name) || !existsSync(join(root, file))) {
    throw new SetupError(
      `npm run bench -- NAME: NAME is one of ${known.join(', ')}; ${name ? `"${name}"` : 'none'} was given.`,
    );
  }
  return runFile(file, rest);
});
