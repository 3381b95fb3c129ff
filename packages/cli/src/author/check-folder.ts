import { statSync } from 'node:fs';
import { join } from 'node:path';
import { type CompileResult, compileConnector, type SourceProblem } from '@tallyhook/sdk';

/** A connector that was compiled; the files of its problems are named from where the command runs. */
export interface CheckedFolder extends CompileResult {
  folder: string;
}

/** Compiles a folder; undefined where there is no such folder. */
export function checkFolder(folder: string): CheckedFolder | undefined {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return undefined;
  const { problems, ...result } = compileConnector(folder);
  return { ...result, folder, problems: problems.map((problem) => ({ ...problem, file: join(folder, problem.file) })) };
}

/** How many errors and warnings there are, in words: `2 errors, 1 warning`. */
export function countInWords(problems: readonly SourceProblem[]): string {
  const count = (severity: SourceProblem['severity']): string => {
    const number = problems.filter((problem) => problem.severity === severity).length;
    return number === 0 ? '' : `${number} ${severity}${number === 1 ? '' : 's'}`;
  };
  return [count('error'), count('warning')].filter((words) => words !== '').join(', ') || 'no problems';
}
