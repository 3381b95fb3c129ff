/** The median. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The quantile, interpolated linearly between neighbours. */
export function quantile(values: readonly number[], part: number): number {
  if (values.length === 0) throw new Error('A quantile needs at least one value.');
  const sorted = [...values].sort((one, other) => one - other);
  const place = (sorted.length - 1) * part;
  const below = sorted[Math.floor(place)]!;
  const above = sorted[Math.ceil(place)]!;
  return below + (above - below) * (place - Math.floor(place));
}

/**
 * The error of the median in the values' unit: half of its 95% confidence interval, valid for any distribution (order
 * statistics around the middle, n/2 ± 0.98 √n).
 */
export function medianError(values: readonly number[]): number {
  const part = Math.min(0.5, 0.98 / Math.sqrt(values.length));
  return (quantile(values, 0.5 + part) - quantile(values, 0.5 - part)) / 2;
}

/** Accepted relative error of a median. */
const steadyPart = 0.03;

/** Whether more values would hardly change the median. */
export function isSteady(values: readonly number[]): boolean {
  return medianError(values) <= steadyPart * median(values);
}

/** Two decimals below one hundred, none above: a shared machine gives no more precision. */
export function shown(value: number): string {
  if (Number.isNaN(value)) return '–';
  if (value >= 100) return value.toFixed(0);
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

/** The ratio of a value to the base, with two decimals. */
export function ratio(value: number, base: number): string {
  if (base <= 0) throw new Error('A ratio needs a base above 0.');
  return (value / base).toFixed(2);
}

/** A Markdown table; all columns but the first are right-aligned numbers. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const wrong = rows.find((row) => row.length !== head.length);
  if (wrong) throw new Error(`A row has ${wrong.length} cells under ${head.length} columns: ${wrong.join(' | ')}`);
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  const rule = head.map((_, index) => (index === 0 ? '---' : '---:'));
  return [line(head), line(rule), ...rows.map(line)].join('\n');
}

/**
 * Time allowed for a question over HTTP, in milliseconds: a tenth more than the fastest raw way, or 5 ms more below 50
 * ms.
 */
export function allowedMs(baseMs: number): number {
  return baseMs > 50 ? baseMs * 1.1 : baseMs + 5;
}
