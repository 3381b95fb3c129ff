import { getReleasedApp, removeSamples, requireInstalled } from '@tallyhook/store/app-packages';
import { installedVersion } from '../apps/installed-version.ts';
import { defineRoute } from '../route.ts';

export const deleteAppSamples = defineRoute({
  method: 'delete',
  path: '/api/installed-apps/:app/samples',
  access: 'write',
  summary: 'Removes the sample records of an app that nobody edited from the branch; other records stay.',
  answer: 'RemovedSamples',
  async handler(request, { store, now }) {
    const { workspaceId, branch, by } = request.caller;
    const { app: id } = request.params;
    await requireInstalled(store, branch, id);
    const version = await installedVersion(store, branch, id);
    const { app } = await getReleasedApp(store, workspaceId, { app: id, version });
    return removeSamples(store, branch, { app, now: now() }, by);
  },
});
