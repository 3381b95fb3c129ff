import { audited } from '@tallyhook/store/audit';
import { getReleasedApp, installPackage } from '@tallyhook/store/app-packages';
import { listInstalledApps } from '@tallyhook/store/apps';
import { appWorkflows, settleAppWorkflows } from '../apps/settle-app-workflows.ts';
import { requireAbility } from '../middleware/caller.ts';
import { defineRoute } from '../route.ts';

export const postApps = defineRoute({
  method: 'post',
  path: '/api/apps',
  access: { person: 'manage' },
  summary: 'Installs an app on the branch, or changes its version. Its workflows arrive switched off.',
  body: 'NewAppInstallation',
  answer: 'InstalledApp',
  status: 201,
  problems: ['would_lose', 'revision_conflict', 'already_exists'],
  async handler(request, { store, kinds }) {
    const { caller, body } = request;
    const { workspaceId, branch, by } = caller;
    requireAbility(caller, 'write');
    const { release, app } = await getReleasedApp(store, workspaceId, { app: body.id, version: body.version });
    const before = await appWorkflows(store, caller, app.id);
    const changed = await installPackage(store, branch, { app, acceptLoss: body.acceptLoss }, by);
    await settleAppWorkflows({ store, kinds }, { ...caller, branch: changed }, { app: app.id, before });
    const details = { version: release.version, branch: branch.name };
    const entry = { action: 'app.installed', by, at: new Date(), workspaceId, target: app.id, details } as const;
    await audited(store, entry, () => Promise.resolve());
    return (await listInstalledApps(store, branch)).find((one) => one.app === app.id)!;
  },
});
