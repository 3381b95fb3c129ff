import assert from 'node:assert/strict';
import type { RecordType } from '@tallyhook/schemas';
import { columnsOf } from './default-columns.ts';

const type: RecordType = {
  name: 'ticket',
  label: 'Ticket',
  plural: 'Tickets',
  app: 'work',
  offered: true,
  labelField: 'title',
  fields: ['status', 'title', 'estimate', 'body'].map((name) => ({ name, label: name, kind: 'text' as const })),
};
const names = (chosen: string[] | undefined, asked: string[] = []) =>
  columnsOf(type, chosen, asked).map(({ name }) => name);

describe('columns of the grid of records', () => {
  it('are the label, then the fields of the report, then the others, then when it was created', () => {
    assert.deepEqual(names(undefined), ['title', 'status', 'estimate', 'body', 'createdAt']);
    assert.deepEqual(names(undefined, ['body', 'gone']), ['title', 'body', 'status', 'estimate', 'createdAt']);
    assert.deepEqual(names(undefined, ['createdAt']), ['title', 'createdAt', 'status', 'estimate', 'body']);
  });

  it('are exactly the chosen ones that exist, after the label', () => {
    assert.deepEqual(names(['updatedBy', 'gone', 'status', 'title']), ['title', 'updatedBy', 'status']);
  });
});
