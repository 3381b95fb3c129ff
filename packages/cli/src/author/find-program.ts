import { accessSync, constants, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** A finding of `doctor`; `missing` is optional software that is not there. */
export interface Finding {
  name: string;
  state: 'good' | 'missing' | 'broken';
  detail: string;
  advice?: string;
}

/** The path of a program on the PATH; undefined if not found. */
export function findProgram(
  environment: Readonly<Record<string, string | undefined>>,
  name: string,
): string | undefined {
  const paths = (environment['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return paths.map((folder) => join(folder, name)).find(isExecutable);
}

/** The path of an engine that `npm start` fetched and cached; undefined if there is none. */
export function findKeptEngine(cacheFolder: string, name: string): string | undefined {
  const folder = join(cacheFolder, 'engines');
  return namesIn(folder)
    .filter((entry) => entry.startsWith(`${name}-`) && entry.endsWith(`-${process.platform}-${process.arch}`))
    .map((entry) => join(folder, entry, name))
    .find(isExecutable);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // Nothing was fetched yet.
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
