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
  /** The widths that are on their way, and when they have been sent. */
  const widening = useRef(new Map<string, { width: Tile['width']; sent: Promise<unknown> }>());

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
      undo: () => changes.changeTile(dashboard.id, tile.id, { move: back }),
    });
  }
  async function widen(tile: Tile, name: string) {
    // A press before the answer goes on from the width that was asked for, and is sent after it.
    const before = widening.current.get(tile.id);
    const from = before?.width ?? tile.width;
    const width = ((from % 3) + 1) as Tile['width'];
    const change = () => changes.changeTile(dashboard.id, tile.id, { width });
    const now = { width, sent: before === undefined ? change() : before.sent.then(change, change) };
    widening.current.set(tile.id, now);
    try {
      await now.sent;
    } finally {
      if (widening.current.get(tile.id) === now) widening.current.delete(tile.id);
    }
    announce(`${name} is ${width} of 3 columns wide`);
    offerUndo({
      text: `${name} is ${width} of 3 columns wide`,
      undo: () => changes.changeTile(dashboard.id, tile.id, { width: from }),
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
