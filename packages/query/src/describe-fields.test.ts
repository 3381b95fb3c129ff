import assert from 'node:assert/strict';
import { describeFields } from './describe-fields.ts';
import { project, ticket } from '../test/sample-types.ts';

describe('description of a type', () => {
  const fields = describeFields(ticket, [ticket, project]);
  const described = (name: string) => fields.find((field) => field.name === name);

  it('lists the fields of the type and those of every record', () => {
    const names = fields.map(({ name, system }) => (system ? `(${name})` : name));
    assert.deepEqual(names.slice(0, 3), ['title', 'status', 'labels']);
    assert.deepEqual(names.slice(-4), ['(createdAt)', '(createdBy)', '(updatedAt)', '(updatedBy)']);
  });

  it('says what questions can do with a field', () => {
    assert.deepEqual(described('closedAt'), {
      name: 'closedAt',
      label: 'ClosedAt',
      kind: 'instant',
      many: false,
      system: false,
      ops: ['eq', 'gt', 'gte', 'lt', 'lte', 'between', 'within', 'nwithin', 'empty', 'nempty'],
      fns: ['count', 'distinct', 'min', 'max'],
      units: [
        ...['day', 'week', 'month', 'quarter', 'year'],
        ...['hour', 'hourOfDay', 'dayOfWeek', 'dayOfMonth', 'weekOfYear', 'monthOfYear', 'quarterOfYear'],
      ],
      groupable: true,
    });
  });

  it('offers no hours for a day', () => {
    assert.equal(described('closedAt')?.units.includes('hourOfDay'), true);
    assert.equal(described('dueOn')?.units.includes('hourOfDay'), false);
    assert.equal(described('dueOn')?.units.includes('dayOfWeek'), true);
  });

  it('lists the choices of a choice field and the type of a relation', () => {
    assert.deepEqual(
      described('status')?.options?.map(({ value }) => value),
      ['open', 'review', 'closed'],
    );
    assert.equal(described('labels')?.many, true);
    assert.deepEqual([described('project')?.target, described('project')?.targetLabel], ['project', 'Project']);
  });
});
