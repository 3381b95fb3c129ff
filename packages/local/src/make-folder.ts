import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode } from './file-problem.ts';

/**
 * Makes a folder and those it lies in, unless they are there. Unlike `mkdir` with `recursive`, it throws what really was
 * the matter: that one calls a folder on a read-only disk missing, and tries for ever where none can be made, as in /proc.
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

/** Another start may have made it in between. */
async function makeOnce(path: string, mode: number): Promise<void> {
  await mkdir(path, { mode }).catch((error: unknown) => {
    if (errorCode(error) !== 'EEXIST') throw error;
  });
}
