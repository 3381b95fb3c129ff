import type { TilePatch } from '@tallyhook/schemas/api';
import { Problem, type DashboardTile } from '@tallyhook/schemas';

const maxTiles = 100;

/** A tile to put on a dashboard: at its end, or before the tile `before` if that still exists. */
export interface NewTile extends DashboardTile {
  before?: string | null;
}

/**
 * Adds a tile. An existing tile stays as it is, so restoring a tile twice is harmless.
 * @throws Problem `invalid_input` if the dashboard is full.
 */
export function addTile(tiles: readonly DashboardTile[], { before, ...tile }: NewTile): DashboardTile[] {
  if (tiles.some(({ id }) => id === tile.id)) return [...tiles];
  if (tiles.length >= maxTiles) {
    throw new Problem('invalid_input', `A dashboard can have at most ${maxTiles} tiles: take one off first.`);
  }
  const next = before == null ? -1 : tiles.findIndex(({ id }) => id === before);
  return tiles.toSpliced(next === -1 ? tiles.length : next, 0, tile);
}

/**
 * Moves or resizes one tile. The first tile cannot move earlier nor the last one later: they stay in place.
 * @throws Problem `not_found` if the tile was removed.
 */
export function changeTile(tiles: readonly DashboardTile[], id: string, change: TilePatch): DashboardTile[] {
  const at = tiles.findIndex((tile) => tile.id === id);
  const tile = tiles[at];
  if (tile === undefined) {
    throw new Problem('not_found', 'This tile is no longer on the dashboard: somebody took it off.');
  }
  if ('width' in change) return tiles.with(at, { ...tile, width: change.width });
  const to = change.move === 'earlier' ? at - 1 : at + 1;
  return to < 0 || to >= tiles.length ? [...tiles] : tiles.with(at, tiles[to]!).with(to, tile);
}

/** Removes a tile; does nothing if it is already gone. */
export function removeTile(tiles: readonly DashboardTile[], id: string): DashboardTile[] {
  return tiles.filter((tile) => tile.id !== id);
}
