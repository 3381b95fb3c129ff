import type { QuestionFilter } from '@tallyhook/schemas';

/** The records of one group, or all of them, by their place in the order. Unread places are empty. */
export interface Segment {
  key: string;
  /** The name of the group; without groups, there is one segment without a name. */
  label?: string;
  filter: QuestionFilter | undefined;
  count: number;
  isOpen: boolean;
  ids: (string | undefined)[];
  /** The pages that are read or being read. */
  pages: Set<number>;
}

/** One line of the grid: the heading of a group, or a record. */
export type Line = { kind: 'group'; segment: Segment } | { kind: 'record'; segment: Segment; index: number };

const headingLines = ({ label }: Segment): number => (label === undefined ? 0 : 1);
const linesOf = (segment: Segment): number => headingLines(segment) + (segment.isOpen ? segment.count : 0);

export function countLines(segments: readonly Segment[]): number {
  return segments.reduce((sum, segment) => sum + linesOf(segment), 0);
}

/** The line with a number; undefined behind the end. */
export function lineAt(segments: readonly Segment[], number: number): Line | undefined {
  let first = 0;
  for (const segment of segments) {
    const lines = linesOf(segment);
    if (number < first + lines) {
      const index = number - first - headingLines(segment);
      return index < 0 ? { kind: 'group', segment } : { kind: 'record', segment, index };
    }
    first += lines;
  }
  return undefined;
}

/** The number of the line of a record that is read. */
export function lineOfRecord(segments: readonly Segment[], id: string): number | undefined {
  let first = 0;
  for (const segment of segments) {
    const index = segment.isOpen ? segment.ids.indexOf(id) : -1;
    if (index >= 0) return first + headingLines(segment) + index;
    first += linesOf(segment);
  }
  return undefined;
}

/** The pages of records between two lines that are not read yet. */
export function missingPages(
  segments: readonly Segment[],
  { from, to }: { from: number; to: number },
  pageSize: number,
): { segment: Segment; page: number }[] {
  const missing: { segment: Segment; page: number }[] = [];
  let first = 0;
  for (const segment of segments) {
    const start = first + headingLines(segment);
    first += linesOf(segment);
    if (!segment.isOpen || first <= from || start > to) continue;
    const firstPage = Math.floor(Math.max(0, from - start) / pageSize);
    const lastPage = Math.floor(Math.min(segment.count - 1, to - start) / pageSize);
    for (let page = firstPage; page <= lastPage; page += 1)
      if (!segment.pages.has(page)) missing.push({ segment, page });
  }
  return missing;
}

/** The numbers of the first lines with a record from a line on. */
export function recordLines(segments: readonly Segment[], from: number, count: number): number[] {
  const found: number[] = [];
  let first = 0;
  for (const segment of segments) {
    const start = first + headingLines(segment);
    first += linesOf(segment);
    for (let line = Math.max(from, start); line < first && found.length < count; line += 1) found.push(line);
  }
  return found;
}

/** Puts a record into a place; those from there on move down. */
export function putInto(segment: Segment, index: number, id: string): void {
  // Behind unread places, `splice` would move it up.
  if (index >= segment.ids.length) segment.ids[index] = id;
  else segment.ids.splice(index, 0, id);
  segment.count += 1;
}

/** Takes records out of their places; those behind them move up. */
export function takeOut(segment: Segment, chosen: ReadonlySet<string>): void {
  const { ids } = segment;
  // Unread places are holes, which `filter` alone would close.
  const kept = Array.from(ids).filter((id) => id === undefined || !chosen.has(id));
  segment.count -= ids.length - kept.length;
  ids.length = 0;
  kept.forEach((id, at) => {
    if (id !== undefined) ids[at] = id;
  });
}

/** Lets pages with unread places be read again: records that move up leave such places behind. */
export function forgetHoles({ ids, pages, count }: Segment, pageSize: number): void {
  for (const page of pages) {
    const end = Math.min((page + 1) * pageSize, count);
    for (let at = page * pageSize; at < end; at += 1) if (ids[at] === undefined) pages.delete(page);
  }
}
