import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { engineKinds, installRuntime, startWorker, type EngineKinds, type StepWork } from '@tallyhook/engine';
import { startRun } from '@tallyhook/engine/client';
import type { Workflow } from '@tallyhook/schemas';
import { defineStepKind, workflowKinds, type AnyStep } from '@tallyhook/schemas/kinds';
import { newId } from '@tallyhook/store';
import { openBranch } from '@tallyhook/store/branches';
import { insertRun } from '@tallyhook/store/runs';
import { pino } from 'pino';
import { checkAnswer } from './check-answer.ts';
import { assertProblem, send, startService, type Founded, type Service } from './start-service.ts';

interface RepeatStep extends AnyStep {
  kind: 'repeat';
  times: number;
  steps: AnyStep[];
}

/** A step kind that the product does not have: it runs its inner steps several times. */
const repeat = defineStepKind<RepeatStep>({
  kind: 'repeat',
  name: 'Repeat',
  description: 'Runs steps several times.',
  schema: {
    title: 'RepeatStep',
    required: ['times', 'steps'],
    properties: { times: { type: 'integer', minimum: 1, maximum: 10 }, steps: { $ref: '#/$defs/steps' } },
  },
  blocks: { steps: { roots: { item: { number: 'single' } } } },
  summary: ({ times }) => `${times} times`,
});

const work: StepWork<RepeatStep> = {
  run: async (_deps, { step: { times } }) => ({ opens: { block: 'steps', turns: times } }),
  close: async (_deps, { step: { times } }) => ({ times }),
  readRoots: (_opened, turn) => ({ item: { number: turn! + 1 } }),
};

const kinds: EngineKinds = {
  ...engineKinds,
  declared: { ...workflowKinds, steps: [...workflowKinds.steps, repeat] },
  steps: { ...engineKinds.steps, repeat: work },
};

const trigger = { kind: 'connector' as const, connector: 'github', events: ['*'] };

describe('additional kind of step with nested steps', () => {
  let service: Service;
  let bakery: Founded;
  let reportId: string;

  before(async () => {
    service = await startService({ kinds: kinds.declared });
    bakery = await service.found();
    const definition = { type: 'ticket', chart: 'number', measures: [{ fn: 'count' }] };
    const json = { name: 'Tickets', definition };
    reportId = (await send(service, 'POST', '/api/reports', { as: bakery.writeKey, json })).body.id as string;
  });
  after(() => service.stop());

  const twice = (...steps: object[]) => ({ id: 'twice', kind: 'repeat', times: 2, steps });
  const report = (id: string) => ({ id, kind: 'runReport', report: reportId });

  it('is validated on save, with all mistakes of nested steps at their places', async () => {
    const body = '{{item.number}} {{item.nummer}}';
    const step = {
      id: 'tell',
      kind: 'action',
      connector: 'nowhere',
      action: 'tell',
      account: 'teller',
      input: { body },
    };
    const definition = { name: 'Twice', trigger, steps: [twice(step, { ...report('lost'), report: newId() })] };
    const refused = await send(service, 'POST', '/api/workflows', {
      as: bakery.writeKey,
      json: { name: 'Twice', definition },
    });
    assertProblem(refused, 422, 'invalid_workflow');
    assert.deepEqual(
      refused.body.errors.map(({ pointer, code }: { pointer: string; code: string }) => [pointer, code]),
      [
        ['#/steps/0/steps/0/input/body', 'unknown_name'],
        ['#/trigger/connector', 'not_installed'],
        ['#/steps/0/steps/0/connector', 'not_installed'],
        ['#/steps/0/steps/1/report', 'unknown_report'],
      ],
    );
    const misshapen = { ...definition, steps: [twice({ ...step, acton: 1 }, { ...report('lost'), report: newId() })] };
    const again = await send(service, 'POST', '/api/workflows', {
      as: bakery.writeKey,
      json: { name: 'Twice', definition: misshapen },
    });
    assert.deepEqual(
      again.body.errors.map(({ pointer, code }: { pointer: string; code: string }) => [pointer, code]),
      [
        ['#/steps/0/steps/0/acton', 'unknown_key'],
        ['#/trigger/connector', 'not_installed'],
        ['#/steps/0/steps/1/report', 'unknown_report'],
      ],
    );
  });

  it('runs, and its run is returned as a tree with the turns', async function () {
    this.timeout(120_000);
    const { store, deps } = service;
    const { workspaceId } = bakery;
    const steps = [twice(report('count'), { ...twice(report('recount')), id: 'again' }), report('last')];
    const branch = await openBranch(store, workspaceId, 'main');
    const definition = { name: 'Twice', trigger, steps } as unknown as Workflow;
    const { run } = await insertRun(
      store,
      {
        ...{ workspaceId, branchId: branch.id, branchName: 'main', workflowId: newId(), workflowName: 'Twice' },
        ...{ definition, accounts: {}, connectors: {}, attempt: 1, temporalWorkflowId: `hook:${newId()}` },
        trigger: { kind: 'connector', connector: 'github', deliveryId: newId(), event: 'issues' },
      },
      new Date(),
    );
    const read = async () => {
      const path = `/api/runs/${run.id}`;
      const response = await fetch(service.url + path, { headers: { authorization: `Bearer ${bakery.readKey.key}` } });
      const text = await response.text();
      const body = JSON.parse(text) as { status: string; steps: Step[] };
      // The OpenAPI document describes only the product's own kinds.
      const described = { ...body, definition: { ...definition, steps: [report('count')] } };
      checkAnswer('GET', path, { status: response.status, headers: response.headers, text, body: described });
      return body;
    };

    assert.deepEqual((await read()).steps.map(sketch), [
      ['twice  pending', ['', 'count  pending', ['again  pending', ['', 'recount  pending']]]],
      'last  pending',
    ]);

    const logger = pino({ level: 'silent' });
    installRuntime(logger);
    const { TEMPORAL_ADDRESS: temporalAddress = assert.fail() } = process.env;
    const { http } = deps;
    const worker = await startWorker({ store, http, temporalAddress, namespace: 'tallyhook', logger, kinds });
    const working = worker.run();
    await startRun(store, deps.temporal, run);
    while ((await read()).status !== 'completed') await pause(50);
    worker.shutdown();
    await working;

    const again = (turn: number) => [
      `again ${turn} completed`,
      ['1 of 2', `recount ${turn}/0 completed`],
      ['2 of 2', `recount ${turn}/1 completed`],
    ];
    assert.deepEqual((await read()).steps.map(sketch), [
      ['twice  completed', ['1 of 2', 'count 0 completed', again(0)], ['2 of 2', 'count 1 completed', again(1)]],
      'last  completed',
    ]);
  });
});

interface Step {
  stepId: string;
  item: string;
  status: string;
  blocks: { turn: number | null; turns: number | null; steps: Step[] }[];
}

/** A step as a line; one with inner steps as a list of that line and one entry per block. */
function sketch({ stepId, item, status, blocks }: Step): unknown {
  const line = `${stepId} ${item} ${status}`;
  return blocks.length === 0
    ? line
    : [
        line,
        ...blocks.map(({ turn, turns, steps }) => [
          turn === null ? '' : `${turn + 1} of ${turns}`,
          ...steps.map(sketch),
        ]),
      ];
}
