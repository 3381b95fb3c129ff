import assert from 'node:assert/strict';
import { ObjectId } from 'mongodb';
import type { RecordDocument } from '../src/collections/record-document.ts';
import { insertRecords } from '../src/imports/insert-records.ts';
import type { Store } from '../src/index.ts';
import { dropTestStore, openTestStore, workBranch } from './test-store.ts';

const mebibyte = 1024 * 1024;

describe('Records of an import', () => {
  let store: Store;
  let workspaceId: string;
  let collection: string;

  before(async () => {
    store = await openTestStore();
    ({ workspaceId } = await workBranch(store));
  });

  beforeEach(() => {
    collection = `records_${new ObjectId().toHexString()}`;
  });

  after(() => dropTestStore(store));

  // Reads what no majority has yet.
  const records = () =>
    store.workspaceDb(workspaceId).collection<RecordDocument>(collection, { readConcern: { level: 'local' } });
  const make = (count: number, title: string) =>
    Array.from({ length: count }, (_, n) => ({ _id: new ObjectId(), title, n }) as unknown as RecordDocument);
  const insert = (documents: RecordDocument[]) => insertRecords(store, { workspaceId, collection }, documents);
  const stored = async () => (await records().find().sort({ _id: 1 }).toArray()).map(({ n }) => n);

  it('are inserted although some were before, as after a lost connection', async () => {
    const documents = make(100, 'x');
    await records().insertMany(documents.slice(30, 60));
    await insert(documents);
    assert.deepEqual(
      await stored(),
      documents.map(({ n }) => n),
    );
  });

  for (const count of [16.5, 20]) {
    it(`are inserted if they are ${count} MiB together, more than one command can have`, async () => {
      const documents = make(count * 2, 'x'.repeat(mebibyte / 2));
      await insert(documents);
      assert.equal(await records().countDocuments(), documents.length);
    });
  }

  it('are refused if a unique index has another record with their value', async () => {
    await records().createIndex({ n: 1 }, { unique: true });
    const [first, ...others] = make(3, 'x');
    await insert(others);
    await assert.rejects(insert([first!, { ...others[1]!, _id: new ObjectId() }]), /E11000/);
  });
});
