import assert from 'node:assert/strict';
import { ask } from '@tallyhook/query';
import type { Question } from '@tallyhook/schemas';
import type { AggregateRead, BranchFacts, Read } from '../src/plan/read.ts';
import { ObjectId, type Document } from 'mongodb';
import { openTestDatabase, revive, type TestDatabase } from './database.ts';
import { sampleContext } from './sample-types.ts';

describe('distinct values by a field of related records', () => {
  let database: TestDatabase;
  const ids = Array.from({ length: 3 }, () => new ObjectId());
  const facts: BranchFacts = {
    ticket: { collection: 'tickets', indexes: [], approximateCount: 4 },
    project: { collection: 'projects', indexes: [], approximateCount: 3 },
  };
  const measures: Question['measures'] = [{ fn: 'distinct', field: 'title' }];

  before(async () => {
    database = await openTestDatabase();
    const { db } = database;
    await db
      .collection<Document>('projects')
      .insertMany(ids.map((_id, index) => ({ _id, name: `project ${index % 2}` })));
    const tickets = ['a', 'b', 'a', 'c'].map((title, index) => ({ title, project: ids[index % 3], status: 'open' }));
    await db.collection<Document>('tickets').insertMany(tickets);
  });
  after(() => database.drop());

  for (const groupBy of [
    [{ field: 'project.name' }],
    [{ field: 'project.name' }, { field: 'status' }],
    [{ field: 'project.name', top: 1, other: true }],
  ]) {
    it(`are counted without a compiled search: ${JSON.stringify(groupBy)}`, async () => {
      const reads: Read[] = [];
      const read = (some: Read[]) => {
        reads.push(...some);
        return database.read(some);
      };
      const { rows, overall } = await ask({ type: 'ticket', groupBy, measures }, sampleContext({ facts }), { read });
      assert.deepEqual(rows.map(({ distinct_title }) => distinct_title).sort(), [1, 2]);
      assert.equal(overall.distinct_title, 3);
      const searches = reads.filter(
        (one): one is AggregateRead => one.kind === 'aggregate' && JSON.stringify(one).includes(ids[1]!.toHexString()),
      );
      assert.ok(searches.length > 0);
      for (const { collection, pipeline } of searches) {
        const explain = { aggregate: collection, pipeline: revive(pipeline), cursor: {} };
        const plan = await database.db.command({ explain, verbosity: 'queryPlanner' });
        // Version 2 is the engine that compiles expressions.
        assert.equal(plan.explainVersion, '1');
      }
    });
  }
});
