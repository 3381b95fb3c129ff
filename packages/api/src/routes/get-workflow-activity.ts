import { listDefinitions } from '@tallyhook/store/definitions';
import { listLastRuns } from '@tallyhook/store/runs';
import { listLinkedAccounts } from '@tallyhook/store/accounts';
import {
  listNextTimes,
  listWorkflowAddresses,
  listWorkflowSettings,
  type WorkflowAddress,
} from '@tallyhook/store/workflows';
import { defineRoute } from '../route.ts';
import { workflowAddress } from '../workflows/workflow-address.ts';

const shownRuns = 10;

export const getWorkflowActivity = defineRoute({
  method: 'get',
  path: '/api/workflow-activity',
  access: 'read',
  summary:
    'Lists the last ten runs of each workflow of the branch, and when its schedule starts it next, and which of its accounts do not work.',
  answer: 'WorkflowActivity[]',
  async handler(request, { store, baseUrl }) {
    const { branch, abilities, workspaceId } = request.caller;
    const [workflows, nextTimes, settings, accounts, addresses] = await Promise.all([
      listDefinitions(store, branch, 'workflow'),
      listNextTimes(store, branch.id),
      listWorkflowSettings(store, { workspaceId, branchId: branch.id }),
      listLinkedAccounts(store, workspaceId),
      // Who knows the address may start the workflow.
      abilities.has('write') ? listWorkflowAddresses(store, branch.id) : new Map<string, WorkflowAddress>(),
    ]);
    const broken = accounts.flatMap(({ id, label, stopped, refused }) => {
      const reason = stopped?.reason ?? refused?.reason;
      return reason === undefined ? [] : [{ id, label, reason }];
    });
    return Promise.all(
      workflows.map(async ({ id }) => ({
        workflowId: id,
        address: addressOf(addresses.get(id), baseUrl),
        nextAt: nextTimes.get(id) ?? null,
        brokenAccounts: broken.filter((account) =>
          Object.values(settings.get(id)?.accounts ?? {}).includes(account.id),
        ),
        runs: await listLastRuns(store, { branchId: branch.id, workflowId: id }, shownRuns),
      })),
    );
  },
});

const addressOf = (address: WorkflowAddress | undefined, baseUrl: string) =>
  address === undefined ? null : workflowAddress(address, baseUrl);
