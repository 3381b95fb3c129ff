import { readFileSync, statSync } from 'node:fs';
import { Problem } from '@tallyhook/schemas';
import { type ConnectorPackage, readPackage } from '@tallyhook/sdk';
import { parseJson } from '../read-json.ts';
import { checkFolder } from './check-folder.ts';

/**
 * Compiles a folder, or reads a package that `build` wrote. Throws Problem `not_found` where there is neither,
 * `invalid_connector` with every mistake.
 */
export function readConnector(path: string): ConnectorPackage {
  const info = statSync(path, { throwIfNoEntry: false });
  if (info?.isFile() === true) return readPackage(parseJson(readFileSync(path, 'utf8'), path));
  const checked = checkFolder(path);
  if (checked === undefined) throw new Problem('not_found', `There is no folder and no package "${path}".`);
  if (checked.package !== undefined) return checked.package;
  const errors = checked.problems.filter(({ severity }) => severity === 'error');
  throw new Problem('invalid_connector', 'Correct these first.', {
    errors: errors.map(({ file, line, column, pointer, code, message, hint }) => ({
      pointer,
      line,
      code,
      detail: `${file}:${line}:${column}: ${message}${hint === undefined ? '' : `; ${hint}`}`,
    })),
  });
}
