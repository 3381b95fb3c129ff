import assert from 'node:assert/strict';
import { itemOfTurn, itemsAround, turnInside } from './item-path.ts';

describe('Item paths', () => {
  it('list the turns of nested loops from the outside in', () => {
    assert.deepEqual([itemOfTurn('', 2), itemOfTurn('2', 0)], ['2', '2/0']);
  });

  it('are nested in those of the enclosing loops', () => {
    assert.deepEqual(itemsAround(''), ['']);
    assert.deepEqual(itemsAround('2/10'), ['', '2', '2/10']);
  });

  it('contain the turn of each enclosing loop', () => {
    assert.deepEqual([turnInside('', '2/10'), turnInside('2', '2/10')], [2, 10]);
  });
});
