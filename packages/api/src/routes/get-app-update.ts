import { describeUpdate, getReleasedApp, requireInstalled } from '@tallyhook/store/app-packages';
import { listInstalledApps } from '@tallyhook/store/apps';
import { defineRoute } from '../route.ts';

export const getAppUpdate = defineRoute({
  method: 'get',
  path: '/api/installed-apps/:app/update',
  access: { person: 'manage' },
  summary: 'Tells what another version of an app would change on the branch. Nothing is written.',
  parameters: { version: { kind: 'text', maxLength: 60 } },
  answer: 'AppUpdate',
  async handler(request, { store }) {
    const { workspaceId, branch } = request.caller;
    const { app: id } = request.params;
    await requireInstalled(store, branch, id);
    const { version } = request.parameters;
    const { release, app } = await getReleasedApp(store, workspaceId, { app: id, version });
    const from = (await listInstalledApps(store, branch)).find((one) => one.app === id)!.version;
    return { from, to: release.version, ...(await describeUpdate(store, branch, app)) };
  },
});
