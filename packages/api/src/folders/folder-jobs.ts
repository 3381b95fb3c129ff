import type { ConnectorPackage, Fixture } from '@tallyhook/schemas';
import type { NewConnectorFolder } from '@tallyhook/schemas/api';
import {
  compileConnector,
  compileWithoutFixtures,
  type CoverageTarget,
  coverageOf,
  type NamedFixture,
  runFixture,
  type SourceProblem,
} from '@tallyhook/sdk';
import type { OpenApiContents } from '@tallyhook/sdk/imports';
import type { FolderFile, HeardDelivery } from '@tallyhook/store/connectors';
import { importFolder, readContents, type BegunFolder } from './import-folder.ts';
import { readHeard, type ReadHeard } from './read-heard.ts';

/** What is done with the files of a stranger, in a thread of its own. */
export type FolderJob =
  | { kind: 'compile' | 'fixtures'; files: readonly FolderFile[] }
  | { kind: 'import'; wanted: ImportedFolder }
  | { kind: 'contents'; document: string }
  | { kind: 'read'; files: readonly FolderFile[]; webhook: string; delivery: HeardDelivery };

/** A description of a service that a connector is begun with. */
export type ImportedFolder = Extract<NewConnectorFolder, { from: 'openapi' | 'curl' }>;

/** The result of each kind of job. */
export interface FolderResults {
  compile: CompiledFolder;
  fixtures: TestedFolder;
  import: BegunFolder;
  contents: OpenApiContents;
  read: ReadHeard;
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
export async function runFolderJob(job: FolderJob): Promise<FolderResults[FolderJob['kind']]> {
  if (job.kind === 'import') return importFolder(job.wanted);
  if (job.kind === 'contents') return readContents(job.document);
  const texts = new Map(job.files.map(({ path, text }) => [path, text]));
  const { package: sound, problems, fixtures } = compileConnector(texts);
  const released = sound ?? compileWithoutFixtures(texts) ?? null;
  const compiled: CompiledFolder = { problems, isSound: sound !== undefined, released };
  switch (job.kind) {
    case 'compile':
      return compiled;
    case 'fixtures':
      return runFixtures(compiled, fixtures);
    case 'read':
      return readHeard(released, texts.get('connector.json') ?? '', job);
  }
}

async function runFixtures(compiled: CompiledFolder, fixtures: readonly NamedFixture[]): Promise<TestedFolder> {
  const { released } = compiled;
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
