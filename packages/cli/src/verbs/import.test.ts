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
    ...{ columns: [], delimiter: ',', rows: 3, change: 1 },
    ...{ emptyMarkers: [], emptied, kept, tookMs: 10, rowsPerSecond: 300, dryRun: false },
  };
  return importText(result).split('\n').slice(1);
}

describe('the text about an import', () => {
  it('names the columns in which a text was taken as no value', () => {
    const emptied = [count('population', 'NA', 1), count('since', 'NULL', 2), count('area', 'NA', 3)];
    assert.deepEqual(linesOf(emptied, []), ['Taken as no value: NA in population, area; NULL in since']);
    assert.deepEqual(linesOf([], []), []);
  });

  it('names a relation by its field where the column beside it keeps the text', () => {
    const [line] = linesOf([count('tailnum', 'NA', 2512, 'plane')], [count('tailnum', 'NA', 2512)]);
    assert.equal(line, 'Taken as no value: NA in plane');
  });

  it('says how often a column of text keeps such a text, and how to make it no value', () => {
    assert.deepEqual(linesOf([], [count('tailnum', 'NA', 2512), count('note', '\\N', 1)]), [
      '"tailnum" keeps 2,512 times the text NA: --empty NA makes it no value',
      `"note" keeps once the text \\N: --empty '\\N' makes it no value`,
    ]);
  });

  it('names at most ten columns of each', () => {
    const many = Array.from({ length: 12 }, (_, index) => count(`c${index}`, 'NA', 1));
    assert.equal(
      linesOf(many, [])[0],
      `Taken as no value: NA in ${many
        .slice(0, 10)
        .map(({ column }) => column)
        .join(', ')} and 2 more columns`,
    );
    assert.deepEqual(linesOf([], many).slice(9), [
      '"c9" keeps once the text NA: --empty NA makes it no value',
      'and so do 2 more columns',
    ]);
  });
});
