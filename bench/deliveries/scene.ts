import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Report, Workflow } from '@tallyhook/schemas';
import { runNiceness } from '@tallyhook/local';
import { linkAccount } from '@tallyhook/store/accounts';
import { findNewestRelease, installConnector } from '@tallyhook/store/connectors';
import { saveDefinition } from '@tallyhook/store/definitions';
import { createRecord } from '@tallyhook/store/records';
import { publishTriggerRoutes } from '@tallyhook/store/workflows';
import type { Engines } from '../engines.ts';
import { startProcess, type RunningProcess } from '../processes.ts';
import { makeWorkspace, type Workspace } from '../workspace.ts';
import { createSender } from './sender.ts';

/** The product and a bare worker on the same engines, with the same practice service. */
export interface Scene {
  workspace: Workspace;
  /** The processes of the product and of the bare side, by name. */
  processes: Record<'api' | 'worker' | 'practice' | 'bare', RunningProcess>;
  /** Posts a new delivery and waits for the response. */
  deliver(): Promise<void>;
  stop(): Promise<void>;
}

const repositoryOwner = 'Codertocat';

const workflowOf = (report: string): Workflow => ({
  name: 'Tell the reporter how many tickets are open',
  trigger: { kind: 'connector', connector: 'github', events: ['issues.opened'] },
  steps: [
    { id: 'open', kind: 'runReport', report },
    {
      id: 'comment',
      kind: 'action',
      connector: 'github',
      action: 'comment-on-issue',
      input: {
        owner: '{{trigger.payload.repository.owner.login}}',
        repository: '{{trigger.payload.repository.name}}',
        number: '{{trigger.payload.issue.number}}',
        body: '{{steps.open.output.overall.count}} tickets are open.',
      },
    },
  ],
});

const openTickets: Report = {
  type: 'ticket',
  chart: 'number',
  filter: { field: 'status', op: 'eq', value: 'open' },
  measures: [{ fn: 'count' }],
};

/** Starts all processes and creates a workflow with one report and one action, triggered by GitHub. */
export async function setScene(engines: Engines): Promise<Scene> {
  const workspace = await makeWorkspace(engines.mongodbUri);
  const token = randomBytes(12).toString('hex');
  const logPath = join(engines.folder, 'processes.log');
  const practice = await startProcess({
    file: 'packages/practice/src/main.ts',
    environment: { PORT: '0', PRACTICE_TOKEN: token },
    logPath,
  });
  const { url } = practice.ready as { url?: string };
  const environment = {
    PORT: '0',
    MONGODB_URI: engines.mongodbUri,
    TEMPORAL_ADDRESS: engines.temporalAddress,
    TALLYHOOK_HOME: engines.folder,
    TALLYHOOK_KEYRING: workspace.keyringText,
    TALLYHOOK_ROUTES: `https://api.github.com=${url}`,
    // The rate limit must not affect the measurement.
    TALLYHOOK_HOOK_RATE_SENDER: '100000',
    TALLYHOOK_HOOK_RATE_CONNECTOR: '100000',
  };
  const bareEnvironment = { ...environment, BARE_SERVICE_URL: url!, BARE_SERVICE_TOKEN: token };
  const [api, worker, bare] = await Promise.all([
    startProcess({ file: 'packages/api/src/main.ts', environment, logPath }),
    startProcess({ file: 'packages/engine/src/main.ts', environment, logPath, niceness: runNiceness }),
    startProcess({ file: 'bench/bare/main.ts', environment: bareEnvironment, logPath, niceness: runNiceness }),
  ]);
  await whenReady(api.ready.port!);
  await listen(workspace, token);
  const { deliver, close } = await createSender({ port: api.ready.port!, path: '/hooks/github' });
  return {
    workspace,
    processes: { api, worker, practice, bare },
    deliver,
    async stop() {
      close();
      await Promise.all([api, worker, practice, bare].map((running) => running.stop()));
      await workspace.store.close();
    },
  };
}

/** Waits until an api process takes requests; `/health` also needs a worker. */
export async function whenReady(port: number, path = '/health'): Promise<void> {
  for (let tries = 0; ; tries++) {
    const { ok } = await fetch(`http://127.0.0.1:${port}${path}`);
    if (ok) return;
    if (tries === 300) throw new Error('The api was not ready after 30 seconds.');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Creates the workflow of a run in a workspace, and turns it on. Returns the linked account. */
export async function listen(
  { store, workspaceId, branch, personId }: Workspace,
  token: string,
): Promise<{ accountId: string; externalId: string }> {
  for (const status of ['open', 'open', 'done']) {
    await createRecord(store, branch, 'ticket', { title: 'A ticket', status }, personId);
  }
  const release = await findNewestRelease(store, { workspaceId: null }, 'github');
  await installConnector(store, workspaceId, { connector: 'github', version: release!.version }, personId);
  const account = await linkAccount(store, {
    workspaceId,
    connector: 'github',
    label: 'Practice',
    externalId: repositoryOwner,
    ownerPersonId: null,
    fields: { owner: repositoryOwner, token },
  });
  const report = { name: 'Open tickets', definition: openTickets };
  const { id: reportId } = await saveDefinition(store, branch, 'report', report, personId);
  const definition = workflowOf(reportId);
  const workflow = { name: definition.name, definition };
  const { id: workflowId } = await saveDefinition(store, branch, 'workflow', workflow, personId);
  const published = { workspaceId, branchId: branch.id, branchName: branch.name, workflowId, definition };
  await publishTriggerRoutes(store, published, { on: true, accounts: { github: account.id } }, personId);
  return { accountId: account.id, externalId: repositoryOwner };
}
