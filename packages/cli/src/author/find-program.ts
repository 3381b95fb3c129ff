import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** What doctor found: `missing` is what one can do without. */
export interface Finding {
  name: string;
  state: 'good' | 'missing' | 'broken';
  detail: string;
  advice?: string;
}

/** The path of a program on the PATH; undefined where there is none. */
export function findProgram(
  environment: Readonly<Record<string, string | undefined>>,
  name: string,
): string | undefined {
  const paths = (environment['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return paths.map((folder) => join(folder, name)).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
