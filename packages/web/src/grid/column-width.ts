import type { Field } from '@tallyhook/schemas';

/** A column of the grid. */
export interface GridColumn {
  field: Field;
  width: number;
}

const widths: Record<Field['kind'], number> = {
  text: 200,
  choice: 140,
  number: 120,
  day: 124,
  instant: 150,
  yesNo: 84,
  relation: 180,
  person: 160,
  file: 170,
};

/** The usual width of a field; the first column names the record. */
export function usualWidth({ kind, many, label }: Field, isFirst: boolean): number {
  // The label has an icon beside it, and space for the arrow of the order.
  const forLabel = Math.min(240, 64 + label.length * 8);
  const usual = isFirst ? 220 : many ? Math.max(widths[kind], 200) : widths[kind];
  return Math.max(usual, forLabel);
}
