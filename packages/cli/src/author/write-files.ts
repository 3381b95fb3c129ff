import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Problem } from '@tallyhook/schemas';

/**
 * Writes new files into a folder, or none: throws Problem `already_exists` where one is there already, `invalid_input`
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

/** Writes a file and the folders around it. Throws Problem `invalid_input` where that is not possible. */
export function writeText(path: string, text: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  } catch (error) {
    throw new Problem('invalid_input', `"${path}" cannot be written (${(error as NodeJS.ErrnoException).code}).`);
  }
}
