import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import type { Field } from '@tallyhook/schemas';
import { defineType } from '../src/apps/index.ts';
import { createBranch, createMainBranch, type Branch } from '../src/branches/index.ts';
import { countUncommitted } from '../src/commits/count-uncommitted.ts';
import { commitBranch, describeBranches, readUncommitted } from '../src/commits/index.ts';
import { importCsv } from '../src/imports/index.ts';
import { newId, type Store } from '../src/index.ts';
import { mergeBranch } from '../src/merging/index.ts';
import { createRecord, getRecord, listRecords, updateRecord } from '../src/records/index.ts';
import { saveType } from '../src/types/index.ts';
import { dropTestStore, openTestStore } from './test-store.ts';

describe('The number of changes that a branch has not committed', () => {
  let store: Store;
  let main: Branch;

  before(async () => {
    store = await openTestStore();
  });

  after(() => dropTestStore(store));

  const code: Field = { name: 'code', label: 'Code', kind: 'text' };
  const typed = (...fields: Field[]) => ({
    ...{ name: 'parcel', label: 'Parcel', plural: 'Parcels', labelField: 'code' },
    fields: [code, ...fields],
  });
  const bring = (branch: Branch, count: number) => {
    const open = () => Readable.from([Buffer.from(`Code\n${Array.from({ length: count }, (_, n) => n).join('\n')}`)]);
    return importCsv(store, branch, { type: 'parcel', open, by: 'ana' });
  };
  const edit = async (branch: Branch, id: string, fields: Record<string, unknown>) => {
    const { revision } = await getRecord(store, branch, 'parcel', id);
    await updateRecord(store, branch, 'parcel', id, { revision, fields }, 'ana');
  };
  /** What the list of branches says, which is what the page of the branch adds up. */
  const uncommitted = async (branch: Branch) => {
    const listed = (await describeBranches(store, branch.workspaceId)).find(({ id }) => id === branch.id)!;
    const { counts } = await readUncommitted(store, branch);
    const total = Object.values(counts).reduce((sum, one) => sum + one.created + one.updated + one.deleted, 0);
    assert.deepEqual([listed.uncommitted, listed.isMoreUncommitted], [total, undefined]);
    return total;
  };

  beforeEach(async () => {
    const empty = await createMainBranch(store, newId(), { by: 'ana', timezone: 'UTC' });
    main = await defineType(store, empty, typed(), 'ana');
  });

  it('counts the records of an import, and a record once however often it changed', async () => {
    await commitBranch(store, main, { message: 'types', by: 'ana' });
    assert.equal(await uncommitted(main), 0);
    await bring(main, 12_000);
    assert.equal(await uncommitted(main), 12_000);
    const [imported] = (await listRecords(store, main, 'parcel', { limit: 1 })).records;
    await edit(main, imported!.id, { code: 'x' });
    assert.equal(await uncommitted(main), 12_000);
    await commitBranch(store, main, { message: 'import', by: 'ana' });
    for (const text of ['a', 'b', 'c', 'd', 'e']) await edit(main, imported!.id, { code: text });
    assert.equal(await uncommitted(main), 1);
  });

  it('counts the records that changed with their type, and leaves out merges', async () => {
    await bring(main, 20);
    await commitBranch(store, main, { message: 'import', by: 'ana' });
    const draft = await createBranch(store, main.workspaceId, { name: 'draft', from: 'main', by: 'ben' });
    await commitBranch(store, draft, { message: 'begin', by: 'ben' }).catch(() => undefined);
    const priced: Field = { name: 'price', label: 'Price', kind: 'number', required: true, default: 1 };
    const changed = await saveType(store, draft, { type: typed(priced), maxInPlace: 0 }, 'ben');
    assert.equal(await uncommitted(changed), 21);
    await createRecord(store, changed, 'parcel', { code: 'new', price: 2 }, 'ben');
    assert.equal(await uncommitted(changed), 22);
    await mergeBranch(store, { into: main, from: changed, message: 'm', by: 'ben' });
    assert.equal(await uncommitted(main), 0);
  });

  it('stops at a number, and says that there are more', async () => {
    await commitBranch(store, main, { message: 'types', by: 'ana' });
    for (const text of ['a', 'b', 'c']) await createRecord(store, main, 'parcel', { code: text }, 'ana');
    assert.deepEqual(await countUncommitted(store, main, { maxEntries: 2 }), { count: 2, isMore: true });
  });
});
