import { statSync, writeFileSync } from 'node:fs';
import { type Command, InvalidArgumentError } from 'commander';
import { nearest, Problem } from '@tallyhook/schemas';
import type { Settings } from '../settings.ts';
import { checkFolder, type CheckedFolder } from './check-folder.ts';
import { junitXml } from './junit.ts';
import { hasPassed, testFolder, type TestedFolder } from './test-folder.ts';
import { stopAsked } from './stop-asked.ts';
import { reaches, testJson, testText } from './test-report.ts';
import { watchFolders } from './watch-folders.ts';

interface TestOptions {
  coverage?: boolean;
  min?: number;
  watch?: boolean;
  junit?: string;
  json?: boolean;
}

interface Chosen {
  folders: string[];
  patterns: string[];
}

/** `test`: runs fixtures without the network. Exit 0 all passed, 1 something failed, 2 not understood. */
export function registerTest(program: Command, settings: Settings): void {
  const verb: Command = program
    .command('test')
    .argument('[folder|pattern...]', 'folders of connectors (default: the current one), and parts of names of fixtures')
    .description('run the fixtures of connectors: strictly as recorded, and without the network')
    .option('--coverage', 'show what no fixture tests')
    .option('--min <percent>', 'fail where less is tested', readPercent)
    .option('--watch', 'run again whenever a file changes, until Ctrl-C')
    .option('--junit <file>', 'also write the outcome as XML for build servers')
    .option('--json', 'print the outcome as JSON')
    .addHelpText('after', '\nExample:\n  $ tallyhook test packages/connectors/github issue --coverage --min 80')
    .action(async (args: string[], options: TestOptions) => {
      const chosen = choose(args);
      const misspelt = chosen.folders.find((folder) => !isFolder(folder));
      if (misspelt !== undefined) verb.error(`error: there is no folder "${misspelt}"`, { exitCode: 2 });
      if (options.watch === true) await runOnChange(settings, chosen, options);
      else if (!(await runOnce(settings, chosen, options))) process.exitCode = 1;
    });
}

/** What is a folder is one, and so is what is written like a path; everything else is a part of a name. */
function choose(args: readonly string[]): Chosen {
  const isPath = (text: string): boolean => isFolder(text) || /[/\\]|^\.+$/.test(text);
  const folders = args.filter(isPath);
  return {
    folders: folders.length === 0 ? ['.'] : folders,
    patterns: args.filter((text) => !isPath(text)),
  };
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

async function runOnce(settings: Settings, { folders, patterns }: Chosen, options: TestOptions): Promise<boolean> {
  const { min } = options;
  const report = { coverage: options.coverage === true || min !== undefined, ...(min === undefined ? {} : { min }) };
  const checked = folders.flatMap((folder) => checkFolder(folder) ?? []);
  refuseVainPatterns(checked, patterns);
  const tested: TestedFolder[] = [];
  for (const folder of checked) tested.push(await testFolder(folder, patterns));
  if (options.junit !== undefined) writeJunit(options.junit, tested);
  const text =
    options.json === true
      ? JSON.stringify(testJson(tested, report), null, 2)
      : tested.map((entry) => testText(entry, report)).join('\n');
  settings.output.write(`${text}\n`);
  return tested.every((entry) => hasPassed(entry) && reaches(entry, min));
}

function refuseVainPatterns(checked: readonly CheckedFolder[], patterns: readonly string[]): void {
  const names = checked.flatMap(({ fixtures }) => fixtures.map(({ name }) => name));
  const vain = patterns.find((pattern) => !names.some((name) => name.includes(pattern)));
  if (vain === undefined || checked.every(({ package: released }) => released === undefined)) return;
  const near = nearest(vain, names);
  const advice = near === undefined ? `There are ${names.join(', ') || 'none'}.` : `Did you mean "${near}"?`;
  throw new Problem('invalid_input', `No fixture has "${vain}" in its name, and there is no such folder. ${advice}`);
}

function writeJunit(file: string, tested: readonly TestedFolder[]): void {
  try {
    writeFileSync(file, junitXml(tested));
  } catch (error) {
    throw new Problem('invalid_input', `"${file}" cannot be written (${(error as NodeJS.ErrnoException).code}).`);
  }
}

/** Runs now and after each change, until somebody stops it. What is refused now may be right after the next change. */
async function runOnChange(settings: Settings, chosen: Chosen, options: TestOptions): Promise<void> {
  const run = (): Promise<unknown> =>
    runOnce(settings, chosen, options).catch((error: unknown) => {
      if (!(error instanceof Problem)) throw error;
      settings.errors.write(`${error.message}\n`);
    });
  const again = (): void => {
    settings.output.write(`\n${new Date().toLocaleTimeString('en-GB')}\n`);
    void run();
  };
  // Whoever sees the first outcome may change a file at once.
  const watching = watchFolders(chosen.folders, again);
  await run();
  await stopAsked();
  watching.close();
}

function readPercent(text: string): number {
  const value = Number(text);
  if (text.trim() !== '' && value >= 0 && value <= 100) return value;
  throw new InvalidArgumentError('It is a number from 0 to 100.');
}
