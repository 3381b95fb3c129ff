import type { ActionStep, Workflow } from '@tallyhook/schemas';
import { compileConnector, createHttp, parseRoutes, type Http } from '@tallyhook/sdk';
import { ensureIndexes, newId, type Store } from '@tallyhook/store';
import { linkAccount } from '@tallyhook/store/accounts';
import { openBranch, type Branch } from '@tallyhook/store/branches';
import { installConnector, listInstallations, releaseConnector } from '@tallyhook/store/connectors';
import { saveDefinition } from '@tallyhook/store/definitions';
import { acceptDeliveries, eventPayload } from '@tallyhook/store/deliveries';
import { createPerson } from '@tallyhook/store/people';
import { createRecord } from '@tallyhook/store/records';
import { listRuns, listStepResults, type Run, type StepResult } from '@tallyhook/store/runs';
import { publishTriggerRoutes } from '@tallyhook/store/workflows';
import { createWorkspace } from '@tallyhook/store/workspaces';
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { dropTestStore, openTestStore } from './engines.ts';
import { startGithub, type Github } from './github.ts';

const githubFolder = join(import.meta.dirname, '../../connectors/github');

/** A workspace with three tickets, a report over the open ones, GitHub played by practice, and an enabled workflow. */
export interface World {
  store: Store;
  branch: Branch;
  github: Github;
  /** Routes calls to GitHub to the practice service. */
  http: Http;
  routes: string;
  reportId: string;
  workflowId: string;
  accountId: string;
  /** Stores a delivery as the dispatcher does; starts nothing. */
  keepDelivery(deliveryId?: string): Promise<string>;
  /** Waits until the only run of the branch's newest delivery has ended. */
  endOfRun(options?: { timeoutMs?: number }): Promise<Run & { steps: StepResult[] }>;
  runs(): Promise<Run[]>;
  /** Waits until something holds. */
  until(what: string, holds: () => Promise<boolean>): Promise<void>;
  close(): Promise<void>;
}

const by = 'test';

/** `calledId` is a workflow that adds "!" to a text when it is called. */
type MakeSteps = (reportId: string, calledId: string) => Workflow['steps'];

export async function createWorld({ steps }: { steps?: MakeSteps } = {}): Promise<World> {
  const store = await openTestStore();
  await ensureIndexes(store);
  const github = await startGithub();
  const routes = `https://api.github.com=${github.url}`;
  const branch = await makeBranch(store);
  const reportId = await makeReport(store, branch);
  const accountId = await linkGithub(store, branch.workspaceId, github.token);
  const calledId = await makeCalled(store, branch);
  const definition = workflowOf((steps ?? countAndComment)(reportId, calledId));
  const { id: workflowId } = await saveDefinition(store, branch, 'workflow', { name: definition.name, definition }, by);
  const { workspaceId, id: branchId, name: branchName } = branch;
  const place = { workspaceId, branchId, branchName, workflowId, definition };
  await publishTriggerRoutes(store, place, { on: true, accounts: { github: accountId } }, by);

  const http = createHttp({ routes: parseRoutes(routes), privateHosts: [] });
  const runs = async () => (await listRuns(store, { workspaceId, branchId, limit: 500 })).runs;
  return {
    store,
    branch,
    github,
    http,
    routes,
    reportId,
    workflowId,
    accountId,
    keepDelivery: (deliveryId = newId()) => keepDelivery(store, workspaceId, deliveryId),
    async endOfRun({ timeoutMs = 90_000 } = {}) {
      for (const endAt = Date.now() + timeoutMs; Date.now() < endAt; await pause(25)) {
        const [run] = await runs();
        if (run?.endedAt) return { ...run, steps: await listStepResults(store, run.id) };
      }
      return assert.fail(`the run did not end within ${timeoutMs} ms: ${JSON.stringify(await runs())}`);
    },
    runs,
    async until(what, holds) {
      for (const endAt = Date.now() + 60_000; !(await holds()); await pause(50))
        if (Date.now() > endAt) assert.fail(`${what} did not come`);
    },
    async close() {
      await http.close();
      await github.stop();
      await dropTestStore(store);
    },
  };
}

/** A workspace with one person and the Work app on its main branch. */
export async function makeBranch(store: Store): Promise<Branch> {
  const now = new Date();
  const person = { email: 'owner@example.com', name: 'Owner', password: 'correct horse', by, now };
  const { id: personId } = await createPerson(store, person);
  const { id: workspaceId } = await createWorkspace(store, { name: 'Test', personId, now });
  const branch = await openBranch(store, workspaceId, 'main');
  for (const status of ['open', 'open', 'review'])
    await createRecord(store, branch, 'ticket', { title: 'x', status }, by);
  return branch;
}

async function makeReport(store: Store, branch: Branch): Promise<string> {
  const definition = {
    type: 'ticket',
    chart: 'number',
    filter: { and: [{ field: 'status', op: 'eq', value: 'open' }] },
    measures: [{ fn: 'count' }],
  };
  return (await saveDefinition(store, branch, 'report', { name: 'Open tickets', definition }, by)).id;
}

async function makeCalled(store: Store, branch: Branch): Promise<string> {
  const definition: Workflow = {
    name: 'Called',
    trigger: { kind: 'called', inputs: [{ name: 'text', label: 'Text', kind: 'text', required: true }] },
    steps: [{ id: 'find', kind: 'findRecords', type: 'ticket', limit: 1 }],
  };
  return (await saveDefinition(store, branch, 'workflow', { name: definition.name, definition }, by)).id;
}

/** Releases, installs and links GitHub. */
export async function linkGithub(store: Store, workspaceId: string, token: string): Promise<string> {
  const { package: released, problems } = compileConnector(githubFolder);
  assert.ok(released, JSON.stringify(problems));
  await releaseConnector(store, released, { workspaceId: null, by });
  await installConnector(store, workspaceId, { connector: 'github' }, by);
  const fields = { owner: 'octo', token };
  const account = { workspaceId, connector: 'github', label: 'octo', externalId: 'octo', ownerPersonId: null, fields };
  return (await linkAccount(store, account)).id;
}

function workflowOf(steps: Workflow['steps']): Workflow {
  const trigger = { kind: 'connector' as const, connector: 'github', events: ['issues.opened'] };
  return { name: 'Count and comment', trigger, steps };
}

/** The steps of the demo: the report, then a comment with its number. */
export function countAndComment(reportId: string): Workflow['steps'] {
  return [
    { id: 'count', kind: 'runReport', report: reportId },
    commentWith('comment', 'There are {{steps.count.output.overall.count}} open tickets.'),
  ];
}

/** A step that comments on the issue of the delivery. */
export function commentWith(id: string, body: string): ActionStep {
  const input = {
    owner: '{{trigger.payload.repository.owner.login}}',
    repository: '{{trigger.payload.repository.name}}',
    number: '{{trigger.payload.issue.number}}',
    body,
  };
  return { id, kind: 'action', connector: 'github', action: 'comment-on-issue', input };
}

/** Stores a delivery from GitHub as the dispatcher does; starts nothing. */
export async function keepDelivery(store: Store, workspaceId: string, deliveryId: string): Promise<string> {
  const payload = {
    action: 'opened',
    issue: { number: 7, title: 'Spelling' },
    repository: { name: 'hello-world', owner: { login: 'octo' } },
  };
  const installed = await listInstallations(store, workspaceId);
  const connectorVersion = installed.find(({ connector }) => connector === 'github')?.version ?? assert.fail();
  const [kept] = await acceptDeliveries(store, {
    connector: 'github',
    contentType: 'application/json',
    raw: Buffer.from(JSON.stringify(payload)),
    events: [
      {
        connectorVersion,
        event: 'issues.opened',
        externalId: 'octo',
        deliveryId,
        payload: eventPayload('issues.opened', payload),
      },
    ],
  });
  assert.ok(kept);
  return kept.id;
}
