import { useEffect, useRef } from 'react';
import { useDashboardChanges } from '../api/changes.ts';
import type { Tile } from '../api/shapes.ts';
import { useAnnounce } from '../shell/LiveRegion.tsx';
import { useOfferUndo } from '../shell/UndoToasts.tsx';
import type { AddReportProps } from './AddReport.tsx';
import { DashboardTile } from './DashboardTile.tsx';
import type { TileAction } from './TileControls.tsx';
import classes from './Dashboards.module.css';

export interface DashboardGridProps extends AddReportProps {
  isArranging: boolean;
}

/** The tiles of a dashboard in three columns. Each press of a control is saved at once and can be taken back. */
export function DashboardGrid({ dashboard, reports, isArranging, onFailure }: DashboardGridProps) {
  const changes = useDashboardChanges();
  const announce = useAnnounce();
  const offerUndo = useOfferUndo();
  const grid = useRef<HTMLUListElement>(null);
  const pressed = useRef<{ tile: string; action: TileAction }>(undefined);
  const leaving = useRef(new Set<string>());
  /** What the widths come to that are on their way. */
  const widening = useRef(new Map<string, Promise<Tile['width']>>());

  useEffect(() => {
    // A tile that moved took its controls with it, as one did that was taken off: the focus goes back to what was pressed.
    const { tile, action } = pressed.current ?? {};
    if (!dashboard.tiles.some(({ id }) => id === tile)) return;
    grid.current?.querySelector<HTMLElement>(`[data-control="${tile}-${action}"]`)?.focus();
    pressed.current = undefined;
  }, [dashboard]);

  async function act(tile: Tile, action: TileAction) {
    // Of a double click the second one comes while the tile is still there.
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
  async function move(tile: Tile, name: string, to: 'earlier' | 'later') {
    const { tiles } = await changes.changeTile(dashboard.id, tile.id, { move: to });
    announce(`${name} is ${tiles.findIndex(({ id }) => id === tile.id) + 1} of ${tiles.length}`);
    const back = to === 'earlier' ? 'later' : 'earlier';
    offerUndo({
      text: `${name} was moved ${to}`,
      undo: () => {
        pressed.current = { tile: tile.id, action: to };
        return changes.changeTile(dashboard.id, tile.id, { move: back });
      },
    });
  }
  async function widen(tile: Tile, name: string) {
    // A press before the answer is sent after it, from the width that it came to.
    const before = widening.current.get(tile.id) ?? Promise.resolve(tile.width);
    const change = before.then(async (from) => {
      const width = ((from % 3) + 1) as Tile['width'];
      await changes.changeTile(dashboard.id, tile.id, { width });
      return { from, width };
    });
    const reached = change.then(
      ({ width }) => width,
      () => before,
    );
    widening.current.set(tile.id, reached);
    const { from, width } = await change.finally(() => {
      if (widening.current.get(tile.id) === reached) widening.current.delete(tile.id);
    });
    announce(`${name} is ${width} of 3 columns wide`);
    offerUndo({
      text: `${name} is ${width} of 3 columns wide`,
      undo: () => {
        pressed.current = { tile: tile.id, action: 'width' };
        return changes.changeTile(dashboard.id, tile.id, { width: from });
      },
    });
  }
  async function takeOff({ id, report, width }: Tile, name: string) {
    const next = dashboard.tiles[dashboard.tiles.findIndex((tile) => tile.id === id) + 1];
    leaving.current.add(id);
    try {
      await changes.removeTile(dashboard.id, id);
    } finally {
      leaving.current.delete(id);
    }
    offerUndo({
      text: `${name} was taken off`,
      takesFocus: true,
      undo: () => {
        pressed.current = { tile: id, action: 'takeOff' };
        return changes.addTile(dashboard.id, { id, report, width, before: next?.id ?? null });
      },
    });
  }

  if (dashboard.tiles.length === 0) return null;
  return (
    <ul className={classes.grid} ref={grid}>
      {dashboard.tiles.map((tile, index) => (
        <li key={tile.id} className={classes.tile} data-width={tile.width}>
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
