import assert from 'node:assert/strict';
import { addCell, createProfile } from './column-profile.ts';
import { createEmptyTest } from './empty-texts.ts';
import { proposeField } from './propose-field.ts';
import type { NamedForms } from './unread-forms.ts';
import { createRewrite } from './written-forms.ts';

/** Proposes the field for a column with these cells. */
function propose(cells: readonly string[], emptyTexts: readonly string[] = [], forms: NamedForms = {}) {
  const profile = createProfile();
  const isEmptyText = createEmptyTest(emptyTexts);
  cells.forEach((cell, index) => addCell(profile, cell, index + 2, isEmptyText, createRewrite(forms)));
  return proposeField(profile, forms);
}

/** The kind and format for a column whose decimal sign is the point. */
function formatOf(...cells: string[]) {
  const profile = createProfile();
  const rewrite = createRewrite({ decimals: 'point' });
  const isEmptyText = createEmptyTest([]);
  cells.forEach((cell, index) => addCell(profile, cell, index + 2, isEmptyText, rewrite));
  const { kind, format } = proposeField(profile);
  return [kind, format];
}

const kindOf = (...cells: string[]) => propose(cells).kind;
const repeat = (cells: string[], times: number) => Array.from({ length: times }, () => cells).flat();

describe('Proposed fields', () => {
  it('are numbers if all values are decimal numbers', () => {
    assert.equal(kindOf('1', '-2', '0', '0.5', '.5', '-0.25', '10.357019999999999', '', ' '), 'number');
    assert.equal(kindOf('9007199254740991', '1.5e-7', '3'), 'number');
  });

  it('are numbers if a few of many values have exponents, and text if they may be codes', () => {
    assert.equal(kindOf(...repeat(['1012.3', '998'], 10), '1e3'), 'number');
    assert.equal(kindOf('1E3', '2E7', '12'), 'text');
  });

  it('have the format in which all numbers are written: money in one currency, or percent', () => {
    assert.deepEqual(formatOf('$1,234.50', '$2', '-$3.00'), ['number', { unit: 'USD' }]);
    assert.deepEqual(formatOf('1 234 €', '7€', ''), ['number', { unit: 'EUR', decimals: 0 }]);
    assert.deepEqual(formatOf('€1.759', '€1.801'), ['number', { unit: 'EUR', decimals: 3 }]);
    assert.deepEqual(formatOf('12%', '7 %'), ['number', { unit: 'percent' }]);
    assert.deepEqual(formatOf('12.5%', '10.0%'), ['number', { unit: 'percent', decimals: 1 }]);
    assert.deepEqual(formatOf('10%', '12.5%', '7.25%'), ['number', { unit: 'percent' }]);
    assert.deepEqual(formatOf('$5', '€5'), ['number', undefined]);
    assert.deepEqual(formatOf('$5', '5'), ['number', undefined]);
    assert.deepEqual(formatOf('1,234', '5'), ['number', undefined]);
    assert.deepEqual(formatOf('$5', 'about $5'), ['text', undefined]);
  });

  it('are text if a number would change what is written', () => {
    assert.equal(kindOf('007', '012'), 'text');
    assert.equal(kindOf('12345678901234567890'), 'text');
    assert.equal(kindOf('+4912345'), 'text');
    assert.equal(kindOf('1,5', '2,5'), 'text');
    assert.equal(kindOf('1e999'), 'text');
    assert.equal(kindOf('0x10'), 'text');
    assert.equal(kindOf('Infinity'), 'text');
  });

  it('are days or instants if all values are dates without or with a time', () => {
    assert.equal(kindOf('2026-03-01', '2024-02-29'), 'day');
    assert.equal(kindOf('2026-03-01T09:30:00Z', '2026-03-01T09:30+02:00', '2026-03-01 09:30'), 'instant');
    assert.equal(kindOf('2026-02-30'), 'text');
    assert.equal(kindOf('01/02/2026'), 'text');
    assert.equal(kindOf('2026-03-01', '2026-03-01T09:30:00Z'), 'text');
  });

  it('are yes or no if all values are such words, but not digits', () => {
    assert.equal(kindOf('yes', 'No', 'YES'), 'yesNo');
    assert.equal(kindOf('true', 'false'), 'yesNo');
    assert.equal(kindOf('0', '1'), 'number');
    assert.equal(kindOf('Y', 'N'), 'text');
  });

  it('are text if values are mixed, with the line of the first odd value', () => {
    const mixed = propose(['1', '2', 'three', '4']);
    assert.deepEqual(mixed, {
      kind: 'text',
      reason: 'Line 4 has "three", which is a different kind of value from those before it.',
      looksLike: 'mixed',
    });
    assert.match(propose(['007']).reason, /^Line 2 has "007": a code, not a number\.$/);
  });

  it('say why a value that may be a number or a date stays text, and what it would need', () => {
    const told = (cells: string[], forms?: NamedForms) => {
      const { kind, looksLike, reason } = propose(cells, [], forms);
      assert.equal(kind, 'text');
      return [looksLike, reason];
    };
    assert.deepEqual(told(['007']), ['code', 'Line 2 has "007": a code, not a number.']);
    assert.deepEqual(told(['1E10', '5']), [
      'code',
      'Line 2 has "1E10": 1 of 2 values are written like that, so they may be codes.',
    ]);
    assert.deepEqual(told(['+1']), ['code', 'Line 2 has "+1": a number would not keep its plus sign.']);
    assert.deepEqual(told(['1.']), ['code', 'Line 2 has "1.": a number would not keep its point.']);
    assert.deepEqual(told(['12345678901234567']), [
      'code',
      'Line 2 has "12345678901234567": more digits than a number can keep.',
    ]);
    assert.deepEqual(told(['1,5']), [
      'number',
      'Line 2 has "1,5", which may be a number: name its decimal sign, comma.',
    ]);
    assert.deepEqual(told(['12%']), [
      'number',
      'Line 2 has "12%", which may be a number: name its decimal sign, point or comma.',
    ]);
    assert.deepEqual(told(['(1,234.50)'], { decimals: 'point' }), [
      'number',
      'Line 2 has "(1,234.50)", which may be a negative number: write it with a minus sign.',
    ]);
    assert.deepEqual(told(['1.234,50'], { decimals: 'point' }), [
      'number',
      'Line 2 has "1.234,50", which is not a number with a decimal point: comma would read it.',
    ]);
    assert.deepEqual(told(['01/02/2026']), [
      'date',
      'Line 2 has "01/02/2026", which may be a date: name the order of its parts, dmy or mdy.',
    ]);
    assert.deepEqual(told(['31/12/25'], { dates: 'dmy' }), [
      'date',
      'Line 2 has "31/12/25", which may be a date: write its year with four digits.',
    ]);
    assert.deepEqual(told(['2025/12/31'], { dates: 'dmy' }), [
      'date',
      'Line 2 has "2025/12/31", which is not a date in the order dmy: ymd would read it.',
    ]);
    for (const cells of [
      ['31/12/2025', '13/13/2025'],
      ['13/13/2025', '31/12/2025'],
    ]) {
      const line = cells.indexOf('13/13/2025') + 2;
      const reason = `Line ${line} has "13/13/2025", which is not a date in the order dmy.`;
      assert.deepEqual(told(cells, { dates: 'dmy' }), ['date', reason]);
    }
    assert.deepEqual(told(['2026-02-30']), [
      'date',
      'Line 2 has "2026-02-30", which looks like a date that the calendar does not have.',
    ]);
    for (const cell of ['1.2.3', '10.0.0.1', 'A-7', '1-2', '3 of 5', '01/2026', '(old)'])
      assert.deepEqual(told([cell]), [undefined, `Line 2 has "${cell}".`]);
  });

  it('are text if numbers with decimals of different lengths end with a zero; prices are numbers', () => {
    const reason =
      'Line 4 has "1.10" among numbers with other decimals: a code such as a version, because the number 1.1 would not keep it.';
    assert.deepEqual(propose(['1', '1.1', '1.10', '2']), { kind: 'text', reason, looksLike: 'code' });
    assert.deepEqual(propose(['2', '1.10', '1.11']), {
      kind: 'number',
      reason: 'All 3 values are numbers; their decimals have the same length, so "1.10" is kept as 1.1.',
    });
    assert.deepEqual(propose(['2', '1.25', '1.11']), { kind: 'number', reason: 'All 3 values are numbers.' });
    assert.deepEqual(propose(['10%', '5%', '12.5%'], [], { decimals: 'point' }), {
      kind: 'number',
      format: { unit: 'percent', decimals: 1 },
      reason: 'All 3 values are percentages.',
    });
  });

  it('are text if no row has a value', () => {
    assert.deepEqual(propose(['', ' ', '\t']), { kind: 'text', reason: 'No row has a value: kept as text.' });
  });

  it('are choices only if a few short texts repeat often', () => {
    const statuses = ['open', 'doing', 'done'];
    assert.deepEqual(propose(repeat(statuses, 20)).options, [
      { value: 'doing', label: 'doing' },
      { value: 'done', label: 'done' },
      { value: 'open', label: 'open' },
    ]);
    assert.equal(kindOf(...repeat(statuses, 5)), 'text', 'too few rows');
    assert.equal(kindOf(...repeat(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm'], 90)), 'text');
    assert.equal(kindOf(...repeat(['x'.repeat(61), 'y'], 60)), 'text', 'too long');
    assert.equal(kindOf(...repeat(['same'], 60)), 'text', 'only one');
    assert.equal(kindOf(...repeat(['open', 'open '], 60)), 'text', 'space at an end');
  });

  it('ignore NA, NULL and the like in columns of numbers, dates and yes or no', () => {
    const reason = 'All 2 values are numbers; 1 say NA, treated as no value.';
    assert.deepEqual(propose(['1', 'NA', '3']), { kind: 'number', reason });
    assert.equal(kindOf('2026-03-01', 'NULL', '\\N'), 'day');
    assert.equal(kindOf('2026-03-01T09:30:00Z', 'null'), 'instant');
    assert.equal(kindOf('yes', 'N/A', 'no'), 'yesNo');
  });

  it('keep NA, NULL and the like in columns of text and choices, such as NA for Namibia', () => {
    assert.deepEqual(propose(['N1', 'NA', 'NA']), { kind: 'text', reason: 'Line 2 has "N1".' });
    assert.deepEqual(propose(['NA', 'NA']), { kind: 'text', reason: 'The column contains the text "NA".' });
    assert.equal(kindOf('1E3', '2E7', 'NA'), 'text');
    const { options, reason } = propose(repeat(['NA', 'DE', 'FR'], 20));
    assert.deepEqual(
      options!.map(({ value }) => value),
      ['DE', 'FR', 'NA'],
    );
    assert.equal(reason, '3 different texts in 60 rows.');
  });

  it('ignore texts declared as empty in every column', () => {
    const plain = propose(['a', ' NA', '', 'none', 'NA'], ['NA', 'none']);
    assert.deepEqual(plain, {
      kind: 'text',
      reason: 'Line 2 has "a"; 1 are blank and 2 say NA and 1 say none, treated as no value.',
    });
    assert.equal(propose(['1', '-', '\u00a0-'], [' - ']).kind, 'number');
    assert.deepEqual(propose(['-', '-'], ['-']), { kind: 'text', reason: 'No row has a value: kept as text.' });
  });
});
