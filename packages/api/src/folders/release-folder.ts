import { type ConnectorPackage, Problem } from '@tallyhook/schemas';
import type { FolderRelease } from '@tallyhook/schemas/api';
import { rewriteJson } from '@tallyhook/sdk';
import type { Store } from '@tallyhook/store';
import {
  getConnectorFolder,
  previewRelease,
  releaseConnector,
  saveConnectorFolder,
  type FolderFile,
  type Release,
} from '@tallyhook/store/connectors';
import { refuseSmallStep } from '../connectors/refuse-small-step.ts';
import type { TestedFolder } from './folder-jobs.ts';
import type { FolderWork } from './folder-work.ts';
import { contentOf, mistakesOf } from './save-folder.ts';

interface Services {
  store: Store;
  fixtureWork: FolderWork;
}

/**
 * Releases a connector in the making: sets its version, checks it, runs its fixtures, and releases it.
 * @throws Problem `invalid_connector` if it has mistakes, a fixture fails or the step is too small;
 * `revision_conflict`, `already_exists`
 */
export async function releaseFolder(
  { store, fixtureWork }: Services,
  place: { workspaceId: string; connector: string },
  { version, revision, isUntested = false, notes }: FolderRelease,
  by: string,
): Promise<Release> {
  const { files } = await getConnectorFolder(store, place);
  const changed = withVersion(files, version);
  const tested = await fixtureWork.run({ kind: 'fixtures', files: changed });
  const released = refuseFailed(tested, isUntested);
  await refuseSmallStep(store, place.workspaceId, released);
  await previewRelease(store, released, place);
  const content = contentOf(place.connector, changed, tested);
  // Before the release, so that what is released is the revision that the person saw.
  await saveConnectorFolder(store, place, { revision, ...content }, by);
  return releaseConnector(store, released, { workspaceId: place.workspaceId, by, notes });
}

function withVersion(files: readonly FolderFile[], version: string): FolderFile[] {
  return files.map((file) => {
    if (file.path !== 'connector.json') return file;
    const value: unknown = parsed(file.text);
    if (typeof value !== 'object' || value === null) return file;
    return { ...file, text: rewriteJson(file.text, { ...value, version }) };
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // The compiler says where the mistake is.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function refuseFailed({ problems, isSound, released, results }: TestedFolder, isUntested: boolean): ConnectorPackage {
  if (released === null || !isSound) {
    const errors = mistakesOf(problems.filter(({ severity }) => severity === 'error'));
    const count = errors.length === 1 ? '1 mistake' : `${errors.length} mistakes`;
    throw new Problem('invalid_connector', `Nothing was released: correct ${count} first.`, { errors });
  }
  const failed = results.filter(({ differences }) => differences.length > 0);
  if (failed.length > 0) {
    const errors = failed.map(({ name, differences }) => ({
      ...{ code: 'fixture_failed', detail: `fixtures/${name}.json: ${differences[0]}` },
    }));
    const detail = `Nothing was released: ${failed.length} of ${results.length} fixtures failed.`;
    throw new Problem('invalid_connector', detail, { errors });
  }
  if (results.length === 0 && !isUntested)
    throw new Problem('invalid_connector', 'Nothing was released: no fixture tests it. Add one, or say "isUntested".');
  return released;
}
