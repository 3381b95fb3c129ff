import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { repeatedId, type SourceProblem } from '@tallyhook/sdk/compiling';
import { type CheckedFolder, checkFolderOrFail, connectorsIn } from './check-folder.ts';

/**
 * Compiles connectors and the connectors in parent folders; warns when two share an id.
 * @throws Problem `invalid_usage` if there is no connector
 */
export function checkFolders(folders: readonly string[]): CheckedFolder[] {
  const checked = folders.flatMap(connectorsIn).map(checkFolderOrFail);
  const firsts = new Map<string, string>();
  return checked.map((entry) => {
    const { folder, package: compiled, problems } = entry;
    if (compiled === undefined) return entry;
    const { id } = compiled.connector;
    const first = firsts.get(id);
    firsts.set(id, first ?? folder);
    // The same folder given twice is one connector.
    if (first === undefined || realpathSync(first) === realpathSync(folder)) return entry;
    const repeated: SourceProblem = { ...repeatedId(folder, first), file: join(folder, 'connector.json') };
    return { ...entry, problems: [repeated, ...problems] };
  });
}
