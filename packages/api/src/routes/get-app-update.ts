import {
  describeUpdate,
  getReleasedApp,
  isLeftBy,
  requireInstalled,
  typesWithApp,
} from '@tallyhook/store/app-packages';
import { installedVersion } from '../apps/installed-version.ts';
import { defineRoute } from '../route.ts';
import { findStopped } from '../stops/find-stopped.ts';

export const getAppUpdate = defineRoute({
  method: 'get',
  path: '/api/installed-apps/:app/update',
  access: { person: 'manage' },
  summary:
    'Tells what another version of an app would change on the branch, or installing it again where it left its types. Nothing is written.',
  parameters: { version: { kind: 'text', maxLength: 60 } },
  answer: 'AppUpdate',
  async handler(request, services) {
    const { store } = services;
    const { workspaceId, branch } = request.caller;
    const { app: id } = request.params;
    const from = await installedVersion(store, branch, id);
    const hasLeftTypes = branch.types.some((type) => isLeftBy(type, id));
    if (from === undefined && !hasLeftTypes) await requireInstalled(store, branch, id);
    const { version } = request.parameters;
    const { release, app } = await getReleasedApp(store, workspaceId, { app: id, version });
    const found = await describeUpdate(store, branch, app);
    const stops = await findStopped(services, branch, { after: typesWithApp(branch, app), exceptApp: id });
    return { ...(from !== undefined && { from }), to: release.version, ...found, stops };
  },
});
