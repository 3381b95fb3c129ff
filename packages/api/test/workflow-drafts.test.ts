import assert from 'node:assert/strict';
import { newId } from '@tallyhook/store';
import { assertProblem, send, startService, type Founded, type Service } from './start-service.ts';

describe('drafts and versions of workflows', () => {
  let service: Service;
  let founded: Founded;

  before(async () => {
    service = await startService();
  });
  after(() => service.stop());
  beforeEach(async () => {
    founded = await service.found();
  });

  const call = (method: string, path: string, json?: unknown) =>
    send(service, method, `/api/${path}`, { as: founded.owner, ...(json !== undefined && { json }) });
  const definitionOf = (title: string) => ({
    name: 'Note',
    trigger: { kind: 'button' },
    steps: [{ id: 'note', kind: 'createRecord', type: 'note', fields: { title } }],
  });
  const put = (id: string, definition: object, version = 0) =>
    call('PUT', `workflows/${id}/draft`, { name: 'Note', definition, version });
  async function publish(id: string, title: string) {
    const draft = await put(id, definitionOf(title));
    assert.equal(draft.status, 200, draft.text);
    const published = await call('POST', `workflows/${id}/publish`, { version: draft.body.version });
    assert.equal(published.status, 200, published.text);
    return published.body;
  }

  it('saves a draft with mistakes, names their places, and publishes it once they are corrected', async () => {
    const id = newId();
    const steps = [{ id: 'note', kind: 'createRecord', type: 'nota', fields: {} }];
    const first = await put(id, { ...definitionOf('x'), steps });
    assert.deepEqual([first.status, first.body.version, first.body.baseRevision], [200, 1, null]);
    assert.deepEqual(
      first.body.mistakes.map(({ pointer, code }: { pointer: string; code: string }) => [pointer, code]),
      [['#/steps/0/type', 'unknown_type']],
    );
    assertProblem(await call('POST', `workflows/${id}/publish`, { version: 1 }), 422, 'invalid_workflow');
    assert.deepEqual((await call('GET', 'workflows')).body, []);
    const second = await put(id, definitionOf('Right'), 1);
    assert.deepEqual([second.body.version, second.body.mistakes], [2, []]);
    assertProblem(await call('POST', `workflows/${id}/publish`, { version: 1 }), 409, 'revision_conflict');
    const published = await call('POST', `workflows/${id}/publish`, { version: 2 });
    assert.deepEqual([published.status, published.body.id, published.body.on], [200, id, false]);
    assert.deepEqual((await call('GET', 'workflow-drafts')).body, []);
  });

  it('refuses the draft of somebody who has not seen the last one, and keeps that', async () => {
    const id = newId();
    await put(id, definitionOf('Mine'));
    assertProblem(await put(id, definitionOf('Theirs')), 409, 'revision_conflict');
    const { body } = await call('GET', `workflows/${id}/draft`);
    assert.equal(body.definition.steps[0].fields.title, 'Mine');
  });

  it('does not publish over what somebody else has published since the draft was begun', async () => {
    const id = newId();
    const { revision } = await publish(id, 'One');
    const draft = await put(id, definitionOf('Two'));
    await call('POST', 'workflows', { id, revision, name: 'Note', definition: definitionOf('Other') });
    const late = await call('POST', `workflows/${id}/publish`, { version: draft.body.version });
    assertProblem(late, 409, 'revision_conflict');
  });

  it('leaves what runs unchanged until it is published, and can be discarded', async () => {
    const id = newId();
    await publish(id, 'Published');
    await put(id, definitionOf('Draft'));
    const [workflow] = (await call('GET', 'workflows')).body;
    assert.equal(workflow.definition.steps[0].fields.title, 'Published');
    assert.equal((await call('DELETE', `workflows/${id}/draft`)).status, 204);
    const { body } = await call('GET', `workflows/${id}/draft`);
    assert.deepEqual([body.version, body.definition.steps[0].fields.title], [0, 'Published']);
  });

  it('lists its versions, newest first, with who published them', async () => {
    const id = newId();
    for (const title of ['One', 'Two', 'Three']) await publish(id, title);
    const { body } = await call('GET', `workflows/${id}/versions`);
    assert.deepEqual(
      body.map((version: { revision: number; definition: { steps: [{ fields: { title: string } }] } }) => [
        version.revision,
        version.definition.steps[0].fields.title,
      ]),
      [
        [3, 'Three'],
        [2, 'Two'],
        [1, 'One'],
      ],
    );
    assert.equal(body[0].publishedBy, founded.personId);
  });

  it('is switched off when it is deleted, and comes back under its id', async () => {
    const id = newId();
    await publish(id, 'One');
    await call('PATCH', `workflows/${id}/settings`, { on: true });
    assert.equal((await call('DELETE', `workflows/${id}`)).status, 204);
    assert.deepEqual((await call('GET', 'workflows')).body, []);
    const restored = await call('POST', `workflows/${id}/restore`);
    assert.deepEqual([restored.status, restored.body.id, restored.body.on], [200, id, false]);
    assert.equal((await call('GET', 'workflows')).body.length, 1);
  });

  it('has sample values of nothing before anything came', async () => {
    const id = newId();
    await publish(id, 'One');
    assert.deepEqual((await call('GET', `workflows/${id}/sample`)).body, { from: null, trigger: {}, steps: {} });
  });

  it('checks the questions of steps, but not values that only a run knows', async () => {
    const steps = [
      { id: 'ask', kind: 'query', question: { type: 'ticket', groupBy: [{ field: 'colour' }] } },
      { id: 'find', kind: 'findRecords', type: 'ticket', filter: { field: 'estimate', op: 'gt', value: 'many' } },
      {
        id: 'given',
        kind: 'findRecords',
        type: 'ticket',
        filter: { field: 'estimate', op: 'gt', value: '{{trigger.inputs.n}}' },
      },
    ];
    const { body } = await put(newId(), { ...definitionOf('x'), steps });
    const places = body.mistakes.map(({ pointer }: { pointer: string }) => pointer);
    assert.deepEqual(places, ['#/steps/0/question/groupBy/0/field', '#/steps/1/filter/value']);
  });

  describe('tests of a step', () => {
    const find = (id: string, type = 'ticket') => ({ id, kind: 'findRecords', type });
    const test = (id: string, body: object) => call('POST', `workflows/${id}/tests`, { scope: 'step', ...body });

    it('take the draft as it is saved, even if another step has mistakes', async () => {
      const id = newId();
      await put(id, { ...definitionOf('x'), steps: [find('first'), find('second', 'nothing')] });
      const started = await test(id, { stepId: 'first', steps: { second: [] } });
      assert.equal(started.status, 201, started.text);
      const run = (await call('GET', `runs/${started.body.id}`)).body;
      assert.deepEqual(
        [run.isTest, run.workflowName, run.definition.steps.map((step: { id: string }) => step.id)],
        [true, 'Note', ['first']],
      );
      const refused = await test(id, { stepId: 'second' });
      assertProblem(refused, 422, 'invalid_workflow');
      assert.deepEqual(
        refused.body.errors.map(({ pointer }: { pointer: string }) => pointer),
        ['#/steps/1/type'],
      );
      assertProblem(await test(id, { stepId: 'first', scope: 'rest' }), 422, 'invalid_workflow');
      assertProblem(await test(id, { stepId: 'third' }), 404, 'not_found');
      const noted = (await call('GET', 'audit')).body.rows[0];
      assert.deepEqual([noted.action, noted.target], ['run.started', started.body.id]);
    });

    it('take values from a delivery of the workspace, and from nobody else', async () => {
      const id = newId();
      await put(id, { ...definitionOf('x'), trigger: { kind: 'address' } });
      await call('POST', `workflows/${id}/publish`, { version: 1 });
      const { address } = (await call('GET', 'workflow-activity')).body[0];
      const headers = { 'x-api-key': 'canary-71', 'x-plain': 'shown' };
      await send(service, 'POST', `${new URL(address).pathname}?token=canary-72`, {
        json: { from: 'the delivery' },
        headers,
      });
      const [delivery] = (await call('GET', 'deliveries')).body.deliveries;
      const { body } = await call('GET', `workflows/${id}/sample?delivery=${delivery.id}`);
      assert.deepEqual([body.from.id, body.trigger.payload], [delivery.id, { from: 'the delivery' }]);
      assert.equal(body.trigger.headers['x-plain'], 'shown');
      assert.ok(!JSON.stringify(body).includes('canary'), 'credentials of the sender are not shown');
      assert.equal((await test(id, { stepId: 'note', delivery: delivery.id })).status, 201);
      const other = await service.found();
      const theirs = await send(service, 'GET', `/api/workflows/${newId()}/sample?delivery=${delivery.id}`, {
        as: other.owner,
      });
      assertProblem(theirs, 404, 'not_found');
      const byKey = await send(service, 'GET', `/api/workflows/${id}/sample?delivery=${delivery.id}`, {
        as: founded.readKey,
      });
      assertProblem(byKey, 403, 'forbidden');
      const testByKey = await send(service, 'POST', `/api/workflows/${id}/tests`, {
        ...{ as: founded.writeKey, json: { stepId: 'note', scope: 'step', delivery: delivery.id } },
      });
      assertProblem(testByKey, 403, 'forbidden');
    });
  });
});
