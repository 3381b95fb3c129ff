import { listDefinitions } from '@tallyhook/store/definitions';
import { listLastRuns } from '@tallyhook/store/runs';
import { listNextTimes, listWorkflowAddresses, type WorkflowAddress } from '@tallyhook/store/workflows';
import { defineRoute } from '../route.ts';
import { workflowAddress } from '../workflows/workflow-address.ts';

const shownRuns = 10;

export const getWorkflowActivity = defineRoute({
  method: 'get',
  path: '/api/workflow-activity',
  access: 'read',
  summary: 'Lists the last ten runs of each workflow of the branch, and when its schedule starts it next.',
  answer: 'WorkflowActivity[]',
  async handler(request, { store, baseUrl }) {
    const { branch, abilities } = request.caller;
    const [workflows, nextTimes, addresses] = await Promise.all([
      listDefinitions(store, branch, 'workflow'),
      listNextTimes(store, branch.id),
      // Who knows the address may start the workflow.
      abilities.has('write') ? listWorkflowAddresses(store, branch.id) : new Map<string, WorkflowAddress>(),
    ]);
    return Promise.all(
      workflows.map(async ({ id }) => ({
        workflowId: id,
        address: addressOf(addresses.get(id), baseUrl),
        nextAt: nextTimes.get(id) ?? null,
        runs: await listLastRuns(store, { branchId: branch.id, workflowId: id }, shownRuns),
      })),
    );
  },
});

const addressOf = (address: WorkflowAddress | undefined, baseUrl: string) =>
  address === undefined ? null : workflowAddress(address, baseUrl);
