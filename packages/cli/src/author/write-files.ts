import { existsSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { Problem } from '@tallyhook/schemas';
import { hiddenName, removeStaleDrafts } from '../stale-drafts.ts';
import { makeFolder, removeMade, unwritten, writeWhole } from '../whole-file.ts';

/**
 * Writes new files into a folder, all or none, and returns their paths. A new folder appears only when complete.
 * Removes drafts left behind by killed commands at the target.
 * @throws Problem `already_exists` if one of the files exists, `invalid_usage` if one cannot be written
 */
export function writeNewFiles(folder: string, texts: ReadonlyMap<string, string>): string[] {
  const paths = [...texts.keys()].map((path) => join(folder, path));
  const taken = paths.filter((path) => existsSync(path));
  if (taken.length > 0)
    throw new Problem('already_exists', `Nothing was written because these files already exist: ${taken.join(', ')}.`);
  for (const place of new Set([around(folder), ...paths.map(dirname)])) removeStaleDrafts(place);
  if (existsSync(folder)) addFiles(folder, texts);
  else makeWhole(folder, texts);
  return paths;
}

/** Writes all files into a hidden sibling folder, then renames it. */
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
    // Report the final name, not the hidden one.
    throw unwritten(file, error instanceof Problem ? error.cause : error);
  }
}

function around(folder: string): string {
  return dirname(normalize(folder));
}

/** Adds files to an existing folder; on failure removes the files and folders added so far. */
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
