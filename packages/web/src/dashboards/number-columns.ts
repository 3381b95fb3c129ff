import type { SavedTile } from '@tallyhook/schemas/api';
import type { ShownReport } from '../reports/shown-report.ts';

const maxInRow = 4;
const gridColumns = 12;

/**
 * How many of the twelve columns each tile with a single number takes; undefined for other tiles. Neighbours share a
 * row, up to four; one alone takes the width of a small chart, and one that was made wider keeps its width.
 */
export function numberColumns(
  tiles: readonly Pick<SavedTile, 'report' | 'width'>[],
  reports: readonly Pick<ShownReport, 'id' | 'definition'>[],
): (number | undefined)[] {
  const numbers = new Set(reports.filter(({ definition }) => definition.chart === 'number').map(({ id }) => id));
  const columns: (number | undefined)[] = tiles.map(() => undefined);
  const isSmall = (at: number) => at < tiles.length && tiles[at]!.width === 1 && numbers.has(tiles[at]!.report);
  for (let at = 0; at < tiles.length; at += 1) {
    if (!isSmall(at)) continue;
    let end = at;
    while (end - at < maxInRow && isSmall(end)) end += 1;
    const count = end - at;
    columns.fill(count === 1 ? 4 : gridColumns / count, at, end);
    at = end - 1;
  }
  return columns;
}
