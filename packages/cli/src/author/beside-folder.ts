import { isAbsolute, join, relative, sep } from 'node:path';
import { Problem } from '@tallyhook/schemas';
import { isConnectorFile } from '@tallyhook/sdk';

/** Where a file goes that is no part of the connector: where one stands, and beside the folder where one stands in it. */
export function besideFolder(folder: string, name: string): string {
  return pathInside(folder, '.') === undefined ? name : join(folder, '..', name);
}

/**
 * Refuses a file that somebody named inside a connector and that is no part of it: with it there the connector would not
 * compile any more. Throws Problem `invalid_usage`.
 */
export function refuseInside(folder: string, file: string): void {
  const path = pathInside(folder, file);
  if (path === undefined || path === '' || isConnectorFile(path)) return;
  const beside = join(folder, '..', path);
  throw new Problem(
    'invalid_usage',
    `"${file}" would lie in the connector, which holds no such file and would not compile any more: name "${beside}".`,
  );
}

/** Where a path is in a folder, with `/` between names; undefined outside of it. */
function pathInside(folder: string, path: string): string | undefined {
  const below = relative(folder, path);
  return isAbsolute(below) || below.split(sep)[0] === '..' ? undefined : below.replaceAll(sep, '/');
}
