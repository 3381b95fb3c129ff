import { chmod, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../file-problem.ts';
import { checkSha256, sha256Of } from './checksum.ts';
import type { EngineSource } from './find-engine.ts';
import type { Engine } from './pins.ts';

/** The content of `engine.json` next to a cached binary. */
interface KeptEngine {
  sha256: string;
  /** The file's state when its checksum was last taken: an unchanged file is not read again. */
  checked: FileState;
}

interface FileState {
  sizeBytes: number;
  modifiedMs: number;
  changedMs: number;
}

/**
 * The binary cached by an earlier start, if any.
 * @throws Problem, after removing the binary, if it has changed since
 */
export async function findCachedEngine(engine: Engine, source: EngineSource): Promise<string | undefined> {
  const directory = engineDirectory(engine, source);
  const path = join(directory, engine.name);
  const kept = await readKept(directory);
  const state = await fileState(path);
  if (kept === undefined || state === undefined) return undefined;

  if (isSame(kept.checked, state)) return path;
  try {
    await checkSha256(path, kept.sha256, path);
  } catch (error) {
    await rm(directory, { recursive: true, force: true });
    throw error;
  }
  await writeKept(directory, { sha256: kept.sha256, checked: state });
  return path;
}

/** Caches a fetched binary atomically and returns its path. `staging` is on the same disk as the cache. */
export async function keepEngine(engine: Engine, source: EngineSource, fetched: string, staging: string) {
  const complete = join(staging, 'complete');
  const target = engineDirectory(engine, source);
  await mkdir(complete);
  await rename(fetched, join(complete, engine.name));
  await chmod(join(complete, engine.name), 0o755);
  const checked = (await fileState(join(complete, engine.name)))!;
  await writeKept(complete, { sha256: await sha256Of(join(complete, engine.name)), checked });
  try {
    await rename(complete, target);
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes(errorCode(error) ?? '')) throw error;
    // Two starts may fetch at the same time: the first complete one is used by both. An incomplete one is replaced.
    if ((await findCachedEngine(engine, source)) === undefined) await replace(target, complete);
  }
  return join(target, engine.name);
}

async function replace(target: string, complete: string): Promise<void> {
  await rm(target, { recursive: true, force: true });
  await rename(complete, target);
}

/** The folder of an engine: one per version and platform. */
export function engineDirectory({ name, version }: Engine, { cacheDirectory, platform }: EngineSource): string {
  return join(cacheDirectory, 'engines', `${name}-${version}-${platform}`);
}

async function readKept(directory: string): Promise<KeptEngine | undefined> {
  try {
    return JSON.parse(await readFile(join(directory, 'engine.json'), 'utf8')) as KeptEngine;
  } catch {
    return undefined;
  }
}

async function writeKept(directory: string, kept: KeptEngine): Promise<void> {
  await writeFile(join(directory, 'engine.json'), JSON.stringify(kept));
}

async function fileState(path: string): Promise<FileState | undefined> {
  try {
    const { size, mtimeMs, ctimeMs } = await stat(path);
    return { sizeBytes: size, modifiedMs: mtimeMs, changedMs: ctimeMs };
  } catch {
    return undefined;
  }
}

function isSame(left: FileState, right: FileState): boolean {
  return (
    left.sizeBytes === right.sizeBytes && left.modifiedMs === right.modifiedMs && left.changedMs === right.changedMs
  );
}
