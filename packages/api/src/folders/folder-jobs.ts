import type { ConnectorPackage, Fixture } from '@tallyhook/schemas';
import {
  compileConnector,
  compileWithoutFixtures,
  type CoverageTarget,
  coverageOf,
  runFixture,
  type SourceProblem,
} from '@tallyhook/sdk';
import type { FolderFile } from '@tallyhook/store/connectors';

/** What is done with the files of a stranger, in a thread of its own. */
export type FolderJob = { kind: 'compile' | 'fixtures'; files: readonly FolderFile[] };

/** The result of each kind of job. */
export interface FolderResults {
  compile: CompiledFolder;
  fixtures: TestedFolder;
}

/** What `tallyhook validate` finds, and what was compiled. */
export interface CompiledFolder {
  problems: SourceProblem[];
  /** Whether nothing is an error, so that it can be released. */
  isSound: boolean;
  /** Also present if only fixtures have mistakes; null if anything else has. */
  released: ConnectorPackage | null;
}

/** What `tallyhook test` finds. */
export interface TestedFolder extends CompiledFolder {
  results: { name: string; differences: string[] }[];
  coverage: CoverageTarget[];
}

/** Does a job. */
export function runFolderJob<Job extends FolderJob>(job: Job): Promise<FolderResults[Job['kind']]>;
export async function runFolderJob({ kind, files }: FolderJob): Promise<FolderResults[FolderJob['kind']]> {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const { package: sound, problems, fixtures } = compileConnector(texts);
  const released = sound ?? compileWithoutFixtures(texts) ?? null;
  const compiled: CompiledFolder = { problems, isSound: sound !== undefined, released };
  if (kind === 'compile') return compiled;
  const results: TestedFolder['results'] = [];
  const passed: Fixture[] = [];
  if (released === null) return { ...compiled, results, coverage: [] };
  for (const { name, fixture } of fixtures) {
    const differences = await runFixture(released, fixture);
    results.push({ name, differences });
    if (differences.length === 0) passed.push(fixture);
  }
  return { ...compiled, results, coverage: await coverageOf(released, passed) };
}
