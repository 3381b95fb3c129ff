import { Problem } from '@tallyhook/schemas';
import type { NewConnectorFolder } from '@tallyhook/schemas/api';
import { readStarter, sourceTexts } from '@tallyhook/sdk';
import type { Store } from '@tallyhook/store';
import { findInstallation, findNewestRelease, getReleasedPackage } from '@tallyhook/store/connectors';
import { readFiles, readIdentity } from './folder-files.ts';
import type { FolderWork } from './folder-work.ts';
import { filesOf } from './files-of.ts';
import type { BegunFolder } from './import-folder.ts';

/**
 * Makes the first files of a connector.
 * @throws Problem `not_found` if there is no such connector, `invalid_input`
 */
export async function beginFolder(
  { store, folderWork }: { store: Store; folderWork: FolderWork },
  workspaceId: string,
  wanted: NewConnectorFolder,
): Promise<BegunFolder> {
  switch (wanted.from) {
    case 'nothing': {
      const { id, name, starter = 'key' } = wanted;
      return { connector: id, files: filesOf(readStarter(starter, { id, name })), notes: [] };
    }
    case 'connector': {
      const { connector } = wanted;
      const version = wanted.version ?? (await usedVersion(store, workspaceId, connector));
      const released = await getReleasedPackage(store, { workspaceId }, { connector, version });
      return { connector, files: filesOf(sourceTexts(released)), notes: [fromPackage] };
    }
    case 'openapi':
    case 'curl':
      return folderWork.run({ kind: 'import', wanted });
    case 'files': {
      const files = readFiles(wanted.files);
      const { id } = readIdentity(files);
      if (id === undefined || !/^[a-z][a-z0-9-]{0,63}$/.test(id)) throw noId();
      return { connector: id, files, notes: [] };
    }
  }
}

const fromPackage =
  'A package does not keep fixtures, "$schema", comments or the order of keys: record fixtures again, or push the folder it was built from.';

async function usedVersion(store: Store, workspaceId: string, connector: string): Promise<string> {
  const installed = await findInstallation(store, workspaceId, connector);
  const version = installed?.version ?? (await findNewestRelease(store, { workspaceId }, connector))?.version;
  if (version !== undefined) return version;
  throw new Problem('not_found', `There is no connector "${connector}": GET /api/connectors lists those there are.`);
}

function noId(): Problem {
  return new Problem(
    'invalid_input',
    'The files have no connector.json with a valid "id": add one, such as "my-crm".',
    {
      errors: [{ pointer: '#/files', code: 'missing_file', detail: 'connector.json needs an "id"' }],
    },
  );
}
