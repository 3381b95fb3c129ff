import assert from 'node:assert/strict';
import { normalizeQuestion } from '../normalize/normalize-question.ts';
import { sampleContext } from '../../test/sample-types.ts';
import { columnsOf } from './columns.ts';

describe('answer columns', () => {
  it('name the values in the rows and give them a display name', () => {
    const question = {
      type: 'ticket',
      groupBy: [{ field: 'createdAt', unit: 'month' }, { field: 'related' }],
      measures: [{ fn: 'count' }, { fn: 'avg', field: 'estimate' }, { fn: 'max', field: 'dueOn', as: 'latest' }],
    };
    assert.deepEqual(columnsOf(normalizeQuestion(question, sampleContext())), [
      { name: 'createdAt', role: 'group', label: 'Created at', kind: 'instant', field: 'createdAt', unit: 'month' },
      {
        name: 'related',
        role: 'group',
        label: 'Related',
        kind: 'relation',
        field: 'related',
        many: true,
        target: 'ticket',
      },
      { name: 'count', role: 'measure', label: 'Number of Tickets', kind: 'number', fn: 'count' },
      {
        name: 'avg_estimate',
        role: 'measure',
        label: 'Average of Estimate',
        kind: 'number',
        fn: 'avg',
        field: 'estimate',
      },
      { name: 'latest', role: 'measure', label: 'Largest DueOn', kind: 'day', fn: 'max', field: 'dueOn' },
    ]);
  });
});
