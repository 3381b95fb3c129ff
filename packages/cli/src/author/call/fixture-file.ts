import { accessSync, constants, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Problem } from '@tallyhook/schemas';
import { unwritten, writeWhole } from '../../whole-file.ts';

/** The options of `record` for its output file. */
interface FixtureOptions {
  connector: string;
  name?: string;
  overwrite?: boolean;
}

/**
 * Path of a recording.
 * @throws Problem if it could not be written; checked before anything is sent
 */
export function fixtureFile(action: string, { connector, name = action, overwrite }: FixtureOptions): string {
  if (!/^[a-z][a-z0-9-]{0,63}$/.test(name)) {
    throw new Problem(
      'invalid_usage',
      `"${name}" is not a valid fixture name. Use lower-case letters, digits and hyphens, starting with a letter.`,
    );
  }
  const file = join(connector, 'fixtures', `${name}.json`);
  if (existsSync(file) && overwrite !== true)
    throw new Problem(
      'already_exists',
      `The fixture ${file} already exists. Choose another --name, or pass --overwrite.`,
    );
  refuseUnwritable(file);
  return file;
}

/** Writes the fixture; without `overwrite` it keeps a file that appeared while the action ran. */
export function writeFixture(file: string, text: string, { overwrite = false }: FixtureOptions): void {
  try {
    writeWhole(file, text, { isNew: !overwrite });
  } catch (error) {
    const { code } = ((error as Error).cause ?? {}) as NodeJS.ErrnoException;
    if (code !== 'EEXIST') throw error;
    throw new Problem('already_exists', `Another process wrote ${file} in the meantime. This recording was not saved.`);
  }
}

function refuseUnwritable(file: string): void {
  const isThere = (path: string): boolean => existsSync(path) || dirname(path) === path;
  let folder = dirname(file);
  while (!isThere(folder)) folder = dirname(folder);
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    if (existsSync(file)) accessSync(file, constants.W_OK);
  } catch (error) {
    throw unwritten(file, error);
  }
}
