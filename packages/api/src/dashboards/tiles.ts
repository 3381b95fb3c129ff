import { Problem, type DashboardTile } from '@tallyhook/schemas';

const mostTiles = 100;

/** A tile that is put on a dashboard: at its end, or before the tile `before` if that is still there. */
export interface NewTile extends DashboardTile {
  before?: string | null;
}

/** What one of a tile's controls does to it. */
export type TileChange = { move: 'earlier' | 'later' } | { width: DashboardTile['width'] };

/**
 * The tiles with one more. A tile that is there already stays as it is: to put it back twice is to put it back.
 * @throws Problem `invalid_input` when the dashboard is full.
 */
export function addTile(tiles: readonly DashboardTile[], { before, ...tile }: NewTile): DashboardTile[] {
  if (tiles.some(({ id }) => id === tile.id)) return [...tiles];
  if (tiles.length >= mostTiles) {
    throw new Problem('invalid_input', `A dashboard has at most ${mostTiles} tiles: take one off first.`);
  }
  const next = before == null ? -1 : tiles.findIndex(({ id }) => id === before);
  return tiles.toSpliced(next === -1 ? tiles.length : next, 0, tile);
}

/**
 * The tiles with one of them moved or resized. The first cannot go earlier, the last not later: they stay.
 * @throws Problem `not_found` when somebody took the tile off.
 */
export function changeTile(tiles: readonly DashboardTile[], id: string, change: TileChange): DashboardTile[] {
  const at = tiles.findIndex((tile) => tile.id === id);
  const tile = tiles[at];
  if (tile === undefined) {
    throw new Problem('not_found', 'This tile is not on the dashboard any more: somebody took it off.');
  }
  if ('width' in change) return tiles.with(at, { ...tile, width: change.width });
  const to = change.move === 'earlier' ? at - 1 : at + 1;
  return to < 0 || to >= tiles.length ? [...tiles] : tiles.with(at, tiles[to]!).with(to, tile);
}

/** The tiles without one; one that is gone already stays gone. */
export function removeTile(tiles: readonly DashboardTile[], id: string): DashboardTile[] {
  return tiles.filter((tile) => tile.id !== id);
}
