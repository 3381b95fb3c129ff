import { Client, Connection } from '@temporalio/client';
import { openRunStatuses } from '@tallyhook/schemas/run-statuses';
import type { bareLocalRun, bareRun } from '../bare/workflows.ts';
import { bareNamespace, bareTaskQueue } from '../bare/names.ts';
import type { Engines } from '../engines.ts';
import { childrenCalled } from '../processor-time.ts';
import type { Side } from './round.ts';
import type { Scene } from './scene.ts';

/** The product: a delivery is accepted on response and finished when its run has ended. */
export function productSide({ workspace, processes, deliver }: Scene): Side {
  const { store, workspaceId, branch } = workspace;
  const runs = store.system.collection('runs');
  const ofBranch = { workspaceId, branchId: branch.id };
  return {
    name: 'product',
    accept: () => deliver(),
    async ended() {
      // Asked ten times a second, so only indexes and metadata: a scan would count as work of the product.
      const [all, open, failed] = await Promise.all([
        runs.estimatedDocumentCount(),
        runs.countDocuments({ status: { $in: openRunStatuses } }, { hint: 'open' }),
        runs.countDocuments({ ...ofBranch, status: 'failed' }, { hint: 'failed' }),
      ]);
      if (failed > 0) throw new Error(`${failed} runs did not complete.`);
      return all - open;
    },
    pids: {
      ...enginePids(),
      practice: processes.practice.pid,
      'api or client': processes.api.pid,
      worker: processes.worker.pid,
    },
  };
}

/** A client that starts workflows and a worker that only runs them; a run is accepted when the start returns. */
export async function bareSides(
  engines: Engines,
  { processes }: Scene,
): Promise<{ usual: Side; local: Side; close(): Promise<void> }> {
  const connection = await Connection.connect({ address: engines.temporalAddress });
  const client = new Client({ connection, namespace: bareNamespace });
  let ended = 0;
  let started = 0;
  processes.bare.onLine((line) => ({ ended } = JSON.parse(line) as { ended: number }));
  const sideOf = (name: string, workflow: 'bareRun' | 'bareLocalRun'): Side => ({
    name,
    async accept(number) {
      started += 1;
      await client.workflow.start<typeof bareRun | typeof bareLocalRun>(workflow, {
        workflowId: `bare-${started}`,
        taskQueue: bareTaskQueue,
        args: [number],
        workflowIdReusePolicy: 'REJECT_DUPLICATE',
        workflowIdConflictPolicy: 'USE_EXISTING',
      });
    },
    ended: () => ended,
    pids: {
      ...enginePids(),
      practice: processes.practice.pid,
      'api or client': process.pid,
      worker: processes.bare.pid,
    },
  });
  return {
    usual: sideOf('bare', 'bareRun'),
    local: sideOf('bare, local', 'bareLocalRun'),
    close: () => connection.close(),
  };
}

function enginePids(): Record<string, number> {
  const [mongod] = childrenCalled('mongod');
  const [temporal] = childrenCalled('temporal');
  return { ...(mongod && { mongod }), ...(temporal && { temporal }) };
}
