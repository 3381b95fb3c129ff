import { getReleasedApp, removeSamples, requireInstalled } from '@tallyhook/store/app-packages';
import { installedVersion } from '../apps/installed-version.ts';
import { defineRoute } from '../route.ts';

export const deleteAppSamples = defineRoute({
  method: 'delete',
  path: '/api/installed-apps/:app/samples',
  access: 'write',
  summary: 'Removes the sample records of an app from the branch; other records stay.',
  answer: 'SampleCount',
  async handler(request, { store, now }) {
    const { workspaceId, branch, by } = request.caller;
    const { app: id } = request.params;
    await requireInstalled(store, branch, id);
    const version = await installedVersion(store, branch, id);
    const { app } = await getReleasedApp(store, workspaceId, { app: id, version });
    return { records: await removeSamples(store, branch, { app, now: now() }, by) };
  },
});
