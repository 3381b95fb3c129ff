import assert from 'node:assert/strict';
import { send, startService, type Answered, type Founded, type Sender, type Service } from './start-service.ts';

/** A workspace with two people and four tickets, with helpers to query its /graphql. */
export interface GraphqlScene {
  service: Service;
  founded: Founded;
  /** Record ids by lower-case name: ana, bo, oven, flour, sugar, salt. */
  ids: Readonly<Record<string, string>>;
  /** Sends an operation, by default with the read key. */
  run(query: string, variables?: object, as?: Sender): Promise<Answered>;
  /** Returns the data of an operation; fails if there are errors. */
  data(query: string, variables?: object, as?: Sender): Promise<any>; // eslint-disable-line @typescript-eslint/no-explicit-any
  /** Returns the first error of an operation, with the status of its answer. */
  errorOf(query: string, variables?: object, as?: Sender): Promise<any>; // eslint-disable-line @typescript-eslint/no-explicit-any
}

export async function setGraphqlScene(): Promise<GraphqlScene> {
  const service = await startService();
  const founded = await service.found();
  const ids: Record<string, string> = {};
  for (const [type, name, fields] of [
    ['person', 'ana', { name: 'Ana', team: 'Ovens' }],
    ['person', 'bo', { name: 'Bo', team: 'Shop' }],
    ['ticket', 'oven', { title: 'Oven', status: 'open', estimate: 0.1, assignee: 'ana', due: '2026-03-01' }],
    ['ticket', 'flour', { title: 'Flour', status: 'open', estimate: 0.2, assignee: 'ana', due: '2026-04-01' }],
    ['ticket', 'sugar', { title: 'Sugar', status: 'blocked', estimate: 4, assignee: 'bo' }],
    ['ticket', 'salt', { title: 'Salt', status: 'done', estimate: 8, labels: ['bug', 'feature'] }],
  ] as const) {
    const given: Record<string, unknown> = { ...fields };
    if ('assignee' in fields) given.assignee = ids[fields.assignee];
    const json = { fields: given };
    const made = await send(service, 'POST', `/api/records?type=${type}`, { as: founded.writeKey, json });
    assert.equal(made.status, 201, made.text);
    ids[name] = made.body.id as string;
  }

  const run: GraphqlScene['run'] = (query, variables, as = founded.readKey) =>
    send(service, 'POST', '/graphql', { as, json: { query, ...(variables ? { variables } : {}) } });
  return {
    service,
    founded,
    ids,
    run,
    async data(query, variables, as) {
      const answered = await run(query, variables, as);
      assert.equal(answered.status, 200, answered.text);
      assert.equal(answered.body.errors, undefined, answered.text);
      return answered.body.data;
    },
    async errorOf(query, variables, as) {
      const answered = await run(query, variables, as);
      assert.ok(answered.body.errors?.length > 0, answered.text);
      return { status: answered.status, ...answered.body.errors[0] };
    },
  };
}
