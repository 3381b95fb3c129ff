import type { ReleasePreview } from '@tallyhook/schemas/api';
import type { Command } from 'commander';
import { Problem } from '@tallyhook/schemas';
import type { Settings } from '../settings.ts';
import { print, useApi, withCommonOptions, type CommonOptions } from '../verb.ts';
import { compileOrFail } from './compile-or-fail.ts';
import { testFolder } from './test-folder.ts';

interface ReleaseOptions extends CommonOptions {
  dryRun?: boolean;
  untested?: boolean;
  notes?: string;
}

/** The released connector as in the marketplace, or as it would be in a dry run. */
interface Released {
  connector: string;
  /** Whether every workspace sees it, or only the one that released it. */
  isPublic: boolean;
  version: string;
  sha256: string;
  fixtures: number;
  released: boolean;
}

/**
 * `release`: checks a connector, runs its fixtures and publishes it to the marketplace. Exit 0 done, 1 refused, 2 bad
 * usage.
 */
export function registerRelease(program: Command, settings: Settings): void {
  const verb = program
    .command('release')
    .argument('[folder]', 'the connector folder', '.')
    .description('check a connector, run its fixtures, and release it to the marketplace of the product')
    .option('--dry-run', 'let the product check the release, and release nothing')
    .option('--untested', 'release even if no fixture tests it')
    .option('--notes <text>', 'what is new, shown with the version in the marketplace');
  withCommonOptions(verb, 'tallyhook release packages/connectors/github').action(
    (folder: string, options: ReleaseOptions) => release(settings, folder, options),
  );
}

async function release(settings: Settings, folder: string, options: ReleaseOptions): Promise<void> {
  const compiled = compileOrFail(folder);
  const fixtures = await runFixtures(folder, compiled, options);
  const { connector, sha256 } = compiled.package;
  const { id, version } = connector;
  const facts = `${tested(fixtures)}, sha256 ${sha256}`;
  const isDry = options.dryRun === true;
  const { notes } = options;
  const body = notes === undefined ? compiled.package : { package: compiled.package, notes };
  // The server repeats these checks and also requires a sufficient version step.
  const answer = await useApi(settings, options, (api) =>
    api.call('POST /api/connectors/releases', { query: { dryRun: isDry }, body }),
  );
  const { isPublic } = answer;
  const released: Released = { connector: id, isPublic, version, sha256, fixtures, released: !isDry };
  if (!isDry) {
    print(settings, options, released, () => `${id} ${version} is in the marketplace (${facts}).${forWhom(answer)}`);
    return;
  }
  const checked = answer as ReleasePreview;
  const { before, isThere } = checked;
  print(
    settings,
    options,
    { ...released, before, isThere },
    () => `${id} ${version} ${foundText(checked)} (${facts}).${forWhom(checked)}`,
  );
}

/** Says so if a release is not for everybody. */
export function forWhom({ isPublic }: { isPublic: boolean }): string {
  if (isPublic) return '';
  return '\nOnly this workspace sees it. Operators release for every workspace with --workspace "!core".';
}

function foundText({ before, isThere }: ReleasePreview): string {
  if (isThere) return 'is already in the marketplace with the same content; a release would change nothing';
  return `would be released${before === null ? ' as the first version' : ` after ${before}`}; nothing was released`;
}

function tested(fixtures: number): string {
  return fixtures === 0 ? 'untested' : `${fixtures} fixture${fixtures === 1 ? '' : 's'} passed`;
}

/**
 * Runs all fixtures and returns how many passed.
 * @throws Problem if one fails, or there is none
 */
async function runFixtures(
  folder: string,
  compiled: ReturnType<typeof compileOrFail>,
  { untested }: ReleaseOptions,
): Promise<number> {
  const { tested: outcomes } = await testFolder(compiled);
  if (outcomes.length === 0 && untested !== true) {
    const advice = 'Add some to fixtures/, or pass --untested.';
    throw new Problem('invalid_connector', `No fixture tests ${folder}. ${advice}`);
  }
  const failed = outcomes.filter(({ differences }) => differences.length > 0);
  if (failed.length === 0) return outcomes.length;
  const errors = failed.map(({ name, differences }) => ({
    code: 'fixture_failed',
    detail: `${name}: ${differences[0]}`,
  }));
  throw new Problem(
    'invalid_connector',
    `${failed.length} of ${outcomes.length} fixtures of ${folder} failed; \`tallyhook test ${folder}\` shows the details.`,
    { errors },
  );
}
