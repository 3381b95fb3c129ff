import { createCellReader, splitCell } from './cell-readers.ts';
import { addCell } from './column-profile.ts';
import { readHead } from './head.ts';
import { readCsv, type CsvOptions } from './read-rows.ts';
import type { RowFormat } from './row-format.ts';

/** Texts in cells, in the order of the head line. */
type CsvFormat = Omit<RowFormat, 'addCell' | 'keysIn' | 'createReader' | 'lengthOf' | 'describe'> & {
  addCell: typeof addCell;
  keysIn(cell: string, options: { many: boolean; separator: string }): readonly string[];
  createReader: typeof createCellReader;
  lengthOf(cell: string): number;
  describe(cell: string): string;
};

/** Reads CSV files. */
export function csvFormat(options: CsvOptions): RowFormat {
  const format: CsvFormat = {
    counts: 'line',
    hasHead: true,
    async open(source) {
      const { head, ...file } = await readCsv(source, options);
      return { ...file, columns: readHead(head) };
    },
    addCell,
    keysIn: (cell, { many, separator }) => (cell === '' ? [] : many ? splitCell(cell, separator) : [cell]),
    createReader: createCellReader,
    lengthOf: ({ length }) => length,
    describe: (cell) => JSON.stringify(cell.slice(0, 80)),
  };
  // Every cell of a CSV file is a text.
  return format as unknown as RowFormat;
}
