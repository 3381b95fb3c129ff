import { Problem } from '@tallyhook/schemas';
import { type ConnectorPackage, formatProblems } from '@tallyhook/sdk';
import { checkFolder, type CheckedFolder, countInWords } from './check-folder.ts';

/** A connector that compiles. */
export interface CompiledFolder extends CheckedFolder {
  package: ConnectorPackage;
}

/** Compiles a folder. Throws Problem where there is none, and one that names every mistake where it has some. */
export function compileOrFail(folder: string): CompiledFolder {
  const checked = checkFolder(folder);
  if (checked === undefined) throw new Problem('invalid_input', `There is no folder "${folder}".`);
  const { package: released, problems } = checked;
  if (released !== undefined) return { ...checked, package: released };
  const errors = problems.filter(({ severity }) => severity === 'error');
  throw new Problem(
    'invalid_connector',
    `${folder} has ${countInWords(errors)}:\n${formatProblems(errors, { format: 'text' })}`,
  );
}
