import assert from 'node:assert/strict';
import { ask } from '@tallyhook/query';
import { openTestDatabase, type TestDatabase } from './database.ts';
import { sampleContext } from './sample-types.ts';

const recordCount = 50_500;

describe('more groups than a plan takes', function () {
  this.timeout(60_000);
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

  it('are counted all, and the first of them are those of the order', async () => {
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

  it('are counted all where different values are counted in one scan, and none has a value', async () => {
    const measures = [{ fn: 'distinct', field: 'project' }];
    const question = { type: 'ticket', groupBy: [{ field: 'title' }], measures, limit: 1 };
    const { rows, overall, meta } = await ask(question, sampleContext(), database);
    assert.deepEqual(rows, [{ key: { title: 'title 000000' }, distinct_project: 0 }]);
    assert.deepEqual(overall, { distinct_project: 0 });
    assert.equal(meta.groups.total, recordCount);
  });
});
