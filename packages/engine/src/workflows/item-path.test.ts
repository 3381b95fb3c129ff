import assert from 'node:assert/strict';
import { itemOfTurn, itemsAround, turnInside } from './item-path.ts';

describe('an item path', () => {
  it('names the turns of the loops from the outside in', () => {
    assert.deepEqual([itemOfTurn('', 2), itemOfTurn('2', 0)], ['2', '2/0']);
  });

  it('lies inside those of the loops around it', () => {
    assert.deepEqual(itemsAround(''), ['']);
    assert.deepEqual(itemsAround('2/10'), ['', '2', '2/10']);
  });

  it('tells the turn of each loop around it', () => {
    assert.deepEqual([turnInside('', '2/10'), turnInside('2', '2/10')], [2, 10]);
  });
});
