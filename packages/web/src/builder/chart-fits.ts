import { whyNotChart, type Asked, type ChartKind } from '@tallyhook/schemas/chart-fits';
import type { AskedField } from '@tallyhook/schemas/api';

/** The wanted chart if it can show the question, otherwise the first that can. */
export function fitChart({ chart, ...asked }: Asked & { chart: ChartKind }, fields: readonly AskedField[]): ChartKind {
  const wanted: ChartKind[] = [chart, 'bars', 'number', 'table'];
  return wanted.find((kind) => whyNotChart(kind, asked, fields) === undefined) ?? 'table';
}
