import { isAbsolute, join, relative, sep } from 'node:path';
import { Problem } from '@tallyhook/schemas';
import { isConnectorFile } from '@tallyhook/sdk';

/**
 * Path for a generated file that is not part of the connector: in the current folder, or next to the connector's folder
 * when run from inside it.
 */
export function outsideFolder(folder: string, name: string): string {
  return pathInside(folder, '.') === undefined ? name : join(folder, '..', name);
}

/**
 * Refuses an output file inside the connector's folder, where it would break compilation.
 * @throws Problem `invalid_usage`
 */
export function refuseInside(folder: string, file: string): void {
  const path = pathInside(folder, file);
  if (path === undefined || path === '' || isConnectorFile(path)) return;
  const outside = join(folder, '..', path);
  throw new Problem(
    'invalid_usage',
    `"${file}" is inside the connector folder, where an extra file breaks compilation. Use "${outside}".`,
  );
}

/** Path relative to the folder, with `/` as separator; undefined outside the folder. */
function pathInside(folder: string, path: string): string | undefined {
  const below = relative(folder, path);
  return isAbsolute(below) || below.split(sep)[0] === '..' ? undefined : below.replaceAll(sep, '/');
}
