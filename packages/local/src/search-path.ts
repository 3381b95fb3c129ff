import { access, constants, stat } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

/** The first executable of that name in the folders of a PATH, if any. */
export async function findOnPath(name: string, searchPath: string): Promise<string | undefined> {
  for (const folder of searchPath.split(delimiter).filter(Boolean)) {
    const path = join(folder, name);
    if (await isExecutableFile(path)) return path;
  }
  return undefined;
}

async function isExecutableFile(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
