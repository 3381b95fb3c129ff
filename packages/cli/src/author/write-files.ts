import { existsSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { Problem } from '@tallyhook/schemas';
import { hiddenName, removeLeavings } from '../leavings.ts';
import { makeFolder, removeMade, unwritten, writeWhole } from '../whole-file.ts';

/**
 * Writes new files into a folder, or none: throws Problem `already_exists` where one is there already, `invalid_usage`
 * where one cannot be written. A folder that is not there appears with all of them, and what was left half made where
 * they go is removed. Gives their paths.
 */
export function writeNewFiles(folder: string, texts: ReadonlyMap<string, string>): string[] {
  const paths = [...texts.keys()].map((path) => join(folder, path));
  const taken = paths.filter((path) => existsSync(path));
  if (taken.length > 0)
    throw new Problem('already_exists', `Nothing was written, for these are there already: ${taken.join(', ')}.`);
  for (const place of new Set([around(folder), ...paths.map(dirname)])) removeLeavings(place);
  if (existsSync(folder)) addFiles(folder, texts);
  else makeWhole(folder, texts);
  return paths;
}

/** Writes all files into a hidden folder beside, which then gets its name. */
function makeWhole(folder: string, texts: ReadonlyMap<string, string>): void {
  const draft = join(around(folder), hiddenName());
  const made: string[] = [];
  let file = folder;
  try {
    for (const [path, text] of texts) {
      file = join(folder, path);
      makeFolder(around(folder), made);
      writeWhole(join(draft, path), text);
    }
    renameSync(draft, folder);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    removeMade(made);
    // It is told by the name that it would have got.
    throw unwritten(file, error instanceof Problem ? error.cause : error);
  }
}

function around(folder: string): string {
  return dirname(normalize(folder));
}

/** Adds files to what is there; where one fails those before it are removed, and the folders made for them. */
function addFiles(folder: string, texts: ReadonlyMap<string, string>): void {
  const files: string[] = [];
  const made: string[] = [];
  try {
    for (const [path, text] of texts) {
      const file = join(folder, path);
      made.push(...writeWhole(file, text));
      files.push(file);
    }
  } catch (error) {
    for (const file of files) rmSync(file);
    removeMade(made);
    throw error;
  }
}
