import { readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Problem } from '@tallyhook/schemas';
import { type CompileResult, compileConnector, type SourceProblem } from '@tallyhook/sdk/compiling';

/** A compiled connector; its problems name files relative to the current folder. */
export interface CheckedFolder extends CompileResult {
  folder: string;
}

/** Compiles a folder; undefined if it does not exist. `at` is the real path if it differs from `folder`. */
export function checkFolder(folder: string, at = folder): CheckedFolder | undefined {
  if (!isFolder(at)) return undefined;
  const { problems, ...result } = compileConnector(at);
  return { ...result, folder, problems: problems.map((problem) => ({ ...problem, file: join(folder, problem.file) })) };
}

/** Subfolders with a connector.json, if the folder is not a connector itself. */
export function connectorsIn(folder: string): string[] {
  if (!isFolder(folder) || isFile(join(folder, 'connector.json'))) return [folder];
  const inside = orUnreadable(folder, () => readdirSync(folder))
    .sort()
    .map((name) => join(folder, name))
    .filter((path) => isFile(join(path, 'connector.json')));
  return inside.length === 0 ? [folder] : inside;
}

/**
 * Compiles a folder.
 * @throws Problem `invalid_usage` if it does not exist
 */
export function checkFolderOrFail(folder: string): CheckedFolder {
  const checked = checkFolder(folder);
  if (checked === undefined) throw noFolder(folder);
  return checked;
}

/** The problem of a path that is not a folder; for a file it names the connector's folder. */
export function noFolder(path: string): Problem {
  return new Problem('invalid_usage', whyNoFolder(path));
}

function whyNoFolder(path: string): string {
  if (!isFile(path)) return `There is no folder "${path}".`;
  const above = [dirname(path), dirname(dirname(path))];
  const folder = above.find((near) => isFile(join(near, 'connector.json'))) ?? above[0]!;
  return `"${path}" is a file, not a folder. Use "${folder}".`;
}

/** Formats the numbers of errors and warnings: `2 errors, 1 warning`. */
export function formatCounts(problems: readonly SourceProblem[]): string {
  const isCut = problems.some(({ code }) => code === 'more_mistakes');
  const count = (severity: SourceProblem['severity']): string => {
    const counted = problems.filter((problem) => problem.severity === severity && problem.code !== 'more_mistakes');
    const { length: number } = counted;
    const least = isCut && severity === 'error' ? 'at least ' : '';
    return number === 0 ? '' : `${least}${number} ${severity}${number === 1 ? '' : 's'}`;
  };
  return [count('error'), count('warning')].filter((words) => words !== '').join(', ') || 'no problems';
}

/**
 * Whether the path is a folder.
 * @throws Problem `invalid_usage` if that cannot be determined
 */
export function isFolder(path: string): boolean {
  return orUnreadable(path, () => statSync(path, { throwIfNoEntry: false }))?.isDirectory() === true;
}

/**
 * Whether the path is a regular file; nothing else is opened for reading.
 * @throws Problem `invalid_usage` if that cannot be determined
 */
export function isFile(path: string): boolean {
  return orUnreadable(path, () => statSync(path, { throwIfNoEntry: false }))?.isFile() === true;
}

function orUnreadable<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Problem('invalid_usage', `"${path}" cannot be read (${code}). Give this user read access.`);
  }
}
