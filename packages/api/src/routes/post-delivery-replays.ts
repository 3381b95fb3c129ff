import { queueReplay } from '@tallyhook/engine/client';
import { Problem } from '@tallyhook/schemas';
import { findDelivery, type Delivery } from '@tallyhook/store/deliveries';
import { defineRoute } from '../route.ts';
import { noteRun } from '../workflows/note-run.ts';
import { startQueued } from '../workflows/start-queued.ts';

export const postDeliveryReplays = defineRoute({
  method: 'post',
  path: '/api/delivery-replays',
  access: 'act',
  summary: 'Runs a workflow with deliveries that came before, each as the next attempt of its run.',
  body: 'DeliveryReplay',
  answer: 'StartedRun[]',
  status: 201,
  async handler(request, deps) {
    const { workspaceId, branch, by } = request.caller;
    const { workflow: workflowId, deliveries: ids } = request.body;
    const deliveries: Delivery[] = [];
    for (const id of ids) {
      const delivery = await findDelivery(deps.store, workspaceId, id);
      if (delivery === null)
        throw new Problem('not_found', `The workspace has no delivery "${id}", so nothing was replayed.`);
      deliveries.push(delivery);
    }
    const started = [];
    for (const delivery of deliveries) {
      const run = await queueReplay(deps.store, branch, { delivery, workflowId, by });
      await noteRun(deps.store, run, { action: 'run.again', by, at: deps.now() });
      started.push(await startQueued(deps, run));
    }
    return started;
  },
});
