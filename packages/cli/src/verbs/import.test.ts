import assert from 'node:assert/strict';
import type { ImportResult, MarkerCount } from '@tallyhook/schemas/api';
import { importText } from './import.ts';

const count = (column: string, text: string, cells: number, field = column): MarkerCount => ({
  column,
  field,
  text,
  cells,
});

function resultWith(some: Partial<ImportResult>): ImportResult {
  return {
    type: {
      ...{ name: 'country', label: 'Country', plural: 'Countries', labelField: 'code', fields: [] },
      ...{ app: 'workspace', offered: true },
    },
    ...{
      created: false,
      isNewType: false,
      imported: 3,
      refused: 0,
      errors: [],
      errorCount: 0,
      warnings: [],
      warningCount: 0,
    },
    ...{ columns: [], leftOut: [], delimiter: ',', rows: 3, change: 1, importedBefore: null },
    ...{ emptyMarkers: [], emptied: [], kept: [], tookMs: 10, rowsPerSecond: 300, dryRun: false },
    ...{ updated: 0, unchanged: 0 },
    ...some,
  };
}

function linesOf(emptied: MarkerCount[], kept: MarkerCount[]): string[] {
  return importText(resultWith({ emptied, kept })).split('\n').slice(1);
}

const columns: ImportResult['columns'] = [
  { column: 'pay', field: 'salary', kind: 'number', reason: 'All 3 values are numbers.', samples: [] },
  { column: 'code', field: 'code', kind: 'text', looksLike: 'code', reason: 'Line 2 has "007".', samples: [] },
  { column: 'on', field: 'on', kind: 'text', looksLike: 'date', reason: 'Line 2 has "1/2/2026".', samples: [] },
];
const type = {
  ...resultWith({}).type,
  fields: columns.map(({ field, kind }) => ({ name: field, label: field, kind })),
};

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

  it('of a dry run is the plan: each column with its field, kind and reason, and what happens to the rows', () => {
    const counts = { imported: 1, updated: 2, unchanged: 3, refused: 4, dryRun: true, importedBefore: 7 };
    const leftOut = [{ column: 'note', reason: 'Left out.', samples: [] }];
    const plan = resultWith({ type, columns, leftOut, isNewType: true, ...counts });
    assert.deepEqual(importText(plan).split('\n'), [
      '1 rows would be imported, 4 refused, in 0.0 s (300 rows/s).',
      '2 records would be updated, 3 unchanged.',
      'The same file was imported before: its rows would exist twice.',
      'The type country would be created:',
      '  "pay" → salary (number): All 3 values are numbers.',
      '  "code" → code (text): Line 2 has "007".',
      '  "on" → on (text) (--dates): Line 2 has "1/2/2026".',
      '  "note" is left out.',
    ]);
    const known = importText(resultWith({ type, columns, dryRun: true }), { dates: 'ymd' }).split('\n');
    assert.deepEqual(
      [known[2], known[5]],
      ['The columns would go into the type country:', '  "on" → on (text): Line 2 has "1/2/2026".'],
    );
  });

  it('names a refused record of a JSON list by its number', () => {
    const errors = [{ record: 3, column: 'pay', code: 'not_a_number', detail: '"pay" must be a number, got "x".' }];
    assert.equal(
      importText(resultWith({ errors, errorCount: 1, refused: 1 })).split('\n')[1],
      '  record 3  not_a_number  "pay" must be a number, got "x".',
    );
  });

  it('says what stayed text and why', () => {
    const done = resultWith({ type, columns, created: true, isNewType: true, importedBefore: 7 });
    assert.deepEqual(importText(done).split('\n').slice(1), [
      'The same file was imported before: its rows exist twice now.',
      'The type country was created: salary (number), code (text), on (text)',
      '"code" is text. Line 2 has "007".',
      '"on" is text (--dates). Line 2 has "1/2/2026".',
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
