import assert from 'node:assert/strict';
import { ask } from '@tallyhook/query';
import { ObjectId } from 'mongodb';
import { openTestDatabase, type TestDatabase } from './database.ts';
import { sampleContext } from './sample-types.ts';

const recordCount = 50_500;

describe('more groups than a plan holds', () => {
  let database: TestDatabase;
  before(async () => {
    database = await openTestDatabase();
    const records = Array.from({ length: recordCount }, (_, index) => ({
      title: `title ${String(index).padStart(6, '0')}`,
      estimate: index === 47_777 ? 9 : 1,
    }));
    await database.db.collection('tickets').insertMany(records);
  });
  after(() => database.drop());

  it('are all counted, and the first ones are returned in order', async () => {
    const question = {
      type: 'ticket',
      groupBy: [{ field: 'title' }],
      measures: [{ fn: 'sum', field: 'estimate' }, { fn: 'count' }, { fn: 'distinct', field: 'title' }],
      limit: 2,
    };
    const { rows, overall, meta } = await ask(question, sampleContext(), database);
    assert.deepEqual(rows, [
      { key: { title: 'title 047777' }, sum_estimate: 9, count: 1, distinct_title: 1 },
      { key: { title: 'title 000000' }, sum_estimate: 1, count: 1, distinct_title: 1 },
    ]);
    assert.deepEqual(overall, { sum_estimate: recordCount + 8, count: recordCount, distinct_title: recordCount });
    assert.deepEqual(meta.groups, { returned: 2, total: recordCount, truncated: true });
  });

  it('are all counted when one scan counts distinct values and none has a value', async () => {
    const measures = [{ fn: 'distinct', field: 'project' }];
    const question = { type: 'ticket', groupBy: [{ field: 'title' }], measures, limit: 1 };
    const { rows, overall, meta } = await ask(question, sampleContext(), database);
    assert.deepEqual(rows, [{ key: { title: 'title 000000' }, distinct_project: 0 }]);
    assert.deepEqual(overall, { distinct_project: 0 });
    assert.equal(meta.groups.total, recordCount);
  });
});

describe('groups by a field of related records next to another group', () => {
  let database: TestDatabase;
  const statuses = ['open', 'review', 'closed', undefined];
  const ticketIds = Array.from({ length: 40 }, () => new ObjectId());

  /** Nearly every record has a unique list; some tickets are deleted, and some records have no related one. */
  const lists = Array.from({ length: recordCount + 10_000 }, (_, index) => {
    const places = [index, index * 7 + 1, index / 40, index / 1_500, index / 7].map((at) => Math.floor(at) % 44);
    return index % 11 === 0 ? [] : [...new Set(places)];
  });
  const nameOf = (index: number) => `project ${index % 500}`;

  before(async () => {
    database = await openTestDatabase();
    const tickets = ticketIds.map((_id, index) => ({ _id, status: statuses[index % 4] }));
    await database.db.collection('tickets').insertMany(tickets);
    const gone = new ObjectId();
    const projects = lists.map((list, index) => ({
      name: nameOf(index),
      tickets: list.map((place) => ticketIds[place] ?? gone),
    }));
    await database.db.collection('projects').insertMany(projects);
  });
  after(() => database.drop());

  it('are found without a lookup for each record', async () => {
    const groupBy = [{ field: 'tickets.status', as: 'status' }, { field: 'name' }];
    const question = { type: 'project', groupBy, limit: 10_000 };
    const { rows, overall, meta } = await ask(question, sampleContext(), { read: database.read, explain: true });
    assert.ok(!JSON.stringify(meta.plan).includes('$lookup'), 'records are looked up');
    const counted = new Map<string, number>();
    lists.forEach((list, index) => {
      const found = new Set(list.flatMap((place) => (place < 40 ? (statuses[place % 4] ?? []) : [])));
      for (const status of found.size === 0 ? [null] : found) {
        const key = JSON.stringify([status, nameOf(index)]);
        counted.set(key, (counted.get(key) ?? 0) + 1);
      }
    });
    const shown = rows.map(({ key, count }) => [JSON.stringify([key.status, key.name]), count] as const);
    assert.deepEqual([new Map(shown), overall], [counted, { count: lists.length }]);
    assert.deepEqual(meta.groups, { returned: counted.size, total: counted.size, truncated: false });
  });
});
