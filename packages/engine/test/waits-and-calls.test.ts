import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Workflow } from '@tallyhook/schemas';
import { createHttp, parseRoutes } from '@tallyhook/sdk';
import { acceptDeliveries, eventPayload } from '@tallyhook/store/deliveries';
import { changeDefinition, saveDefinition } from '@tallyhook/store/definitions';
import { listInstallations } from '@tallyhook/store/connectors';
import { createRecord, updateRecord } from '@tallyhook/store/records';
import {
  answerWait,
  askToCancelRun,
  listOpenAsks,
  listStepResults,
  listWaitsOfRun,
  type Run,
  type StepResult,
  type Wait,
} from '@tallyhook/store/runs';
import { publishTriggerRoutes } from '@tallyhook/store/workflows';
import { cancelRun, connectTemporal, startDeliveryRuns, wakeRun, type TemporalClient } from '../src/client/index.ts';
import { engineAddresses, namespace } from './engines.ts';
import { runWorker, type TestWorker } from './run-worker.ts';
import { createWorld, type World } from './world.ts';

type Steps = Workflow['steps'];

describe('Steps that wait, call or request', () => {
  let world: World;
  let temporal: TemporalClient;
  let worker: TestWorker | undefined;
  let service: Server | undefined;

  afterEach(async () => {
    await worker?.stop();
    worker = undefined;
    await temporal.close();
    await world.close();
    service?.close();
    service = undefined;
  });

  async function begin(steps: Steps | ((reportId: string, calledId: string) => Steps)): Promise<void> {
    world = await createWorld({ steps: typeof steps === 'function' ? steps : () => steps });
    temporal = connectTemporal({ address: engineAddresses().temporalAddress, namespace });
    if (service !== undefined) {
      const { port } = service.address() as AddressInfo;
      const routes = `${world.routes},https://api.example.com=http://127.0.0.1:${port}`;
      world = { ...world, http: createHttp({ routes: parseRoutes(routes), privateHosts: [] }) };
    }
    worker = await runWorker(world);
  }
  const start = async () => startDeliveryRuns(world.store, temporal, await world.keepDelivery());
  const output = ({ steps }: { steps: StepResult[] }, stepId: string) =>
    steps.find((step) => step.stepId === stepId && step.item === '')?.output;

  async function until<Value>(what: string, read: () => Promise<Value | undefined | null>): Promise<Value> {
    for (const endAt = Date.now() + 30_000; Date.now() < endAt; await pause(50)) {
      const value = await read();
      if (value !== undefined && value !== null) return value;
    }
    return assert.fail(`${what} did not come`);
  }
  const openAsk = () => until('the question', async () => (await listOpenAsks(world.store, world.branch.id, 10))[0]);
  const endOf = (workflowId: string) =>
    until('the end of the run', async () => {
      const run = (await world.runs()).find((one) => one.workflowId === workflowId && one.endedAt !== null);
      return run && { ...run, steps: await listStepResults(world.store, run.id) };
    });
  const answer = (wait: Wait, values: Record<string, unknown>) =>
    answerWait(world.store, wait.id, { answer: { values }, by: 'person', at: new Date() });

  async function closeIssue(number: number, deliveryId: string): Promise<string> {
    const payload = { action: 'closed', issue: { number } };
    const [installed] = await listInstallations(world.store, world.branch.workspaceId);
    const connectorVersion = installed!.version;
    const [kept] = await acceptDeliveries(world.store, {
      connector: 'github',
      contentType: 'application/json',
      raw: Buffer.from(JSON.stringify(payload)),
      headers: { 'x-github-event': 'issues', authorization: 'Bearer secret' },
      query: { webhook: 'events' },
      events: [
        {
          connectorVersion,
          event: 'issues.closed',
          externalId: 'octo',
          deliveryId,
          payload: eventPayload('issues.closed', payload),
        },
      ],
    });
    return kept!.id;
  }

  const ask: Steps = [
    {
      id: 'ask',
      kind: 'askPerson',
      message: 'Close {{trigger.payload.issue.number}}?',
      inputs: [{ name: 'verdict', label: 'Verdict', kind: 'choice', options: ['Yes', 'No'], required: true }],
    },
  ];

  it('ask a person and go on with the first answer, once', async () => {
    await begin(ask);
    await start();
    const wait = await openAsk();
    assert.equal(wait.asked?.message, 'Close 7?');
    const answered = await answer(wait, { verdict: 'Yes' });
    assert.equal(await answer(wait, { verdict: 'No' }), null);
    await wakeRun(world.store, temporal, answered!);
    const run = await world.endOfRun();
    const { answered: isAnswered, values, by } = output(run, 'ask') as Record<string, unknown>;
    assert.deepEqual([run.status, isAnswered, values, by], ['completed', true, { verdict: 'Yes' }, 'person']);
  });

  it('go on with an answer that came while no worker ran and nobody could tell the run', async () => {
    await begin(ask);
    await start();
    const wait = await openAsk();
    await worker!.stop();
    await answer(wait, { verdict: 'No' });
    worker = await runWorker(world);
    assert.deepEqual((output(await world.endOfRun(), 'ask') as { values: object }).values, { verdict: 'No' });
  });

  it('fail if nobody answers in time, or go on if the step says so', async () => {
    await begin([
      { id: 'first', kind: 'askPerson', message: 'Hm?', within: '1s', otherwise: 'goOn' },
      { id: 'second', kind: 'askPerson', message: 'Hm?', within: '1s' },
    ]);
    await start();
    const run = await world.endOfRun();
    assert.deepEqual(output(run, 'first'), { answered: false, values: {}, by: null, at: null });
    assert.deepEqual([run.status, run.error?.stepId], ['failed', 'second']);
    assert.match(run.error!.message, /Nobody answered within 1s/);
  });

  it('close their questions when the run is cancelled', async () => {
    await begin(ask);
    await start();
    const wait = await openAsk();
    const [run] = await world.runs();
    await askToCancelRun(world.store, run!.id, { by: 'person', at: new Date() });
    await cancelRun(temporal, run!);
    assert.equal((await world.endOfRun()).status, 'cancelled');
    assert.equal((await listWaitsOfRun(world.store, run!.id))[0]?.state, 'closed');
    assert.equal(await answer(wait, { verdict: 'Yes' }), null);
  });

  it('stop asking when another step of the run fails', async () => {
    await begin([
      {
        id: 'each',
        kind: 'forEach',
        list: [1, 2],
        parallel: 2,
        steps: [
          {
            id: 'which',
            kind: 'condition',
            if: { left: '{{item}}', op: 'eq', right: 1 },
            then: [{ id: 'ask', kind: 'askPerson', message: 'Hm?' }],
            else: [
              { id: 'pause', kind: 'wait', for: '2s' },
              { id: 'end', kind: 'stop', as: 'failed', message: 'Enough' },
            ],
          },
        ],
      },
    ]);
    await start();
    const wait = await openAsk();
    const run = await world.endOfRun();
    assert.deepEqual([run.status, run.error?.stepId, run.error?.message], ['failed', 'end', 'Enough']);
    assert.equal((await listWaitsOfRun(world.store, wait.runId))[0]?.state, 'closed');
  });

  const waitForClose: Steps = [
    { id: 'pause', kind: 'wait', for: '2s' },
    {
      id: 'closed',
      kind: 'waitForDelivery',
      connector: 'github',
      events: ['issues.closed'],
      conditions: [{ path: 'issue.number', op: 'eq', value: '{{trigger.payload.issue.number}}' }],
    },
  ];

  it('wait for the delivery that meets the conditions', async () => {
    await begin(waitForClose);
    await start();
    await until('the wait', async () => (await listWaitsOfRun(world.store, (await world.runs())[0]!.id))[0]);
    await startDeliveryRuns(world.store, temporal, await closeIssue(8, 'd8'));
    await startDeliveryRuns(world.store, temporal, await closeIssue(7, 'd7'));
    const run = await world.endOfRun();
    const { arrived, event, payload, deliveryId, headers } = output(run, 'closed') as Record<string, unknown>;
    assert.deepEqual([arrived, event, deliveryId], [true, 'issues.closed', 'd7']);
    assert.deepEqual(payload, { action: 'closed', issue: { number: 7 } });
    assert.deepEqual(headers, { 'x-github-event': 'issues' });
  });

  it('take a delivery that came after the run began and before they waited', async () => {
    await begin(waitForClose);
    await start();
    await closeIssue(7, 'early');
    assert.equal((output(await world.endOfRun(), 'closed') as { deliveryId: string }).deliveryId, 'early');
  });

  it('call a workflow and go on with the output of its last step', async () => {
    await begin((_report, calledId) => [
      { id: 'call', kind: 'callWorkflow', workflow: calledId, inputs: { text: '{{trigger.event}}' } },
    ]);
    await start();
    const run = await endOf(world.workflowId);
    const { runId, output: result } = output(run, 'call') as { runId: string; output: { count: number } };
    assert.equal(result.count, 1);
    const called = (await world.runs()).find(({ id }) => id === runId);
    assert.deepEqual(called?.trigger, { kind: 'called', runId: run.id, inputs: { text: 'issues.opened' }, depth: 1 });
  });

  it('fail before they call a workflow without the values that it needs', async () => {
    await begin((_report, calledId) => [{ id: 'call', kind: 'callWorkflow', workflow: calledId }]);
    await start();
    const run = await world.endOfRun();
    assert.deepEqual([run.status, run.error?.code], ['failed', 'invalid_request']);
    assert.match(run.error!.message, /"Text" needs a value/);
    assert.equal((await world.runs()).length, 1);
  });

  it('fail with the failure of the workflow that they called', async () => {
    await begin([]);
    const failing: Workflow = {
      name: 'Failing',
      trigger: { kind: 'called' },
      steps: [{ id: 'end', kind: 'stop', as: 'failed', message: 'No luck' }],
    };
    const run = await callFrom(failing);
    assert.equal(run.status, 'failed');
    assert.match(run.error!.message, /of the workflow "Failing" failed. No luck/);
  });

  it('end a chain of workflows that call each other', async () => {
    await begin([]);
    const { id } = await saveDefinition(world.store, world.branch, 'workflow', { name: 'x', definition: {} }, 'test');
    const definition: Workflow = {
      name: 'Calls itself',
      trigger: { kind: 'called' },
      steps: [{ id: 'again', kind: 'callWorkflow', workflow: id }],
    };
    const change = () => ({ name: 'Calls itself', definition });
    await changeDefinition(world.store, world.branch, 'workflow', { id, change }, 'test');
    const run = await callFrom({ name: 'Outer', trigger: { kind: 'called' }, steps: definition.steps });
    assert.match(run.error!.message, /8 deep already/);
    assert.equal((await world.runs()).filter(({ workflowId }) => workflowId === id).length, 7);
  });

  /** Saves a workflow and runs one that calls it. */
  async function callFrom(definition: Workflow): Promise<Run> {
    const { name } = definition;
    const { id } = await saveDefinition(world.store, world.branch, 'workflow', { name, definition }, 'test');
    const steps: Steps = [{ id: 'call', kind: 'callWorkflow', workflow: id }];
    const trigger = { kind: 'recordChanged' as const, type: 'ticket', on: ['create' as const] };
    const outer = { name: 'Caller', trigger, steps };
    const callerId = await turnOn(outer);
    await createRecord(world.store, world.branch, 'ticket', { title: 'Begin' }, 'person');
    return endOf(callerId);
  }

  async function turnOn(definition: Workflow): Promise<string> {
    const { name } = definition;
    const { id } = await saveDefinition(world.store, world.branch, 'workflow', { name, definition }, 'test');
    const { workspaceId, id: branchId, name: branchName } = world.branch;
    const place = { workspaceId, branchId, branchName, workflowId: id, definition };
    await publishTriggerRoutes(world.store, place, { on: true, accounts: {} }, 'test');
    return id;
  }

  it('start once for each changed record that the trigger wants', async () => {
    await begin([]);
    const id = await turnOn({
      name: 'Done',
      trigger: {
        kind: 'recordChanged',
        type: 'ticket',
        on: ['update'],
        fields: ['status'],
        conditions: [{ path: 'record.fields.status', op: 'eq', value: 'review' }],
      },
      steps: [
        {
          id: 'note',
          kind: 'createRecord',
          type: 'note',
          fields: { title: '{{trigger.record.fields.title}}, was {{trigger.before.fields.status}}' },
        },
      ],
    });
    const { store, branch } = world;
    const made = await createRecord(store, branch, 'ticket', { title: 'One', status: 'open' }, 'person');
    let { revision } = made;
    const change = async (fields: Record<string, unknown>, by: string) => {
      ({ revision } = await updateRecord(store, branch, 'ticket', made.id, { revision, fields }, by));
    };
    await change({ title: 'Two' }, 'person');
    await change({ status: 'review' }, 'workflow:other');
    await change({ status: 'open' }, 'person');
    await change({ status: 'review' }, 'person');
    const run = await endOf(id);
    assert.equal(run.status, 'completed', JSON.stringify(run.error));
    assert.equal((output(run, 'note') as { fields: { title: string } }).fields.title, 'Two, was open');
    await pause(2_500);
    assert.equal((await world.runs()).filter(({ workflowId }) => workflowId === id).length, 1);
  });

  it('end a chain of workflows that change records', async () => {
    await begin([]);
    const id = await turnOn({
      name: 'Echo',
      trigger: { kind: 'recordChanged', type: 'ticket', on: ['create'], workflows: true },
      steps: [{ id: 'make', kind: 'createRecord', type: 'ticket', fields: { title: 'Echo' } }],
    });
    await createRecord(world.store, world.branch, 'ticket', { title: 'Shout' }, 'person');
    const ended = async () =>
      (await world.runs()).filter(({ workflowId, endedAt }) => workflowId === id && endedAt !== null).length;
    await until('the chain', async () => ((await ended()) === 9 ? true : null));
    await pause(2_500);
    assert.equal(await ended(), 9);
  });

  function serve(handle: (request: IncomingMessage, body: string) => { status: number; body: string }): Promise<void> {
    service = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { status, body } = handle(request, Buffer.concat(chunks).toString());
        response.writeHead(status, { 'content-type': 'application/json' }).end(body);
      });
    });
    return new Promise((resolve) => service!.listen(0, '127.0.0.1', resolve));
  }

  it('call any address and read its answer; values are no templates again', async () => {
    const seen: unknown[] = [];
    await serve((request, body) => {
      seen.push([request.method, request.url, request.headers['x-note'], body]);
      return { status: 200, body: '{"rates":[1,2]}' };
    });
    await begin([
      {
        id: 'http',
        kind: 'httpRequest',
        method: 'POST',
        url: 'https://api.example.com/rates?event={{trigger.event}}',
        headers: { 'X-Note': '{{trigger.payload.issue.title}}' },
        json: { number: '{{trigger.payload.issue.number}}', text: 'a {b} {{trigger.event}}' },
      },
      {
        id: 'use',
        kind: 'forEach',
        list: '{{steps.http.output.body.rates}}',
        steps: [{ id: 'w', kind: 'wait', for: '1s' }],
      },
    ]);
    await start();
    const run = await world.endOfRun();
    assert.equal(run.status, 'completed', JSON.stringify(run.error));
    const body = JSON.stringify({ number: 7, text: 'a {b} issues.opened' });
    assert.deepEqual(seen, [['POST', '/rates?event=issues.opened', 'Spelling', body]]);
    assert.equal((output(run, 'http') as { status: number }).status, 200);
    await world.http.close();
  });

  it('fail with the answer of an address that refuses, and call no private address', async () => {
    await serve(() => ({ status: 404, body: '{"message":"no such rate"}' }));
    await begin([{ id: 'http', kind: 'httpRequest', url: 'https://api.example.com/rates' }]);
    await start();
    const run = await world.endOfRun();
    assert.deepEqual([run.status, run.error?.code], ['failed', 'not_found']);
    assert.match(run.error!.message, /no such rate/);
    await world.http.close();
  });

  it('call no private address', async () => {
    await begin([{ id: 'http', kind: 'httpRequest', url: 'http://127.0.0.1:9/' }]);
    await start();
    const run = await world.endOfRun();
    assert.deepEqual([run.status, run.error?.code], ['failed', 'fatal'], JSON.stringify(run.error));
  });
});
