import assert from 'node:assert/strict';
import type { RecordType } from '@tallyhook/schemas';
import { peopleOfFilter } from './people-of-filter.ts';

const types = [
  { name: 'ticket', label: 'Ticket', plural: 'Tickets', labelField: 'title', fields: [] },
] as unknown as RecordType[];

describe('people in a filter', () => {
  it('are found by field at every depth, except the current user', () => {
    const filter = {
      and: [
        { field: 'createdBy', op: 'in', value: ['a', '$me'] },
        { or: [{ not: { field: 'updatedBy', op: 'eq', value: 'b' } }, { field: 'createdBy', op: 'eq', value: 'c' }] },
        { field: 'title', op: 'eq', value: 'd' },
        { field: 'updatedBy', op: 'empty' },
      ],
    } as never;
    const found = peopleOfFilter(filter, { type: 'ticket', types });
    assert.deepEqual(
      [...found],
      [
        ['createdBy', ['a', 'c']],
        ['updatedBy', ['b']],
      ],
    );
    assert.equal(peopleOfFilter({ field: 'createdBy', op: 'in', value: ['$me'] }, { type: 'ticket', types }).size, 0);
  });
});
