import assert from 'node:assert/strict';
import { setGraphqlScene, type GraphqlScene } from './graphql-scene.ts';
import { send } from './start-service.ts';

describe('/graphql on branches', () => {
  let scene: GraphqlScene;

  before(async () => {
    scene = await setGraphqlScene();
  });
  after(() => scene?.service.stop());

  const data: GraphqlScene['data'] = (...given) => scene.data(...given);
  const errorOf: GraphqlScene['errorOf'] = (...given) => scene.errorOf(...given);

  it('defines a type, changes it, writes a record and commits in one operation, in this order', async () => {
    const type = (label: string) =>
      `{ name: "part", label: "${label}", plural: "Parts", labelField: "title", fields: [{ name: "title", label: "Title", kind: "text" }] }`;
    const made = await data(
      `mutation ($changes: RecordBatchInput!) {
        createRecordType(input: ${type('Prat')}) { label app }
        updateRecordType(name: "part", input: { type: ${type('Part')} }) { label }
        changeRecords(type: "part", input: $changes) { records { type fields revision } }
        createView(input: { name: "All", definition: { type: "part", filter: { field: "title", op: "nempty" } } }) {
          definition { type filter }
        }
        createCommit(input: { message: "Parts" }) { kind message counts by }
      }`,
      { changes: { changes: [{ do: 'create', fields: { title: 'Door' } }] } },
      scene.founded.owner,
    );
    assert.deepEqual(made, {
      createRecordType: { label: 'Prat', app: 'workspace' },
      updateRecordType: { label: 'Part' },
      changeRecords: { records: [{ type: 'part', fields: { title: 'Door' }, revision: 1 }] },
      createView: { definition: { type: 'part', filter: { field: 'title', op: 'nempty' } } },
      createCommit: { ...made.createCommit, kind: 'commit', message: 'Parts', by: scene.founded.personId },
    });
    assert.deepEqual(made.createCommit.counts.part, { created: 1, updated: 0, deleted: 0 });
    // The next operation has the fields of the new type; later fields of one see the branch as it is by then.
    assert.deepEqual(await data('{ parts { title } }'), { parts: [{ title: 'Door' }] });
    const gone =
      'mutation { deleteRecordType(name: "part", evenIfUsed: true) createPart(input: { title: "x" }) { id } }';
    const { body } = await scene.run(gone, undefined, scene.founded.owner);
    assert.deepEqual(body.data, { deleteRecordType: 'part', createPart: null });
    assert.equal(body.errors[0].extensions.code, 'not_found');
  });

  it('refuses an input with every mistake, as its route does', async () => {
    const { extensions } = await errorOf(
      'mutation ($input: RecordBatchInput!) { changeRecords(type: "note", input: $input) { records { id } } }',
      {
        input: {
          changes: [
            { do: 'create', id: 'x' },
            { do: 'update', revision: 0.5 },
          ],
        },
      },
      scene.founded.writeKey,
    );
    const json = {
      changes: [
        { do: 'create', id: 'x' },
        { do: 'update', revision: 0.5 },
      ],
    };
    const as = scene.founded.writeKey;
    const { body } = await send(scene.service, 'POST', '/api/records/batch?type=note', { as, json });
    assert.deepEqual([extensions.code, extensions.errors], ['invalid_input', body.errors]);
    assert.equal(body.errors.length, 2);
    const limit = await errorOf('{ differences(type: "note", limit: 501) { nextCursor } }');
    assert.deepEqual(
      [limit.extensions.code, limit.message],
      ['invalid_request', '"limit" must be a whole number from 1 to 500.'],
    );
  });

  it('takes null for what is not given, unless null means something', async () => {
    const made = await data(
      'mutation ($name: String!, $from: String) { createBranch(input: { name: $name, from: $from }) { name from } }',
      { name: 'nulls', from: null },
      scene.founded.owner,
    );
    assert.deepEqual(made.createBranch, { name: 'nulls', from: 'main' });
    const listed = await data(
      'query ($type: String, $cursor: String) { views(type: $type) { name } commits(cursor: $cursor) { nextCursor } }',
      {
        ...{ type: null, cursor: null },
      },
    );
    assert.deepEqual(listed, { views: [{ name: 'All' }], commits: { nextCursor: null } });
  });

  it('compares few branches in one operation, and returns no more values than other lists', async () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, at) => `a${at}: differences(type: "note") { nextCursor }`).join(' ');
    await data(`{ ${many(3)} }`);
    const { status, body } = await scene.run(`{ ${many(4)} }`);
    assert.deepEqual([status, body.code], [400, 'invalid_request']);
    assert.match(body.detail, /4 fields such as "differences", more than the limit of 3/);
    const json = { changes: Array.from({ length: 1_000 }, () => ({ do: 'create', fields: { title: 'x' } })) };
    const { founded, service } = scene;
    const made = await send(service, 'POST', '/api/records/batch?type=note', { as: founded.writeKey, json });
    assert.equal(made.status, 200);
    const parts = Array.from({ length: 250 }, (_, at) => `a${at}: part`).join(' ');
    const error = await errorOf(`{ differences(type: "note", limit: 500) { differences { parts { ${parts} } } } }`);
    assert.match(error.message, /return more than 100000 values/);
  });
});
