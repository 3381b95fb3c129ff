/** The value in the middle, or the mean of the two there. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The value below which that part of the values lies, between neighbours in proportion. */
export function quantile(values: readonly number[], part: number): number {
  if (values.length === 0) throw new Error('There is no quantile of no values.');
  const sorted = [...values].sort((one, other) => one - other);
  const place = (sorted.length - 1) * part;
  const below = sorted[Math.floor(place)]!;
  const above = sorted[Math.ceil(place)]!;
  return below + (above - below) * (place - Math.floor(place));
}

/**
 * How far the median of these values may be from that of many more, in their unit: half of the interval that holds it
 * nineteen times of twenty, whatever the distribution is (the order statistics beside the middle, n/2 ± 0.98 √n).
 */
export function medianError(values: readonly number[]): number {
  const part = Math.min(0.5, 0.98 / Math.sqrt(values.length));
  return (quantile(values, 0.5 + part) - quantile(values, 0.5 - part)) / 2;
}

/** How far, as a part of it, a median may be from where it stands before it is believed. */
const steadyPart = 0.03;

/** Whether more of these values would hardly move their median. */
export function isSteady(values: readonly number[]): boolean {
  return medianError(values) <= steadyPart * median(values);
}

/** Two digits below one hundred, none above: what a measurement on a shared machine can bear. */
export function shown(value: number): string {
  if (Number.isNaN(value)) return '–';
  if (value >= 100) return value.toFixed(0);
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

/** How many times the base a value is, with two decimals. */
export function ratio(value: number, base: number): string {
  if (base <= 0) throw new Error('There is no ratio to a base of nothing.');
  return (value / base).toFixed(2);
}

/** A Markdown table; columns after the first are numbers and stand right. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const wrong = rows.find((row) => row.length !== head.length);
  if (wrong) throw new Error(`A row has ${wrong.length} cells under ${head.length} columns: ${wrong.join(' | ')}`);
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  const rule = head.map((_, index) => (index === 0 ? '---' : '---:'));
  return [line(head), line(rule), ...rows.map(line)].join('\n');
}

/** What a question over HTTP may take beside the fastest raw way, in milliseconds: a tenth more, or 5 ms below 50 ms. */
export function allowedMs(baseMs: number): number {
  return baseMs > 50 ? baseMs * 1.1 : baseMs + 5;
}
