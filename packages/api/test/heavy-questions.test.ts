import assert from 'node:assert/strict';
import { openBranch } from '@tallyhook/store/branches';
import { collectionFacts } from '@tallyhook/store/collections';
import { createMongo, type OwnMongo } from './own-mongo.ts';
import { assertProblem, send, startService, type Founded, type Service } from './start-service.ts';

/** Memory limit of the database for groups and sets: a twenty-fifth of the default. */
const memoryBytes = 4 * 2 ** 20;
const titleLength = 300;
const titles = 100;
const projects = 135;

describe('question that needs more memory than the database allows', function () {
  this.timeout(240_000);
  const sharedUri = process.env.MONGODB_URI;
  let mongo: OwnMongo;
  let service: Service;
  let founded: Founded;

  before(async () => {
    mongo = await createMongo({
      internalDocumentSourceGroupMaxMemoryBytes: memoryBytes,
      internalQuerySlotBasedExecutionHashAggApproxMemoryUseInBytesBeforeSpill: memoryBytes,
      internalQueryMaxAddToSetBytes: memoryBytes,
    });
    process.env.MONGODB_URI = mongo.uri;
    // Columns answer without the database.
    service = await startService({ columns: undefined });
    founded = await service.found();
    const ids = await fill(
      'project',
      Array.from({ length: projects }, (_, at) => ({ name: `Project ${at}` })),
    );
    const titleOf = (at: number) => String(at).padStart(titleLength, 'x');
    await fill(
      'ticket',
      ids.flatMap((project) => Array.from({ length: titles }, (_, at) => ({ title: titleOf(at), project }))),
    );
  });

  after(async () => {
    if (sharedUri !== undefined) process.env.MONGODB_URI = sharedUri;
    await service?.stop();
    await mongo?.remove();
  });

  /** Writes one document through the product and the given ones next to it; returns their ids. */
  async function fill(type: string, documents: Record<string, unknown>[]): Promise<unknown[]> {
    const json = { fields: type === 'project' ? { name: 'First' } : { title: 'First' } };
    await send(service, 'POST', `/api/records?type=${type}`, { as: founded.writeKey, json });
    const branch = await openBranch(service.store, founded.workspaceId, 'main');
    const { collection } = (await collectionFacts(service.store, branch))[type]!;
    const records = service.store.workspaceDb(founded.workspaceId).collection(collection!);
    const { insertedIds } = await records.insertMany(documents);
    return Object.values(insertedIds);
  }

  const ask = (groupBy: string, field: string) => {
    const json = { type: 'ticket', groupBy: [{ field: groupBy }], measures: [{ fn: 'distinct', field }], limit: 2 };
    return send(service, 'POST', '/api/query?explain=1', { as: founded.readKey, json });
  };

  it('is answered with sets if there are more pairs of group and value than estimated', async () => {
    const { status, body, text } = await ask('title', 'project');
    assert.equal(status, 200, text);
    assert.deepEqual(
      body.rows.map((row: { distinct_project: number }) => row.distinct_project),
      [projects, projects],
    );
    assert.deepEqual([body.overall, body.meta.groups.total], [{ distinct_project: projects }, titles + 1]);
    const makers = body.meta.plan.reads.map(({ mayOutgrow }: { mayOutgrow?: boolean }) => mayOutgrow === true);
    assert.deepEqual([body.meta.plan.maker, makers], ['general', [true, false, false]], 'the pairs were tried first');
  });

  it('is refused with advice if sets do not fit either', async () => {
    const long = Array.from({ length: 14_000 }, (_, at) => ({ title: String(at).padStart(titleLength, 'y') }));
    await fill('ticket', long);
    const refused = await ask('title', 'project');
    assertProblem(refused, 422, 'invalid_question');
    assert.deepEqual(refused.body.errors[0].code, 'too_many_groups');
  });
});
