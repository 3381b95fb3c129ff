import { readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Problem } from '@tallyhook/schemas';
import { type CompileResult, compileConnector, type SourceProblem } from '@tallyhook/sdk';

/** A connector that was compiled; the files of its problems are named from where the command runs. */
export interface CheckedFolder extends CompileResult {
  folder: string;
}

/** Compiles a folder; undefined where there is no such folder. `at` is where it lies, if its name is not the path. */
export function checkFolder(folder: string, at = folder): CheckedFolder | undefined {
  if (!isFolder(at)) return undefined;
  const { problems, ...result } = compileConnector(at);
  return { ...result, folder, problems: problems.map((problem) => ({ ...problem, file: join(folder, problem.file) })) };
}

/** The connectors that a folder holds where it is none itself: those of its folders with a connector.json. */
export function connectorsIn(folder: string): string[] {
  if (!isFolder(folder) || isFile(join(folder, 'connector.json'))) return [folder];
  const inside = orUnreadable(folder, () => readdirSync(folder))
    .sort()
    .map((name) => join(folder, name))
    .filter((path) => isFile(join(path, 'connector.json')));
  return inside.length === 0 ? [folder] : inside;
}

/** Compiles a folder. Throws Problem `invalid_usage` where there is none. */
export function checkFolderOrFail(folder: string): CheckedFolder {
  const checked = checkFolder(folder);
  if (checked === undefined) throw noFolder(folder);
  return checked;
}

/** The problem of a path that is no folder; of a file it says which folder is its connector's. */
export function noFolder(path: string): Problem {
  return new Problem('invalid_usage', whyNoFolder(path));
}

function whyNoFolder(path: string): string {
  if (!isFile(path)) return `There is no folder "${path}".`;
  const above = [dirname(path), dirname(dirname(path))];
  const folder = above.find((near) => isFile(join(near, 'connector.json'))) ?? above[0]!;
  return `"${path}" is a file, and a folder was expected: name "${folder}".`;
}

/** How many errors and warnings there are, in words: `2 errors, 1 warning`. */
export function countInWords(problems: readonly SourceProblem[]): string {
  const isCut = problems.some(({ code }) => code === 'more_mistakes');
  const count = (severity: SourceProblem['severity']): string => {
    const told = problems.filter((problem) => problem.severity === severity && problem.code !== 'more_mistakes');
    const { length: number } = told;
    const least = isCut && severity === 'error' ? 'at least ' : '';
    return number === 0 ? '' : `${least}${number} ${severity}${number === 1 ? '' : 's'}`;
  };
  return [count('error'), count('warning')].filter((words) => words !== '').join(', ') || 'no problems';
}

/** Whether there is a folder of this path. Throws Problem `invalid_usage` where that cannot be seen. */
export function isFolder(path: string): boolean {
  return orUnreadable(path, () => statSync(path, { throwIfNoEntry: false }))?.isDirectory() === true;
}

/**
 * Whether there is a regular file of this path: nothing else is opened for reading. Throws Problem `invalid_usage` where
 * that cannot be seen.
 */
export function isFile(path: string): boolean {
  return orUnreadable(path, () => statSync(path, { throwIfNoEntry: false }))?.isFile() === true;
}

function orUnreadable<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Problem('invalid_usage', `"${path}" cannot be read (${code}): let this user read it.`);
  }
}
