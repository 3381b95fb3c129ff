import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Problem } from '@tallyhook/schemas';

/**
 * Writes new files into a folder, or none: throws Problem `already_exists` where one is there already, `invalid_usage`
 * where one cannot be written. Gives their paths.
 */
export function writeNewFiles(folder: string, texts: ReadonlyMap<string, string>): string[] {
  const paths = [...texts.keys()].map((path) => join(folder, path));
  const taken = paths.filter((path) => existsSync(path));
  if (taken.length > 0)
    throw new Problem('already_exists', `Nothing was written, for these are there already: ${taken.join(', ')}.`);
  for (const [path, text] of texts) writeText(join(folder, path), text);
  return paths;
}

/** Writes a file and the folders around it. Throws Problem `invalid_usage` where that is not possible. */
export function writeText(path: string, text: string): void {
  try {
    makeFolder(dirname(path));
    writeFileSync(path, text);
  } catch (error) {
    throw new Problem('invalid_usage', `"${path}" cannot be written (${(error as NodeJS.ErrnoException).code}).`);
  }
}

/**
 * Makes a folder and those around it, one after the other: what `recursive` does never ends below /proc, where a folder
 * cannot be made and the one around it is there.
 */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  if (dirname(path) !== path) makeFolder(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    // Somebody else has made it meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
