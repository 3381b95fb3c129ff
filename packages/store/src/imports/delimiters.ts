/** The delimiters that are recognised, the more telling first: a comma is also part of numbers and texts. */
export const delimiters = ['\t', ';', '|', ','] as const;

/** What the first lines of a file say about its form. */
export interface CsvForm {
  delimiter: string;
  /** How many lines at the beginning are not part of the table: a line such as `sep=;`. */
  skippedLines: number;
  /** Whether a space can stand between a delimiter and a quotation mark. */
  isSpaced: boolean;
}

const maxSampled = 50;

/**
 * Finds the delimiter: the one that `given` or a first line `sep=…` names, else the one that splits every sampled row
 * like the header line. If none does, it is the most frequent in the header line.
 */
export function findForm(text: string, given?: string): CsvForm {
  const named = /^(?:\r\n|\n|\r)*"?sep=(.)"?(?:\r\n|\n|\r)/i.exec(text);
  const skippedLines = named === null ? 0 : named[0].split(/\r\n|\n|\r/).length - 1;
  const rows = sampleRows(named === null ? text : text.slice(named[0].length));
  const delimiter = given ?? named?.[1] ?? delimiterOf(rows);
  const spaced = new RegExp(`(?:^|${escapeForPattern(delimiter)}) +\0`);
  return { delimiter, skippedLines, isSpaced: rows.some((row) => spaced.test(row)) };
}

/** The first lines, with quoted parts replaced by a zero byte; a line that may be cut off is left out. */
function sampleRows(text: string): string[] {
  const lines = text.replaceAll(/"(?:[^"]|"")*"/g, '\0').split(/\r\n|\n|\r/);
  if (lines.length > 2) lines.pop();
  return lines.filter((line) => line !== '').slice(0, maxSampled);
}

function delimiterOf([head = '', ...rows]: string[]): string {
  const count = (row: string, delimiter: string) => row.split(delimiter).length;
  const isEven = (delimiter: string) => {
    const cells = count(head, delimiter);
    return cells > 1 && rows.every((row) => count(row, delimiter) === cells);
  };
  const even = rows.length === 0 ? undefined : delimiters.find(isEven);
  if (even !== undefined) return even;
  const byUse = [',', ';', '\t', '|'];
  return byUse.reduce((best, one) => (count(head, one) > count(head, best) ? one : best));
}

function escapeForPattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
