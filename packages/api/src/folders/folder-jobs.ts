import type { ConnectorPackage } from '@tallyhook/schemas';
import { compileConnector, compileWithoutFixtures, type NamedFixture, type SourceProblem } from '@tallyhook/sdk';
import type { FolderFile } from '@tallyhook/store/connectors';

/** What is done with the files of a stranger, in a thread of its own. */
export type FolderJob = { kind: 'compile'; files: readonly FolderFile[] };

/** The result of each kind of job. */
export interface FolderResults {
  compile: CompiledFolder;
}

/** What `tallyhook validate` finds, and what was compiled. */
export interface CompiledFolder {
  problems: SourceProblem[];
  /** Whether nothing is an error, so that it can be released. */
  isSound: boolean;
  /** Also present if only fixtures have mistakes; null if anything else has. */
  released: ConnectorPackage | null;
  fixtures: NamedFixture[];
}

/** Does a job. */
export function runFolderJob<Job extends FolderJob>(job: Job): Promise<FolderResults[Job['kind']]>;
export async function runFolderJob(job: FolderJob): Promise<FolderResults[FolderJob['kind']]> {
  return compile(job.files);
}

function compile(files: readonly FolderFile[]): CompiledFolder {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const { package: released, problems, fixtures } = compileConnector(texts);
  return {
    problems,
    isSound: released !== undefined,
    released: released ?? compileWithoutFixtures(texts) ?? null,
    fixtures,
  };
}
