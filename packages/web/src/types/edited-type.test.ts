import assert from 'node:assert/strict';
import type { RecordType } from '@tallyhook/schemas';
import { moveField, nameOf, putField, settingsOf, withoutField } from './edited-type.ts';

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
