import assert from 'node:assert/strict';
import { Problem, type DashboardTile } from '@tallyhook/schemas';
import { addTile, changeTile, removeTile } from './tiles.ts';

const tile = (id: string, width: 1 | 2 | 3 = 1): DashboardTile => ({ id, report: `report of ${id}`, width });
const tiles = [tile('a'), tile('b'), tile('c')];
const ids = (found: readonly DashboardTile[]) => found.map(({ id }) => id).join('');

describe('dashboard tiles', () => {
  it('insert a new tile at the end or before a given one', () => {
    assert.equal(ids(addTile(tiles, tile('d'))), 'abcd');
    assert.equal(ids(addTile(tiles, { ...tile('d'), before: null })), 'abcd');
    assert.equal(ids(addTile(tiles, { ...tile('d'), before: 'b' })), 'adbc');
    assert.deepEqual(addTile([], { ...tile('d'), before: 'b' }), [tile('d')]);
  });

  it('accept no tile twice, and at most a hundred', () => {
    assert.deepEqual(addTile(tiles, { ...tile('b', 3), before: 'a' }), tiles);
    const full = Array.from({ length: 100 }, (_, index) => tile(String(index)));
    assert.throws(
      () => addTile(full, tile('one more')),
      (error) => error instanceof Problem && error.code === 'invalid_input',
    );
  });

  it('move one place earlier or later, and stop at the ends', () => {
    const moved = (id: string, move: 'earlier' | 'later') => ids(changeTile(tiles, id, { move }));
    assert.deepEqual([moved('b', 'earlier'), moved('b', 'later')], ['bac', 'acb']);
    assert.deepEqual([moved('a', 'earlier'), moved('c', 'later')], ['abc', 'abc']);
  });

  it('change only their width', () => {
    assert.deepEqual(changeTile(tiles, 'b', { width: 3 }), [tile('a'), tile('b', 3), tile('c')]);
  });

  it('can be taken off only once, even by two people', () => {
    assert.equal(ids(removeTile(tiles, 'b')), 'ac');
    assert.equal(ids(removeTile(removeTile(tiles, 'b'), 'b')), 'ac');
    assert.throws(
      () => changeTile(tiles, 'x', { move: 'later' }),
      (error) => error instanceof Problem && error.code === 'not_found',
    );
  });
});
