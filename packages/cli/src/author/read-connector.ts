import { readFileSync, statSync } from 'node:fs';
import { Problem } from '@tallyhook/schemas';
import { compileWithoutFixtures, type ConnectorPackage, type NamedFixture, readPackage } from '@tallyhook/sdk';
import { parseJson } from '../read-json.ts';
import { checkFolder, formatCounts, isFolder } from './check-folder.ts';
import { brokenConnector } from './compile-or-fail.ts';

/**
 * Compiles a folder, or reads a package written by `build`.
 * @throws Problem `invalid_usage` if there is neither, `invalid_connector` with every mistake
 */
export function readConnector(path: string): ConnectorPackage {
  return readWithFixtures(path).released;
}

/** Like `readConnector`, with the folder's fixtures; a package has none. */
export function readWithFixtures(path: string): { released: ConnectorPackage; fixtures: NamedFixture[] } {
  const info = statSync(path, { throwIfNoEntry: false });
  if (info?.isFile() === true)
    return { released: readPackage(parseJson(readFileSync(path, 'utf8'), path)), fixtures: [] };
  const checked = checkFolder(path);
  if (checked === undefined) throw new Problem('invalid_usage', `There is no folder or package "${path}".`);
  if (checked.package !== undefined) return { released: checked.package, fixtures: checked.fixtures };
  throw brokenConnector(path, checked.problems);
}

/** Like `readConnector` for callers that ignore fixtures; warns if only fixtures have mistakes. */
export function readWithoutFixtures(path: string): { released: ConnectorPackage; warning?: string } {
  const checked = isFolder(path) ? checkFolder(path) : undefined;
  if (checked === undefined) return { released: readConnector(path) };
  if (checked.package !== undefined) return { released: checked.package };
  const released = compileWithoutFixtures(path);
  if (released === undefined) throw brokenConnector(path, checked.problems);
  const errors = checked.problems.filter(({ severity }) => severity === 'error');
  return {
    released,
    warning: `${path} has ${formatCounts(errors)} in its fixtures; \`tallyhook validate\` shows them`,
  };
}
