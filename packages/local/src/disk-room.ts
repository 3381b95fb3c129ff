import { statfsSync } from 'node:fs';

const fullBytes = 512 * 1024 * 1024;
const fullShare = 0.05;

/**
 * Whether the disk of a folder is so full that a database on it can hardly run: mongod ends when it cannot write. The
 * api refuses writes earlier, while twice as much is free.
 */
export function isDiskFull(folder: string): boolean {
  try {
    const { bavail, bsize, blocks } = statfsSync(folder);
    return bavail * bsize < Math.min(fullBytes, blocks * bsize * fullShare);
  } catch {
    return false;
  }
}
