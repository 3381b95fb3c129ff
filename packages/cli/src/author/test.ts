import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { Problem } from '@tallyhook/schemas';
import { adviseName } from './advise-name.ts';
import { printableLines } from '../output.ts';
import type { Settings } from '../settings.ts';
import { refuseInside } from './outside-folder.ts';
import { checkFolder, type CheckedFolder, connectorsIn, noFolder } from './check-folder.ts';
import { junitXml } from './junit.ts';
import { hasPassed, testFolder, type TestedFolder } from './test-folder.ts';
import { untilStopped } from './until-stopped.ts';
import { reaches, testJson, testText } from './test-report.ts';
import { watchFolders } from './watch-folders.ts';
import { writeWhole } from '../whole-file.ts';

interface TestOptions {
  coverage?: boolean;
  min?: number;
  watch?: boolean;
  update?: boolean;
  junit?: string;
  json?: boolean;
}

/**
 * A folder as the user named it, and its absolute path: the working folder may be removed and recreated while watching.
 */
interface ChosenFolder {
  folder: string;
  at: string;
}

interface Chosen {
  folders: ChosenFolder[];
  patterns: string[];
}

/** `test`: runs fixtures without the network. Exit 0 all passed, 1 something failed, 2 bad usage. */
export function registerTest(program: Command, settings: Settings): void {
  program
    .command('test')
    .argument(
      '[folder|pattern...]',
      'connector folders, or folders of connectors (default: the current one), and parts of fixture names',
    )
    .description('run the fixtures of connectors: exactly as recorded, without the network')
    .option('--coverage', 'show what the fixtures do not cover')
    .option('--min <percent>', 'exit with 1 if the coverage is lower', readPercent)
    .option('--watch', 'run again whenever a file changes, until Ctrl-C')
    .addOption(
      new Option(
        '--update',
        'rewrite the expectations of fixtures that differ (requests, outputs, errors, events, accounts) and show the changes',
      ).conflicts('watch'),
    )
    .option('--junit <file>', 'also write the results as JUnit XML for build servers')
    .option('--json', 'print the results as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  $ tallyhook test packages/connectors/github issue\n  $ tallyhook test packages/connectors/github --coverage --min 80\n  $ tallyhook test packages/connectors/github comment-on-issue --update',
    )
    .action(async (args: string[], options: TestOptions) => {
      const chosen = choose(args);
      const misspelt = chosen.folders.find(({ at }) => !isFolder(at));
      if (misspelt !== undefined) throw noFolder(misspelt.folder);
      refuseNothingNamed(chosen);
      for (const { folder } of chosen.folders) if (options.junit !== undefined) refuseInside(folder, options.junit);
      if (options.watch === true) await runOnChange(settings, chosen, options);
      else if (!(await runOnce(settings, chosen, options))) process.exitCode = 1;
    });
}

/** Existing folders and words written like a path are folders; everything else is a substring of fixture names. */
function choose(args: readonly string[]): Chosen {
  const isPath = (text: string): boolean => isFolder(text) || /[/\\]|^\.+$/.test(text);
  const folders = args.filter(isPath);
  return {
    folders: (folders.length === 0 ? ['.'] : folders)
      .flatMap(connectorsIn)
      .map((folder) => ({ folder, at: resolve(folder) })),
    patterns: args.filter((text) => !isPath(text)),
  };
}

/** With no connector given or in the current folder, a name might as well be a misspelt folder. */
function refuseNothingNamed({ folders, patterns: [first] }: Chosen): void {
  const isConnector = (at: string): boolean =>
    ['connector.json', 'fixtures'].some((name) => existsSync(join(at, name)));
  if (first === undefined || folders.some(({ at }) => isConnector(at))) return;
  throw new Problem('invalid_usage', `There is no folder or fixture "${first}".`);
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

async function runOnce(settings: Settings, { folders, patterns }: Chosen, options: TestOptions): Promise<boolean> {
  const { min } = options;
  const report = { coverage: options.coverage === true || min !== undefined, ...(min === undefined ? {} : { min }) };
  const checked = folders.flatMap(({ folder, at }) => checkFolder(folder, at) ?? []);
  // While watching, a folder may disappear and return, for example on a branch switch.
  const gone = folders.filter(({ at }) => !isFolder(at));
  for (const { folder } of gone) settings.errors.write(`${noFolder(folder).message}\n`);
  refuseVainPatterns(checked, patterns);
  const tested: TestedFolder[] = [];
  for (const folder of checked) tested.push(await testFolder(folder, { patterns, update: options.update === true }));
  if (options.junit !== undefined) writeWhole(options.junit, junitXml(tested, { min }));
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
  const advice = adviseName(vain, names);
  throw new Problem('invalid_usage', `No fixture or folder matches "${vain}". ${advice}`);
}

/** Runs now and after each change until stopped. A refusal does not end it; the next change may fix it. */
async function runOnChange(settings: Settings, chosen: Chosen, options: TestOptions): Promise<void> {
  const run = async (): Promise<void> => {
    try {
      await runOnce(settings, chosen, options);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      settings.errors.write(`${printableLines(error.message)}\n`);
    }
  };
  let running = Promise.resolve();
  // Runs are serialised, so the last output is the outcome of the last change.
  const again = (): void => {
    running = running.then(() => {
      settings.output.write(`\n${new Date().toLocaleTimeString('en-GB')}\n`);
      return run();
    });
  };
  // Start watching before the first run: a user may save a file as soon as they see its outcome.
  const watching = watchFolders(
    chosen.folders.map(({ at }) => at),
    again,
  );
  running = run();
  await running;
  await untilStopped();
  watching.close();
}

function readPercent(text: string): number {
  const value = Number(text);
  if (text.trim() !== '' && value >= 0 && value <= 100) return value;
  throw new InvalidArgumentError('Expected a number from 0 to 100.');
}
