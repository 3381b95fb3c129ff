import assert from 'node:assert/strict';
import { startRun } from '@tallyhook/engine/client';
import { newId } from '@tallyhook/store';
import { openBranch } from '@tallyhook/store/branches';
import {
  beginRun,
  endRun,
  getRun,
  insertRun,
  openWait,
  queueUpload,
  saveStepResult,
  takeSend,
  takeUpload,
  writeUpload,
  type NewRun,
} from '@tallyhook/store/runs';
import { assertProblem, send, startService, type Founded, type Sender, type Service } from './start-service.ts';

const at = new Date('2024-03-01T12:00:00Z');
describe('runs over HTTP', () => {
  let service: Service;
  let bakery: Founded;

  before(async () => {
    service = await startService();
    bakery = await service.found();
  });
  after(() => service.stop());

  async function addRun({ workspaceId } = bakery, changes: Partial<NewRun> = {}): Promise<string> {
    const { id: branchId } = await openBranch(service.store, workspaceId, 'main');
    const run: NewRun = {
      workspaceId,
      branchId,
      branchName: 'main',
      workflowId: newId(),
      workflowName: 'Count and tell',
      definition: {
        name: 'Count and tell',
        trigger: { kind: 'connector', connector: 'github', events: ['*'] },
        steps: [
          { id: 'count', kind: 'runReport', name: 'Count', report: newId() },
          { id: 'tell', kind: 'action', connector: 'github', action: 'comment', input: {} },
        ],
      },
      accounts: {},
      connectors: {},
      trigger: { kind: 'connector', connector: 'github', deliveryId: newId(), event: 'issues' },
      attempt: 1,
      temporalWorkflowId: `hook:${newId()}`,
      ...changes,
    };
    return (await insertRun(service.store, run, at)).run.id;
  }

  describe('GET /api/runs', () => {
    it('is refused without a key or a session', async () => {
      assertProblem(await send(service, 'GET', '/api/runs'), 401, 'sign_in_required');
    });

    it('refuses an unknown status and an empty page', async () => {
      const as = bakery.readKey;
      assertProblem(await send(service, 'GET', '/api/runs?status=done', { as }), 400, 'invalid_request');
      assertProblem(await send(service, 'GET', '/api/runs?limit=0', { as }), 400, 'invalid_request');
    });

    it('lists the runs of the branch only, newest first, page by page', async () => {
      const ids = [await addRun(), await addRun(), await addRun()].reverse();
      const first = await send(service, 'GET', '/api/runs?limit=2', { as: bakery.readKey });
      assert.deepEqual(
        first.body.runs.map(({ id }: { id: string }) => id),
        ids.slice(0, 2),
      );
      const next = await send(service, 'GET', `/api/runs?limit=2&cursor=${first.body.nextCursor}`, {
        as: bakery.owner,
      });
      assert.deepEqual(
        next.body.runs.map(({ id }: { id: string }) => id),
        ids.slice(2),
      );
      const other = await service.found();
      assert.deepEqual((await send(service, 'GET', '/api/runs', { as: other.readKey })).body, {
        runs: [],
        counts: { failed: 0, atMost: 1_000 },
      });
    });

    it('filters by status and by workflow', async () => {
      const workflowId = newId();
      const id = await addRun(bakery, { workflowId });
      await addRun(bakery, { workflowId });
      await endRun(service.store, id, {
        status: 'failed',
        error: { code: 'auth', message: 'No.', stepId: 'tell' },
        at,
      });
      const path = `/api/runs?status=failed&workflow=${workflowId}`;
      const { body } = await send(service, 'GET', path, { as: bakery.readKey });
      assert.deepEqual(
        body.runs.map((run: { id: string; error: unknown }) => [run.id, run.error]),
        [[id, { code: 'auth', message: 'No.', stepId: 'tell' }]],
      );
    });
  });

  describe('GET /api/run-export', () => {
    it('downloads the chosen runs as CSV, in which no cell is a formula, or as lines of JSON', async () => {
      const workspace = await service.found();
      const as = workspace.readKey;
      const workflowName = '=cmd|"x"';
      const id = await addRun(workspace, { workflowName });
      await addRun(workspace);
      await endRun(service.store, id, { status: 'failed', error: { code: 'auth', message: 'No,\n"never"' }, at });
      const csv = await send(service, 'GET', '/api/run-export?status=failed', { as });
      const [head, line] = csv.text.split('\r\n');
      assert.equal(head, 'id,workflow,status,attempt,started by,delivery,queued,started,ended,error');
      assert.ok(line!.startsWith(`${id},"'=cmd|""x""",failed,1,"github, issues",`), line);
      assert.ok(line!.endsWith(',"No,\n""never"""'), line);
      assert.match(csv.headers.get('content-disposition') ?? '', /runs\.csv/);
      const exported = await send(service, 'GET', '/api/run-export?format=ndjson', { as });
      assert.equal(exported.headers.get('content-type'), 'application/x-ndjson');
      const lines = exported.text.trim().split('\n');
      assert.deepEqual(
        lines.map((one) => (JSON.parse(one) as { status: string }).status),
        ['queued', 'failed'],
      );
      const other = await service.found();
      assert.equal((await send(service, 'GET', '/api/run-export', { as: other.readKey })).text, `${head}\r\n`);
      const none = await send(service, 'GET', '/api/run-export?format=ndjson', { as: other.readKey });
      assert.deepEqual([none.text, none.headers.get('content-type')], ['', 'application/x-ndjson']);
    });
  });

  describe('GET /api/attention', () => {
    it('counts questions that the caller may answer, and runs to decide about for those who may write', async () => {
      const workspace = await service.found();
      const id = await addRun(workspace);
      const error = { code: 'unknown_outcome', message: 'Lost.', stepId: 'tell' };
      await endRun(service.store, id, { status: 'failed', error, at, isUndecided: true });
      const run = (await getRun(service.store, await addRun(workspace)))!;
      for (const to of [null, ['somebody@example.com']])
        await openWait(service.store, {
          key: { workspaceId: workspace.workspaceId, runId: run.id, stepId: to === null ? 'a' : 'b', item: '' },
          ...{ run, asked: { message: 'Go on?', inputs: [], to }, openedAt: at, until: new Date('2100-01-01') },
        });
      const attention = async (as: Sender) => (await send(service, 'GET', '/api/attention', { as })).body;
      assert.deepEqual(await attention(workspace.owner), {
        questions: 1,
        decisions: 1,
        messages: 0,
        brokenAccounts: 0,
        atMost: 100,
      });
      assert.deepEqual(await attention(workspace.readKey), {
        questions: 0,
        decisions: 0,
        messages: 0,
        brokenAccounts: 0,
        atMost: 100,
      });
      const list = await send(service, 'GET', '/api/runs?undecided=true', { as: workspace.owner });
      assert.deepEqual(
        list.body.runs.map((one: { id: string; isUndecided?: true }) => [one.id, one.isUndecided]),
        [[id, true]],
      );
    });
  });

  describe('PUT /api/runs/:id/watch', () => {
    it('is shown to the one who watches, until the run has ended', async () => {
      const id = await addRun();
      const put = (as: Sender, isWatching: boolean) =>
        send(service, 'PUT', `/api/runs/${id}/watch`, { as, json: { isWatching } });
      const other = await service.join(bakery.workspaceId, 'viewer');
      assert.deepEqual((await put(bakery.owner, true)).body, { isWatching: true });
      const shown = async (as: Sender) => (await send(service, 'GET', `/api/runs/${id}`, { as })).body.isWatching;
      assert.deepEqual([await shown(bakery.owner), await shown(other)], [true, false]);
      assert.deepEqual((await put(bakery.owner, false)).body, { isWatching: false });
      await endRun(service.store, id, { status: 'completed', error: null, at });
      assertProblem(await put(bakery.owner, true), 409, 'run_ended');
    });
  });

  describe('counts of GET /api/runs', () => {
    it('include all failed runs of the branch or workflow, for any page or status', async () => {
      const workspace = await service.found();
      const as = workspace.readKey;
      const workflowId = newId();
      for (const changes of [{ workflowId }, { workflowId }, {}]) {
        const id = await addRun(workspace, changes);
        await endRun(service.store, id, { status: 'failed', error: { code: 'auth', message: 'No.' }, at });
      }
      const last = await addRun(workspace, { workflowId });
      const failed = async (search: string) =>
        (await send(service, 'GET', `/api/runs?${search}`, { as })).body.counts.failed as number;
      assert.equal(await failed(''), 3);
      assert.equal(await failed('status=queued'), 3);
      assert.equal(await failed(`limit=1&cursor=${last}`), 3);
      assert.equal(await failed(`workflow=${workflowId}`), 2);
    });
  });

  describe('GET /api/runs/:id', () => {
    it('shows each step with its input, output and error, and pending ones', async () => {
      const id = await addRun();
      const key = { workspaceId: bakery.workspaceId, runId: id, stepId: 'count', item: '' };
      const output = { overall: { count: 7 } };
      await saveStepResult(service.store, key, { status: 'completed', input: 1, output, startedAt: at, endedAt: at });
      const { body } = await send(service, 'GET', `/api/runs/${id}`, { as: bakery.readKey });
      assert.deepEqual([body.id, body.status, body.branchName], [id, 'queued', 'main']);
      assert.deepEqual(body.steps, [
        {
          stepId: 'count',
          item: '',
          kind: 'runReport',
          name: 'Count',
          status: 'completed',
          input: 1,
          output,
          error: null,
          notes: [],
          startedAt: at.toISOString(),
          endedAt: at.toISOString(),
          ...{ until: null, question: null, calls: null, decision: null },
          send: null,
          upload: null,
          blocks: [],
        },
        {
          stepId: 'tell',
          item: '',
          kind: 'action',
          name: null,
          status: 'pending',
          input: null,
          output: null,
          error: null,
          notes: [],
          startedAt: null,
          endedAt: null,
          ...{ until: null, question: null, calls: null, decision: null },
          send: null,
          upload: null,
          blocks: [],
        },
      ]);
    });

    it('says how often a request was sent', async () => {
      const id = await addRun();
      const key = { workspaceId: bakery.workspaceId, runId: id, stepId: 'tell', item: '' };
      await takeSend(service.store, key, { request: 'POST api.github.com', at });
      const { body } = await send(service, 'GET', `/api/runs/${id}`, { as: bakery.readKey });
      assert.deepEqual(body.steps[1].send, {
        request: 'POST api.github.com',
        state: 'sending',
        count: 1,
        status: null,
      });
    });

    it('shows the progress of a file and how its upload ended', async () => {
      const id = await addRun();
      const key = { workspaceId: bakery.workspaceId, runId: id, stepId: 'tell', item: '' };
      const file = { id: newId(), name: 'a.mp4', contentType: 'video/mp4', sizeBytes: 100, sha256: '0'.repeat(64) };
      await queueUpload(service.store, key, { file, pieceCount: 4, at });
      const read = async () => {
        const { body } = await send(service, 'GET', `/api/runs/${id}`, { as: bakery.readKey });
        return body.steps[1].upload as Record<string, unknown>;
      };
      const queued = {
        ...{ fileId: file.id, fileName: 'a.mp4', sizeBytes: 100, confirmedBytes: 0, pieceCount: 4, confirmedPieces: 0 },
        ...{
          state: 'waiting',
          sends: 0,
          startedAt: null,
          updatedAt: at.toISOString(),
          nextTryAt: null,
          lastError: null,
          piece: null,
          requests: [],
          lines: [],
          earlierLines: 0,
        },
      };
      assert.deepEqual(await read(), queued);
      const taken = await takeUpload(service.store, key, { scheduledAt: at });
      assert.ok(typeof taken === 'object');
      const piece = { index: 1, start: 25, endExclusive: 50, state: 'sending' as const, sends: 2 };
      const change = { state: 'pausing' as const, piece, confirmedBytes: 25, confirmedPieces: 1, lastError: '503' };
      const answer = { status: 200, headers: { location: 'https://example.com/?upload_id=hush' }, body: null };
      const requests = { start: { state: 'answered' as const, sends: 1, sendingAt: at, answer } };
      await writeUpload(service.store, taken.hold, {
        change: { ...change, requests, startedAt: at, nextTryAt: at },
        at,
      });
      const pausing = {
        ...{ state: 'pausing', sends: 2, confirmedBytes: 25, confirmedPieces: 1, lastError: '503' },
        ...{ startedAt: at.toISOString(), nextTryAt: at.toISOString() },
        piece: { number: 2, start: 25, endExclusive: 50, state: 'sending', sends: 2 },
        requests: [{ request: 'start', state: 'answered', sends: 1, sentAt: at.toISOString() }],
      };
      assert.deepEqual(await read(), { ...queued, ...pausing });
      const line = { at, request: 'transfer' as const, piece: 2, start: 25, endExclusive: 50, sends: 1 };
      const lines = Array.from({ length: 130 }, () => ({ ...line, result: 'answered' as const, status: 308 }));
      for (let part = 0; part < 2; part++)
        await writeUpload(service.store, taken.hold, { change: { lines: [...lines] }, at });
      const kept = (await read()) as { lines: unknown[]; earlierLines: number };
      assert.deepEqual([kept.lines.length, kept.earlierLines], [200, 60]);
      assert.deepEqual(kept.lines.at(-1), { ...lines[0], at: at.toISOString() });
      for (const state of ['failed', 'cancelled'] as const) {
        const failure = { code: state, message: 'Enough.' };
        await writeUpload(service.store, taken.hold, { change: { state, failure }, at });
        assert.equal((await read())['state'], state);
      }
    });

    it('answers 404 for a run of another workspace and an unknown one', async () => {
      const other = await service.found();
      const id = await addRun(other);
      assertProblem(await send(service, 'GET', `/api/runs/${id}`, { as: bakery.readKey }), 404, 'not_found');
      assertProblem(await send(service, 'GET', `/api/runs/${newId()}`, { as: bakery.readKey }), 404, 'not_found');
    });
  });

  describe('POST /api/runs/:id/cancel', () => {
    const cancel = (id: string, as: Sender) => send(service, 'POST', `/api/runs/${id}/cancel`, { as });

    it('ends a queued run, and does nothing the second time', async () => {
      const id = await addRun();
      const first = await cancel(id, bakery.owner);
      assert.deepEqual([first.status, first.body.id, first.body.status], [202, id, 'cancelled']);
      assert.equal(first.body.cancelAsked.by, bakery.personId);
      const second = await cancel(id, bakery.writeKey);
      assert.deepEqual([second.status, second.body], [202, first.body]);
    });

    it('cancels a running run at Temporal, and shows who asked until it has ended', async () => {
      const id = await addRun();
      const run = (await beginRun(service.store, id, at)) ?? assert.fail();
      await startRun(service.store, service.deps.temporal, run);
      const { status, body } = await cancel(id, bakery.owner);
      assert.deepEqual([status, body.status, body.cancelAsked.by], [202, 'running', bakery.personId]);
      const handle = service.deps.temporal.client.workflow.getHandle(run.temporalWorkflowId);
      const events = (await handle.fetchHistory()).events ?? [];
      assert.equal(events.filter((event) => event.workflowExecutionCancelRequestedEventAttributes).length, 1);
      assert.equal((await cancel(id, bakery.owner)).status, 202);
      await handle.terminate();
    });

    it('keeps the request if Temporal does not know the run', async () => {
      const id = await addRun();
      await beginRun(service.store, id, at);
      assert.equal((await cancel(id, bakery.owner)).status, 202);
      const { body } = await send(service, 'GET', `/api/runs/${id}`, { as: bakery.readKey });
      assert.deepEqual([body.status, body.cancelAsked.by], ['running', bakery.personId]);
    });

    it('refuses a run that has ended, and says how', async () => {
      const id = await addRun();
      await endRun(service.store, id, { status: 'completed', error: null, at });
      const refused = await cancel(id, bakery.owner);
      assertProblem(refused, 409, 'run_ended');
      assert.match(refused.body.detail, /has already completed: nothing is left to cancel/);
    });

    it('requires write access and a run of the branch', async () => {
      const id = await addRun();
      const viewer = await service.join(bakery.workspaceId, 'viewer');
      assertProblem(await cancel(id, viewer), 403, 'forbidden');
      assertProblem(await cancel(id, bakery.readKey), 403, 'forbidden');
      assertProblem(await cancel(await addRun(await service.found()), bakery.owner), 404, 'not_found');
      assertProblem(await cancel(newId(), bakery.owner), 404, 'not_found');
    });
  });

  describe('POST /api/runs/:id/again', () => {
    const again = (id: string, body: object, as: Sender) =>
      send(service, 'POST', `/api/runs/${id}/again`, { as, json: body });

    it('queues the next attempt, which names the first run and who asked', async () => {
      const id = await addRun();
      await endRun(service.store, id, { status: 'completed', error: null, at });
      const first = await again(id, { from: 'start' }, bakery.owner);
      assert.deepEqual([first.status, first.body.attempt], [201, 2]);
      const run = (await send(service, 'GET', `/api/runs/${first.body.id}`, { as: bakery.readKey })).body;
      assert.deepEqual([run.againOf, run.againBy, run.attempt], [id, bakery.personId, 2]);
      await endRun(service.store, run.id, { status: 'completed', error: null, at });
      const second = await again(run.id, { from: 'start', version: 'same' }, bakery.writeKey);
      assert.equal(second.body.attempt, 3);
      const { temporalWorkflowId } = (await getRun(service.store, second.body.id))!;
      assert.equal(temporalWorkflowId, run.temporalWorkflowId.replace(':r2', ':r3'));
    });

    it('refuses an open run, a failed step that does not exist, and another version from there', async () => {
      const id = await addRun();
      assertProblem(await again(id, { from: 'start' }, bakery.owner), 409, 'run_open');
      await endRun(service.store, id, { status: 'completed', error: null, at });
      assertProblem(await again(id, { from: 'failedStep' }, bakery.owner), 400, 'invalid_request');
      const failed = await addRun();
      const error = { code: 'fatal', message: 'x', stepId: 'tell' };
      await endRun(service.store, failed, { status: 'failed', error, at });
      const newest = await again(failed, { from: 'failedStep', version: 'newest' }, bakery.owner);
      assertProblem(newest, 400, 'invalid_request');
      assert.match(newest.body.detail, /goes on with the workflow as it was/);
    });

    it('gives two people who ask before it has ended the same attempt, with one copy of what was done', async () => {
      const failed = await addRun();
      const startedAt = new Date('2024-04-01T12:00:00Z');
      const key = { workspaceId: bakery.workspaceId, runId: failed, stepId: 'count', item: '' };
      await saveStepResult(service.store, key, {
        status: 'completed',
        input: {},
        output: 1,
        startedAt,
        endedAt: at,
      });
      await endRun(service.store, failed, { status: 'failed', error: { code: 'x', message: 'x', stepId: 'tell' }, at });
      const asked = await Promise.all([1, 2, 3].map(() => again(failed, { from: 'failedStep' }, bakery.owner)));
      asked.push(await again(failed, { from: 'failedStep' }, bakery.owner));
      assert.deepEqual([...new Set(asked.map(({ body }) => `${body.id} ${body.attempt}`))].length, 1);
      const orphans = await service.store.system
        .collection('step_results')
        .distinct('runId', { stepId: 'count', startedAt });
      assert.deepEqual(orphans.toSorted(), [failed, asked[0]!.body.id].toSorted());
    });
  });

  describe('POST /api/workflows/:id/runs', () => {
    const inputs = [
      { name: 'month', label: 'Month', kind: 'day', required: true },
      { name: 'how', label: 'How', kind: 'choice', options: ['short', 'long'] },
      { name: 'times', label: 'Times', kind: 'number' },
    ];
    const steps = [{ id: 'enough', kind: 'stop', message: '{{trigger.inputs.month}}' }];
    async function makeWorkflow(trigger: object): Promise<string> {
      const body = { name: 'By hand', definition: { name: 'By hand', trigger, steps } };
      const made = await send(service, 'POST', '/api/workflows', { as: bakery.owner, json: body });
      assert.equal(made.status, 201, JSON.stringify(made.body));
      return made.body.id;
    }
    const press = (id: string, body: object, as: Sender = bakery.owner) =>
      send(service, 'POST', `/api/workflows/${id}/runs`, { as, json: body });

    it('starts a run with the inputs, each time it is asked', async () => {
      const id = await makeWorkflow({ kind: 'button', inputs });
      const first = await press(id, { inputs: { month: '2026-11-01', how: 'short' } });
      assert.equal(first.status, 201);
      const { body } = await send(service, 'GET', `/api/runs/${first.body.id}`, { as: bakery.readKey });
      assert.deepEqual(body.trigger, {
        kind: 'button',
        by: bakery.personId,
        inputs: { month: '2026-11-01', how: 'short' },
      });
      const second = await press(id, { inputs: { month: '2026-11-01' } }, bakery.writeKey);
      assert.notEqual(second.body.id, first.body.id);
    });

    it('refuses inputs that do not fit, each at its place', async () => {
      const id = await makeWorkflow({ kind: 'button', inputs });
      const refused = await press(id, { inputs: { how: 'loud', times: '3', tims: 1 } });
      assertProblem(refused, 400, 'invalid_request');
      assert.deepEqual(
        refused.body.errors.map(({ pointer, code }: { pointer: string; code: string }) => `${pointer} ${code}`).sort(),
        [
          '#/inputs/how wrong_type',
          '#/inputs/month missing_key',
          '#/inputs/times wrong_type',
          '#/inputs/tims unknown_key',
        ],
      );
    });

    it('is about a record of the type that the button is on', async () => {
      const id = await makeWorkflow({ kind: 'button', record: 'ticket' });
      const fields = { title: 'A ticket' };
      const made = await send(service, 'POST', '/api/records?type=ticket', { as: bakery.owner, json: { fields } });
      assertProblem(await press(id, {}), 400, 'invalid_request');
      assertProblem(await press(id, { record: newId() }), 404, 'not_found');
      const pressed = await press(id, { record: made.body.id });
      const { body } = await send(service, 'GET', `/api/runs/${pressed.body.id}`, { as: bakery.readKey });
      assert.deepEqual(body.trigger.record, { type: 'ticket', id: made.body.id });
    });
  });
});
