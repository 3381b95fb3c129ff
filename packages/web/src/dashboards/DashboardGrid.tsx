import { useEffect, useRef } from 'react';
import { useDashboardChanges } from '../api/changes.ts';
import type { SavedDashboard, SavedTile, TilePatch } from '@tallyhook/schemas/api';
import { useAnnounce } from '../shell/LiveRegion.tsx';
import { useOfferUndo } from '../shell/UndoToasts.tsx';
import type { AddReportProps } from './AddReport.tsx';
import { DashboardTile } from './DashboardTile.tsx';
import type { TileAction } from './TileControls.tsx';
import classes from './Dashboards.module.css';
import { numberColumns } from './number-columns.ts';

export interface DashboardGridProps extends AddReportProps {
  isArranging: boolean;
}

/** The tiles of a dashboard in three columns. Every change is saved at once and can be undone. */
export function DashboardGrid({ dashboard, reports, isArranging, onFailure }: DashboardGridProps) {
  const changes = useDashboardChanges();
  const announce = useAnnounce();
  const offerUndo = useOfferUndo();
  const grid = useRef<HTMLUListElement>(null);
  const pressed = useRef<{ tile: string; action: TileAction }>(undefined);
  const leaving = useRef(new Set<string>());
  /** The pending position and width of tiles being changed. */
  const pending = useRef(new Map<string, Promise<Placed>>());

  useEffect(() => {
    // Moving or removing a tile re-creates its controls; return the focus to the one that was pressed.
    const { tile, action } = pressed.current ?? {};
    if (!dashboard.tiles.some(({ id }) => id === tile)) return;
    grid.current?.querySelector<HTMLElement>(`[data-control="${tile}-${action}"]`)?.focus();
    pressed.current = undefined;
  }, [dashboard]);

  async function act(tile: SavedTile, action: TileAction) {
    // The second click of a double click arrives while the tile is still there.
    if (leaving.current.has(tile.id)) return;
    const name = tile.name ?? 'The deleted report';
    onFailure(undefined);
    pressed.current = action === 'takeOff' ? undefined : { tile: tile.id, action };
    try {
      if (action === 'takeOff') await takeOff(tile, name);
      else if (action === 'width') await widen(tile, name);
      else await move(tile, name, action);
    } catch (error) {
      pressed.current = undefined;
      onFailure(error);
    }
  }
  /**
   * Changes a tile's position or width; changes of the same tile run one after another, each based on the previous
   * result.
   */
  async function inTurn(tile: SavedTile, change: (from: Placed) => TilePatch): Promise<{ from: Placed; to: Placed }> {
    const before = pending.current.get(tile.id) ?? Promise.resolve(placedIn(dashboard, tile));
    const changed = before.then(async (from) => {
      const answer = await changes.changeTile(dashboard.id, tile.id, change(from));
      return { from, to: placedIn(answer, tile) };
    });
    const reached = changed.then(
      ({ to }) => to,
      () => before,
    );
    pending.current.set(tile.id, reached);
    return changed.finally(() => {
      if (pending.current.get(tile.id) === reached) pending.current.delete(tile.id);
    });
  }
  async function move(tile: SavedTile, name: string, way: 'earlier' | 'later') {
    const { from, to } = await inTurn(tile, () => ({ move: way }));
    announce(`${name} is ${to.at + 1} of ${to.of}`);
    // If the tile did not move, undoing would move it.
    if (to.at === from.at) return;
    const back = way === 'earlier' ? 'later' : 'earlier';
    offerUndo({
      text: `${name} was moved ${way}`,
      undo: takeBack(tile, way, () => changes.changeTile(dashboard.id, tile.id, { move: back })),
    });
  }
  async function widen(tile: SavedTile, name: string) {
    const { from, to } = await inTurn(tile, ({ width }) => ({ width: ((width % 3) + 1) as SavedTile['width'] }));
    announce(`${name} is ${to.width} of 3 columns wide`);
    offerUndo({
      text: `${name} is ${to.width} of 3 columns wide`,
      undo: takeBack(tile, 'width', () => changes.changeTile(dashboard.id, tile.id, { width: from.width })),
    });
  }
  async function takeOff(tile: SavedTile, name: string) {
    const { id, report, width } = tile;
    const next = dashboard.tiles[dashboard.tiles.findIndex((one) => one.id === id) + 1];
    leaving.current.add(id);
    try {
      await changes.removeTile(dashboard.id, id);
    } finally {
      leaving.current.delete(id);
    }
    const before = next?.id ?? null;
    offerUndo({
      text: `${name} was removed from the dashboard`,
      takesFocus: true,
      undo: takeBack(tile, 'takeOff', () => changes.addTile(dashboard.id, { id, report, width, before })),
    });
  }
  /** Returns an undo function that returns the focus to the control that was pressed. */
  function takeBack(tile: SavedTile, action: TileAction, change: () => Promise<unknown>): () => Promise<unknown> {
    return async () => {
      pressed.current = { tile: tile.id, action };
      try {
        return await change();
      } catch (error) {
        pressed.current = undefined;
        throw error;
      }
    };
  }

  if (dashboard.tiles.length === 0) return null;
  const columns = numberColumns(dashboard.tiles, reports);
  return (
    <ul className={classes.grid} ref={grid}>
      {dashboard.tiles.map((tile, index) => (
        <li key={tile.id} className={classes.tile} data-width={tile.width} data-columns={columns[index]}>
          <DashboardTile
            tile={tile}
            report={reports.find(({ id }) => id === tile.report)}
            isArranging={isArranging}
            isFirst={index === 0}
            isLast={index === dashboard.tiles.length - 1}
            onAct={(action) => void act(tile, action)}
          />
        </li>
      ))}
    </ul>
  );
}

interface Placed {
  at: number;
  of: number;
  width: SavedTile['width'];
}

function placedIn({ tiles }: SavedDashboard, { id, width }: SavedTile): Placed {
  const at = tiles.findIndex((tile) => tile.id === id);
  return { at, of: tiles.length, width: tiles[at]?.width ?? width };
}
