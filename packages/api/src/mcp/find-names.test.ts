import assert from 'node:assert/strict';
import type { RecordType } from '@tallyhook/schemas';
import { findNames } from './find-names.ts';

const types: RecordType[] = [
  {
    name: 'visit',
    label: 'Visit',
    plural: 'Visits',
    app: 'work',
    offered: true,
    labelField: 'title',
    fields: [
      { name: 'title', label: 'Title', kind: 'text' },
      { name: 'city', label: 'City', kind: 'relation', target: 'city' },
    ],
  },
  {
    name: 'city',
    label: 'City',
    plural: 'Cities',
    app: 'work',
    offered: true,
    labelField: 'name',
    fields: [{ name: 'name', label: 'Name', kind: 'text' }],
  },
];

const idsOf = (count: number) => Array.from({ length: count }, (_, index) => String(index).padStart(24, 'a'));

async function found(ids: string[]) {
  const filter = { field: 'city', op: 'eq', value: 'Oslo' };
  const { question, mistakes } = await findNames({ type: 'visit', filter }, types, async () => ids);
  return { value: (question as { filter: { value: unknown } }).filter.value, mistakes };
}

describe('record name in a question', () => {
  it('stands for the record with that name', async () => {
    assert.deepEqual(await found(idsOf(1)), { value: idsOf(1)[0], mistakes: [] });
  });

  it('is refused with the ids of all records with that name', async () => {
    const ids = idsOf(2);
    const { mistakes } = await found(ids);
    const detail = `several records of type "city" are named "Oslo": use one of the ids ${ids.join(', ')}`;
    assert.deepEqual(mistakes, [{ pointer: '#/filter/value', code: 'ambiguous_record', detail, allowed: ids }]);
  });

  it('is refused with the first ids if very many have that name', async () => {
    const [mistake] = (await found(idsOf(21))).mistakes;
    assert.deepEqual(mistake!.allowed, idsOf(20));
    assert.ok(mistake!.detail.endsWith(`, ${idsOf(20).at(-1)} and more`), mistake!.detail);
    assert.ok(!(await found(idsOf(20))).mistakes[0]!.detail.endsWith('more'));
  });

  it('is refused as unknown if no record has that name', async () => {
    const [mistake] = (await found([])).mistakes;
    assert.deepEqual([mistake!.code, mistake!.allowed], ['unknown_record', undefined]);
  });
});
