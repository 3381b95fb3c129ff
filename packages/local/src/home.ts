import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Problem } from '@tallyhook/schemas';
import { fileProblem } from './file-problem.ts';
import { makeFolder } from './make-folder.ts';

/** The folders of `TALLYHOOK_HOME`, which belong to one supervisor. */
export interface Home {
  path: string;
  logs: string;
  secrets: string;
  mongod: string;
  temporal: string;
}

/** mongod alone writes about 100 MB of journal before the first record. */
const minFreeMegabytes = 400;

/**
 * Creates the folders and verifies that they are writable.
 * @throws Problem `cannot_start` in one sentence
 */
export async function openHome(path: string): Promise<Home> {
  const home: Home = {
    path,
    logs: join(path, 'logs'),
    secrets: join(path, 'secrets'),
    mongod: join(path, 'mongod'),
    temporal: join(path, 'temporal'),
  };
  try {
    for (const folder of Object.values(home)) await makeFolder(folder as string, 0o700);
    await proveWritable(path);
  } catch (error) {
    throw fileProblem(error, `TALLYHOOK_HOME (${path}) cannot be used`, 'set TALLYHOOK_HOME to use another folder');
  }
  await checkRoom(path);
  return home;
}

async function proveWritable(path: string): Promise<void> {
  const probe = join(path, `.probe-${process.pid}`);
  await writeFile(probe, 'x'.repeat(4096));
  await rm(probe);
}

async function checkRoom(path: string): Promise<void> {
  const { bavail, bsize } = await statfs(path);
  const freeMegabytes = Math.floor((bavail * bsize) / 1e6);
  if (freeMegabytes >= minFreeMegabytes) return;
  throw new Problem(
    'cannot_start',
    `The disk of TALLYHOOK_HOME (${path}) is full: ${freeMegabytes} MB are free, but ${minFreeMegabytes} MB are required; ` +
      'make room, or set TALLYHOOK_HOME to a folder on another disk.',
  );
}
