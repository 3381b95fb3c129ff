import assert from 'node:assert/strict';
import type { ImportResult, MarkerCount } from '@tallyhook/schemas/api';
import { importText } from './import.ts';

const count = (column: string, text: string, cells: number, field = column): MarkerCount => ({
  column,
  field,
  text,
  cells,
});

function linesOf(emptied: MarkerCount[], kept: MarkerCount[]): string[] {
  const result: ImportResult = {
    type: {
      ...{ name: 'country', label: 'Country', plural: 'Countries', labelField: 'code', fields: [] },
      ...{ app: 'workspace', offered: true },
    },
    ...{ created: false, imported: 3, refused: 0, errors: [], errorCount: 0, warnings: [], warningCount: 0 },
    ...{ columns: [], delimiter: ',', rows: 3, change: 1, importedBefore: null },
    ...{ emptyMarkers: [], emptied, kept, tookMs: 10, rowsPerSecond: 300, dryRun: false, updated: 0, unchanged: 0 },
  };
  return importText(result).split('\n').slice(1);
}

describe('the result of an import', () => {
  it('names the columns in which a text was read as no value', () => {
    const emptied = [count('population', 'NA', 1), count('since', 'NULL', 2), count('area', 'NA', 3)];
    assert.deepEqual(linesOf(emptied, []), ['Read as no value: NA in population, area; NULL in since']);
    assert.deepEqual(linesOf([], []), []);
  });

  it('names a relation by its field if the column itself keeps the text', () => {
    const [line] = linesOf([count('tailnum', 'NA', 2512, 'plane')], [count('tailnum', 'NA', 2512)]);
    assert.equal(line, 'Read as no value: NA in plane');
  });

  it('shows how often a text column has such a text, and how to read it as no value', () => {
    assert.deepEqual(linesOf([], [count('tailnum', 'NA', 2512), count('note', '\\N', 1)]), [
      '"tailnum" has the text NA 2,512 times: use --empty NA to read it as no value',
      `"note" has the text \\N once: use --empty '\\N' to read it as no value`,
    ]);
  });

  it('names at most ten columns of each kind', () => {
    const many = Array.from({ length: 12 }, (_, index) => count(`c${index}`, 'NA', 1));
    assert.equal(
      linesOf(many, [])[0],
      `Read as no value: NA in ${many
        .slice(0, 10)
        .map(({ column }) => column)
        .join(', ')} and 2 more columns`,
    );
    assert.deepEqual(linesOf([], many).slice(9), [
      '"c9" has the text NA once: use --empty NA to read it as no value',
      'and so do 2 more columns',
    ]);
  });
});
