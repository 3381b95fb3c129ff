import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type CompileResult, compileConnector, type SourceProblem } from '@tallyhook/sdk';

/** A connector that was compiled; the files of its problems are named from where the command runs. */
export interface CheckedFolder extends CompileResult {
  folder: string;
}

/** Compiles a folder; undefined where there is no such folder. */
export function checkFolder(folder: string): CheckedFolder | undefined {
  if (!isFolder(folder)) return undefined;
  const { problems, ...result } = compileConnector(folder);
  return { ...result, folder, problems: problems.map((problem) => ({ ...problem, file: join(folder, problem.file) })) };
}

/** The connectors that a folder holds where it is none itself: those of its folders with a connector.json. */
export function connectorsIn(folder: string): string[] {
  if (!isFolder(folder) || isFile(join(folder, 'connector.json'))) return [folder];
  const inside = readdirSync(folder)
    .sort()
    .map((name) => join(folder, name))
    .filter((path) => isFile(join(path, 'connector.json')));
  return inside.length === 0 ? [folder] : inside;
}

/** How many errors and warnings there are, in words: `2 errors, 1 warning`. */
export function countInWords(problems: readonly SourceProblem[]): string {
  const count = (severity: SourceProblem['severity']): string => {
    const number = problems.filter((problem) => problem.severity === severity).length;
    return number === 0 ? '' : `${number} ${severity}${number === 1 ? '' : 's'}`;
  };
  return [count('error'), count('warning')].filter((words) => words !== '').join(', ') || 'no problems';
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
