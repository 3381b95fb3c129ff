import assert from 'node:assert/strict';
import { nameOfKey, recordLabel } from './record-label.ts';

describe('label of the record behind a key', () => {
  it('is its name, or says with its id that it is deleted or unnamed', () => {
    assert.deepEqual(
      ['Apollo', null, '', ' \t'].map((name) => recordLabel(name, 'a1')),
      ['Apollo', 'Deleted (a1)', 'Unnamed (a1)', 'Unnamed (a1)'],
    );
  });

  it('exists only for groups of records, whatever the groups and values are named', () => {
    const labels = { project: { a1: 'Apollo', a2: null } };
    assert.equal(nameOfKey(labels, 'project', 'a1'), 'Apollo');
    assert.equal(nameOfKey(labels, 'project', 'a2'), null);
    for (const [group, id] of [
      ['project', 'a3'],
      ['project', 'toString'],
      ['constructor', 'name'],
    ] as const)
      assert.equal(nameOfKey(labels, group, id), undefined, `${group} ${id}`);
    assert.equal(nameOfKey(undefined, 'project', 'a1'), undefined);
  });
});
