import { describeUpdate, getReleasedApp, isLeftBy, requireInstalled } from '@tallyhook/store/app-packages';
import { installedVersion } from '../apps/installed-version.ts';
import { defineRoute } from '../route.ts';

export const getAppUpdate = defineRoute({
  method: 'get',
  path: '/api/installed-apps/:app/update',
  access: { person: 'manage' },
  summary:
    'Tells what another version of an app would change on the branch, or installing it again where it left its types. Nothing is written.',
  parameters: { version: { kind: 'text', maxLength: 60 } },
  answer: 'AppUpdate',
  async handler(request, { store }) {
    const { workspaceId, branch } = request.caller;
    const { app: id } = request.params;
    const from = await installedVersion(store, branch, id);
    const hasLeftTypes = branch.types.some((type) => isLeftBy(type, id));
    if (from === undefined && !hasLeftTypes) await requireInstalled(store, branch, id);
    const { version } = request.parameters;
    const { release, app } = await getReleasedApp(store, workspaceId, { app: id, version });
    return { ...(from !== undefined && { from }), to: release.version, ...(await describeUpdate(store, branch, app)) };
  },
});
