import { Problem, type ProblemDetail } from '@tallyhook/schemas';
import type { ConnectorFolder, FolderFile } from '@tallyhook/store/connectors';
import type { CompiledFolder } from './folder-jobs.ts';
import { readIdentity } from './folder-files.ts';
import type { FolderWork } from './folder-work.ts';

/** What is stored of a folder. */
type Content = Pick<ConnectorFolder, 'name' | 'version' | 'files' | 'problemCount'>;

/**
 * Checks files before they are saved. They may have mistakes, but no credentials: others of the workspace read them.
 * @throws Problem `invalid_connector`
 */
export async function checkFiles(
  { folderWork }: { folderWork: FolderWork },
  connector: string,
  files: FolderFile[],
): Promise<{ compiled: CompiledFolder; content: Content }> {
  const { id } = readIdentity(files);
  if (id !== undefined && id !== connector) throw otherId(connector, id);
  const compiled = await folderWork.run({ kind: 'compile', files });
  refuseCredentials(compiled);
  return { compiled, content: contentOf(connector, files, compiled) };
}

/** What to store of files that were compiled. */
export function contentOf(connector: string, files: FolderFile[], { problems }: CompiledFolder): Content {
  const { name = connector, version = '0.0.0' } = readIdentity(files);
  return { name, version, files, problemCount: problems.length };
}

function otherId(connector: string, id: string): Problem {
  const detail = `connector.json has the id ${JSON.stringify(id)}, but this is the folder of "${connector}": leave the id, or begin another connector.`;
  return new Problem('invalid_connector', detail, {
    errors: [{ pointer: '#/id', code: 'other_id', detail: `connector.json: the id must be "${connector}"` }],
  });
}

function refuseCredentials({ problems }: CompiledFolder): void {
  const found = problems.filter(({ code }) => code === 'credential_in_package');
  if (found.length === 0) return;
  const { file, line } = found[0]!;
  throw new Problem('invalid_connector', `Nothing was saved: ${file}, line ${line}, contains a credential.`, {
    errors: mistakesOf(found),
  });
}

/** Mistakes in files as the entries of a problem document. */
export function mistakesOf(problems: CompiledFolder['problems']): ProblemDetail[] {
  return problems.map(({ file, pointer, line, code, message, hint }) => ({
    ...{ pointer, line, code },
    detail: `${file}: ${message}${hint === undefined ? '' : `; ${hint}`}`,
  }));
}
