import { getReleasedApp, loadSamples, requireInstalled } from '@tallyhook/store/app-packages';
import { installedVersion } from '../apps/installed-version.ts';
import { defineRoute } from '../route.ts';

export const postAppSamples = defineRoute({
  method: 'post',
  path: '/api/installed-apps/:app/samples',
  access: 'write',
  summary: 'Writes the sample records of an app that the branch lacks.',
  answer: 'SampleCount',
  status: 201,
  problems: ['invalid_record'],
  async handler(request, { store, now }) {
    const { workspaceId, branch, by } = request.caller;
    const { app: id } = request.params;
    await requireInstalled(store, branch, id);
    const version = await installedVersion(store, branch, id);
    const { app } = await getReleasedApp(store, workspaceId, { app: id, version });
    return { records: await loadSamples(store, branch, { app, now: now() }, by) };
  },
});
