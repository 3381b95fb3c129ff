import assert from 'node:assert/strict';
import type { Field, RecordType } from '@tallyhook/schemas';
import { mergeTypes, moveField, nameOf, putField, settingsOf, withoutField } from './edited-type.ts';

const type: RecordType = {
  ...{ name: 'invoice', label: 'Invoice', plural: 'Invoices', app: 'workspace', offered: true, labelField: 'number' },
  fields: [
    { name: 'number', label: 'Number', kind: 'text' },
    { name: 'total', label: 'Total', kind: 'number' },
  ],
};
const names = ({ fields }: RecordType) => fields.map(({ name }) => name);

describe('A type that is being edited', () => {
  it('moves its fields, not beyond the ends', () => {
    assert.deepEqual(names(moveField(type, 'total', -1)), ['total', 'number']);
    assert.deepEqual(names(moveField(type, 'total', 1)), ['number', 'total']);
  });

  it('adds, changes and removes fields', () => {
    assert.deepEqual(names(putField(type, { name: 'due', label: 'Due', kind: 'day' })), ['number', 'total', 'due']);
    assert.equal(putField(type, { name: 'total', label: 'Sum', kind: 'number' }).fields[1]!.label, 'Sum');
    assert.deepEqual(names(withoutField(type, 'total')), ['number']);
  });

  it('takes over what somebody else changed, and keeps what only I changed', () => {
    const due: Field = { name: 'due', label: 'Due', kind: 'day' };
    const paid: Field = { name: 'paid', label: 'Paid', kind: 'yesNo' };
    const theirs = { ...putField(withoutField(type, 'number'), due), plural: 'Bills' };
    const mine = { ...putField(putField(type, { ...type.fields[1]!, label: 'Sum' }), paid), label: 'Bill' };
    const merged = mergeTypes(type, mine, theirs);
    assert.deepEqual(names(merged), ['total', 'due', 'paid']);
    assert.deepEqual([merged.label, merged.plural, merged.fields[0]!.label], ['Bill', 'Bills', 'Sum']);
    assert.deepEqual(names(mergeTypes(type, withoutField(type, 'total'), putField(type, due))), ['number', 'due']);
  });

  it('names a field after its label', () => {
    assert.deepEqual(
      ['Due date', 'Größe', '2nd phone', 'Total'].map((label) => nameOf(label, ['total'])),
      ['dueDate', 'groE', 'field2ndPhone', 'total2'],
    );
  });

  it('says what is special about a field', () => {
    const options = [{ value: 'new', label: 'New' }];
    const field = { name: 's', label: 'S', kind: 'choice', options, required: true, default: 'new' } as const;
    assert.equal(settingsOf({ ...field, options: [...options] }), 'Required, Default New');
  });
});
