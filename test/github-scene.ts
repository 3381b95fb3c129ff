import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client, Connection, WorkflowNotFoundError } from '@temporalio/client';
import { send, signIn, type HttpAnswer } from './doors.ts';
import { waitFor, type Product } from './product.ts';

/** A delivery from GitHub: event and delivery id are sent as headers. */
export interface Delivery {
  event: string;
  id: string;
  payload?: unknown;
  /** The address to deliver to; default the common one. */
  to?: string;
}

export interface RunRow {
  id: string;
  status: string;
  workflowName: string;
  error: { message: string } | null;
}

/** Everything a workflow that comments on new issues needs, created with the command line. */
export interface GithubScene {
  accountId: string;
  workflowId: string;
  deliver(delivery: Delivery): Promise<HttpAnswer>;
  runs(): Promise<RunRow[]>;
}

const fixtures = join(import.meta.dirname, 'fixtures');

/** Reads a payload as GitHub sends it. */
export async function readFixture(name: string): Promise<string> {
  return readFile(join(fixtures, name), 'utf8');
}

/**
 * Creates three tickets, two of them open; a report that counts the open ones; and a workflow that comments the number.
 */
export async function setGithubScene(product: Product, token: string): Promise<GithubScene> {
  await product.login();
  await product.json(['connectors', 'install', 'github']);
  const account = await product.json<{ id: string }>(
    ['accounts', 'link', 'github', '--label', 'Practice', '--field', 'owner=Codertocat', '--field', 'token=-'],
    {
      input: `${token}\n`,
    },
  );
  const { cookie } = await signIn(product.url, product.owner);
  const report = await makeReport(product, cookie);
  const workflow = await product.json<{ id: string }>(
    ['workflows', 'apply', '-', '--on', '--account', `github=${account.id}`],
    {
      input: JSON.stringify(workflowOf(report)),
    },
  );
  return {
    accountId: account.id,
    workflowId: workflow.id,
    deliver: (delivery) => deliver(product.url, delivery),
    runs: () => readRuns(product.url, cookie),
  };
}

async function readRuns(url: string, cookie: string): Promise<RunRow[]> {
  const { body } = await send(`${url}/api/runs?limit=200`, { headers: { cookie } });
  return (body as { runs: RunRow[] }).runs;
}

async function makeReport(product: Product, cookie: string): Promise<string> {
  const post = async (path: string, body: unknown) => {
    const headers = { cookie, origin: product.url, 'content-type': 'application/json' };
    const answer = await send(`${product.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (answer.status >= 300) throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body as { id: string };
  };
  for (const [title, status] of [
    ['Spelling', 'open'],
    ['Crash', 'open'],
    ['Colour', 'done'],
  ]) {
    await post('/api/records?type=ticket', { fields: { title, status } });
  }
  const { id } = await post('/api/reports', {
    name: 'Open tickets',
    definition: {
      type: 'ticket',
      chart: 'number',
      filter: { and: [{ field: 'status', op: 'eq', value: 'open' }] },
      measures: [{ fn: 'count' }],
    },
  });
  return id;
}

function workflowOf(report: string): object {
  return {
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
          body: 'About "{{trigger.payload.issue.title}}": {{steps.open.output.overall.count}} tickets are open.',
        },
      },
    ],
  };
}

/** Posts a delivery the way GitHub does. */
export async function deliver(
  url: string,
  { event, id, payload, to = `${url}/hooks/github` }: Delivery,
): Promise<HttpAnswer> {
  const body =
    payload === undefined
      ? await readFixture(event === 'ping' ? 'github-ping.json' : 'github-issues-opened.json')
      : JSON.stringify(payload);
  const response = await fetch(to, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'GitHub-Hookshot/044aadd',
      accept: '*/*',
      'x-github-event': event,
      'x-github-delivery': id,
      'x-github-hook-id': '109948940',
    },
    body,
  });
  return { status: response.status, headers: response.headers, body: await response.text() };
}

/** Connects to the product's Temporal server, for tests that delete its histories. */
export async function openTemporal(product: Product): Promise<{ client: Client; close(): Promise<void> }> {
  const listed = (await product.processes()).find(({ name }) => name === 'temporal');
  const connection = await Connection.connect({ address: `127.0.0.1:${listed?.port}` });
  return { client: new Client({ connection, namespace: 'tallyhook' }), close: () => connection.close() };
}

/**
 * Deletes every history, as if retention had expired, and waits until none can be found. Returns how many there were.
 */
export async function deleteHistories(product: Product): Promise<number> {
  const { client, close } = await openTemporal(product);
  const ids: string[] = [];
  for await (const { workflowId, runId } of client.workflow.list({ query: 'WorkflowId STARTS_WITH "hook:"' })) {
    const workflowExecution = { workflowId, runId };
    await client.workflowService.deleteWorkflowExecution({ namespace: 'tallyhook', workflowExecution });
    ids.push(workflowId);
  }
  for (const id of ids) await waitFor(`the history of ${id} to be gone`, () => isForgotten(client, id), 60_000);
  await close();
  return ids.length;
}

async function isForgotten(client: Client, workflowId: string): Promise<boolean> {
  return client.workflow
    .getHandle(workflowId)
    .describe()
    .then(
      () => false,
      (error: unknown) => error instanceof WorkflowNotFoundError,
    );
}
