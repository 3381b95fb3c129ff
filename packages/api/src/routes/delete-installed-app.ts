import { audited } from '@tallyhook/store/audit';
import { removeApp } from '@tallyhook/store/app-packages';
import { appWorkflows, settleAppWorkflows } from '../apps/settle-app-workflows.ts';
import { requireAbility } from '../middleware/caller.ts';
import { defineRoute } from '../route.ts';

export const deleteInstalledApp = defineRoute({
  method: 'delete',
  path: '/api/installed-apps/:app',
  access: { person: 'manage' },
  summary:
    'Removes an app from the branch: its reports, dashboards and workflows, and its types with their records unless `keepRecords` is set.',
  parameters: { keepRecords: { kind: 'flag' }, evenIfUsed: { kind: 'flag' } },
  answer: 'RemovedApp',
  problems: ['in_use'],
  async handler(request, { store, kinds }) {
    const { caller, parameters } = request;
    const { workspaceId, branch, by } = caller;
    requireAbility(caller, 'write');
    const { app } = request.params;
    const before = await appWorkflows(store, caller, app);
    const { keepRecords = false, evenIfUsed = false } = parameters;
    const removed = await removeApp(store, branch, { app, keepRecords, evenIfUsed }, by);
    await settleAppWorkflows({ store, kinds }, { ...caller, branch: removed.branch }, { app, before });
    const details = { branch: branch.name, records: String(removed.records) };
    const entry = { action: 'app.removed', by, at: new Date(), workspaceId, target: app, details } as const;
    await audited(store, entry, () => Promise.resolve());
    return { records: removed.records };
  },
});
