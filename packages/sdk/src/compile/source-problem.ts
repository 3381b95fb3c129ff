import type { SourceProblemCode } from './codes/index.ts';

/** A cause shared by several problems. It is reported once. */
export type SharedCause = 'no_account' | 'no_element';

/** A mistake in the source of a connector, with its place. */
export interface SourceProblem {
  severity: 'error' | 'warning';
  /** The path inside the connector's folder. */
  file: string;
  /** 1-based. */
  line: number;
  /** 1-based, in UTF-16 units. */
  column: number;
  /** JSON pointer as a URI fragment. */
  pointer: string;
  /** A stable code, such as `unknown_key`. `tallyhook explain` explains it. */
  code: SourceProblemCode;
  message: string;
  /** What to do about it. */
  hint?: string;
  /** What was found, as far as it may be shown. */
  given?: string;
  /** What would have been accepted, in words. */
  expected?: string;
  /** The closest existing name or value. */
  suggestion?: string;
  /** A cause shared with other problems. Never set in a compile result. */
  cause?: SharedCause;
  /** The source line; if it is long, the part around the place. */
  sourceLine: string;
  /** Column of the place in `sourceLine`, 1-based. */
  sourceColumn: number;
  /**
   * Columns of credentials in the line, 1-based, without the characters that may be shown. Absent once they are masked.
   */
  secrets?: { from: number; to: number }[];
}

const maxLineLength = 300;

/** Finds the line, the column and the text of the line at an offset. */
export function placeInText(
  text: string,
  offset: number,
): Pick<SourceProblem, 'line' | 'column' | 'sourceLine' | 'sourceColumn'> {
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  const lineStart = before.lastIndexOf('\n') + 1;
  const lineEnd = text.indexOf('\n', lineStart);
  const sourceLine = text.slice(lineStart, lineEnd === -1 ? undefined : lineEnd).replace(/\r$/, '');
  const column = offset - lineStart + 1;
  const from = sourceLine.length > maxLineLength ? Math.max(0, column - 1 - maxLineLength / 2) : 0;
  return { line, column, sourceLine: sourceLine.slice(from, from + maxLineLength), sourceColumn: column - from };
}
