import { Problem } from '@tallyhook/schemas';
import type { NewConnectorFolder } from '@tallyhook/schemas/api';
import { readStarter, sourceTexts } from '@tallyhook/sdk';
import type { Store } from '@tallyhook/store';
import { findInstallation, findNewestRelease, getReleasedPackage, type FolderFile } from '@tallyhook/store/connectors';
import { readFiles, readIdentity } from './folder-files.ts';

/** The files that a connector is begun with, and what could not be taken over. */
export interface BegunFolder {
  connector: string;
  files: FolderFile[];
  notes: string[];
}

/**
 * Makes the first files of a connector.
 * @throws Problem `not_found` if there is no such connector, `invalid_input`
 */
export async function beginFolder(
  { store }: { store: Store },
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

function filesOf(texts: ReadonlyMap<string, string>): FolderFile[] {
  return [...texts].map(([path, text]) => ({ path, text })).sort((a, b) => (a.path < b.path ? -1 : 1));
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
