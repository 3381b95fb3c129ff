import { Problem } from '@tallyhook/schemas';
import { type ConnectorPackage, formatProblems, type SourceProblem } from '@tallyhook/sdk';
import { type CheckedFolder, checkFolderOrFail, formatCounts } from './check-folder.ts';

/** A connector that compiles. */
export interface CompiledFolder extends CheckedFolder {
  package: ConnectorPackage;
}

/**
 * Compiles a folder.
 * @throws Problem if it does not exist, or with every mistake in it
 */
export function compileOrFail(folder: string): CompiledFolder {
  const checked = checkFolderOrFail(folder);
  const { package: released, problems } = checked;
  if (released !== undefined) return { ...checked, package: released };
  throw brokenConnector(folder, problems);
}

/** The problem of a connector that does not compile: mistakes as `validate` prints them, and as data for `--json`. */
export function brokenConnector(folder: string, problems: readonly SourceProblem[]): Problem {
  const errors = problems.filter(({ severity }) => severity === 'error');
  const text = formatProblems(errors, { format: 'text' });
  return new Problem('invalid_connector', `${folder} has ${formatCounts(errors)}:\n${text}`, {
    members: { problems: errors },
  });
}
