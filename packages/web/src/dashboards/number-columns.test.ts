import assert from 'node:assert/strict';
import { numberColumns } from './number-columns.ts';

const reports = (['number', 'bars'] as const).map((chart) => ({
  id: chart,
  definition: { type: 'ticket', chart },
}));

/** `n` is a number, `N` one that was made wider, `b` a chart of bars. */
const columnsOf = (row: string) =>
  numberColumns(
    [...row].map((sign) => ({ report: sign === 'b' ? 'bars' : 'number', width: sign === 'N' ? 2 : 1 })),
    reports,
  );

describe('tiles with a single number', () => {
  it('share a row with their neighbours, up to four', () => {
    assert.deepEqual(columnsOf('nnnn'), [3, 3, 3, 3]);
    assert.deepEqual(columnsOf('nnnb'), [4, 4, 4, undefined]);
    assert.deepEqual(columnsOf('bnn'), [undefined, 6, 6]);
    assert.deepEqual(columnsOf('nnnnn'), [3, 3, 3, 3, 4]);
  });

  it('keep the width of a small chart if they stand alone, and one that a person gave them', () => {
    assert.deepEqual(columnsOf('bnb'), [undefined, 4, undefined]);
    assert.deepEqual(columnsOf('nN'), [4, undefined]);
  });
});
