// npm run bench -- NAME [--save]: runs one measurement, NAME being a file of bench/. --save puts its table into
// bench/README.md.
import { join } from 'node:path';
import { runScript, SetupError } from './prepare.mjs';
import { runFile } from './run.mjs';

/** The options of each measurement besides `--save`. */
const known = {
  questions: {
    shown: ' [--million | --tickets=N]',
    takes: (argument) => argument === '--million' || /^--tickets=[1-9]\d*$/.test(argument),
  },
  columns: {
    shown: ' [--tickets=N]',
    takes: (argument) => /^--tickets=[1-9]\d*$/.test(argument),
  },
  deliveries: { shown: '', takes: () => false },
  cold: { shown: ' [N]', takes: (argument) => /^[1-9]\d*$/.test(argument) },
  upload: { shown: ' [MiB]', takes: (argument) => /^[1-9]\d*$/.test(argument) },
};

const help = `Measures the product against a direct implementation of the same task, and prints a table.

  npm run bench -- NAME [--save]

${Object.entries(known)
  .map(([name, { shown }]) => `  ${name}${shown}`)
  .join('\n')}

--save writes the table to bench/README.md. Example: npm run bench -- upload 256
`;

const [name, ...rest] = process.argv.slice(2);

await runScript(() => {
  if (process.argv.includes('--help')) return void process.stdout.write(help);
  if (!Object.hasOwn(known, name ?? '')) {
    const names = Object.keys(known).join(', ');
    throw new SetupError(
      `npm run bench -- NAME: NAME must be one of ${names}, got ${name ? `"${name}"` : 'nothing'}.`,
      2,
    );
  }
  const unknown = rest.find((argument) => argument !== '--save' && !known[name].takes(argument));
  if (unknown !== undefined) {
    throw new SetupError(
      `${name} has no option "${unknown}". Use npm run bench -- ${name}${known[name].shown} [--save].`,
      2,
    );
  }
  return runFile(join('bench', `${name}.ts`), rest);
});
