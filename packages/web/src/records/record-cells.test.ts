import assert from 'node:assert/strict';
import type { RecordType } from '@tallyhook/schemas';
import { createFormats } from '../chart/formats.ts';
import { answerOf, average, closedBy, project } from '../chart/sample-answers.ts';
import { fieldsOfAnswer, fieldsOfFilter } from './asked-fields.ts';
import { writeCell } from './record-cells.ts';

const names = ['title', 'status', 'a', 'b', 'c', 'd', 'e', 'estimate', 'body'];
const type: RecordType = {
  name: 'ticket',
  label: 'Ticket',
  plural: 'Tickets',
  app: 'work',
  offered: true,
  labelField: 'title',
  fields: names.map((name) => ({ name, label: name, kind: name === 'estimate' ? 'number' : 'text' })),
};

describe('columns of a list of records', () => {
  it('are requested by groups, measures and conditions', () => {
    const team = { ...project, field: 'assignee.team' };
    const estimate = { ...average, field: 'estimate' };
    assert.deepEqual(fieldsOfAnswer(answerOf([team, closedBy('day'), estimate], [])), [
      'assignee',
      'closedAt',
      'estimate',
    ]);
    const open = { field: 'status', op: 'eq', value: 'open' } as const;
    assert.deepEqual(fieldsOfFilter({ and: [open, { not: { or: [open, { ...open, field: 'project.name' }] } }] }), [
      'status',
      'project',
    ]);
  });
});

describe('a record without a value', () => {
  it('shows an empty cell, even if the name is an inherited property', () => {
    const cell = (fields: object, kind: 'text' | 'relation') =>
      writeCell(
        { fields } as never,
        { name: 'constructor', label: 'Constructor', kind },
        {
          formats: createFormats('en-GB'),
          names: {},
        },
      );
    assert.equal(cell({}, 'text'), '');
    assert.equal(cell({ constructor: 'toString' }, 'relation'), '… String');
  });
});

describe('a number in a record', () => {
  it('has no separator if it may be a year', () => {
    const [, , , , , , , estimate] = type.fields;
    const written = (value: number) =>
      writeCell({ fields: { estimate: value } } as never, estimate!, { formats: createFormats('en-GB'), names: {} });
    assert.deepEqual([2013, 12345, -0.5].map(written), ['2013', '12,345', '-0.5']);
  });
});
