import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode } from './file-problem.ts';

/**
 * Creates a folder and its parents, if missing. Unlike recursive `mkdir`, it throws the real error: `mkdir` reports
 * ENOENT on a read-only disk, and retries forever where no folder can be created, as in /proc.
 */
export async function makeFolder(path: string, mode: number): Promise<void> {
  try {
    await mkdir(path, { mode });
  } catch (error) {
    const code = errorCode(error);
    if (code === 'EEXIST' && (await stat(path)).isDirectory()) return;
    if (code !== 'ENOENT' || dirname(path) === path) throw error;
    await makeFolder(dirname(path), mode);
    await makeOnce(path, mode);
  }
}

/** Another start may have created it in the meantime. */
async function makeOnce(path: string, mode: number): Promise<void> {
  await mkdir(path, { mode }).catch((error: unknown) => {
    if (errorCode(error) !== 'EEXIST') throw error;
  });
}
