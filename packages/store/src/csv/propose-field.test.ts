import assert from 'node:assert/strict';
import { addCell, createProfile, emptyMarkers } from './column-profile.ts';
import { proposeField } from './propose-field.ts';

function profileOf(cells: readonly string[]) {
  const profile = createProfile();
  cells.forEach((cell, index) => addCell(profile, cell, index + 2));
  return profile;
}

/** Proposes the fields of a file from its columns. */
function propose(...columns: (readonly string[])[]) {
  const profiles = columns.map(profileOf);
  const markers = emptyMarkers(profiles);
  return profiles.map((profile) => proposeField(profile, markers));
}

const kindOf = (...cells: string[]) => propose(cells)[0]!.kind;
const repeat = (cells: string[], times: number) => Array.from({ length: times }, () => cells).flat();

describe('a column of a new type becomes', () => {
  it('a number where all of its values are decimal numbers', () => {
    assert.equal(kindOf('1', '-2', '0', '0.5', '.5', '-0.25', '10.357019999999999', '', ' '), 'number');
    assert.equal(kindOf('9007199254740991', '1.5e-7', '3'), 'number');
  });

  it('a number also where a few of many are written as powers, and text where they may be codes', () => {
    assert.equal(kindOf(...repeat(['1012.3', '998'], 10), '1e3'), 'number');
    assert.equal(kindOf('1E3', '2E7', '12'), 'text');
  });

  it('text where a number would lose what is written', () => {
    assert.equal(kindOf('007', '012'), 'text');
    assert.equal(kindOf('12345678901234567890'), 'text');
    assert.equal(kindOf('+4912345'), 'text');
    assert.equal(kindOf('1,5', '2,5'), 'text');
    assert.equal(kindOf('1e999'), 'text');
    assert.equal(kindOf('0x10'), 'text');
    assert.equal(kindOf('Infinity'), 'text');
  });

  it('a day or an instant where all are dates without or with a time', () => {
    assert.equal(kindOf('2026-03-01', '2024-02-29'), 'day');
    assert.equal(kindOf('2026-03-01T09:30:00Z', '2026-03-01T09:30+02:00', '2026-03-01 09:30'), 'instant');
    assert.equal(kindOf('2026-02-30'), 'text');
    assert.equal(kindOf('01/02/2026'), 'text');
    assert.equal(kindOf('2026-03-01', '2026-03-01T09:30:00Z'), 'text');
  });

  it('yes or no where all say so in words, and not where they are digits', () => {
    assert.equal(kindOf('yes', 'No', 'YES'), 'yesNo');
    assert.equal(kindOf('true', 'false'), 'yesNo');
    assert.equal(kindOf('0', '1'), 'number');
    assert.equal(kindOf('Y', 'N'), 'text');
  });

  it('text where its values are mixed, and says where', () => {
    const [mixed] = propose(['1', '2', 'three', '4']);
    assert.deepEqual(mixed, {
      kind: 'text',
      reason: 'Line 4 has "three", which is of another kind than the values before it.',
    });
    assert.match(propose(['007'])[0]!.reason, /^Line 2 has "007": a code, not a number\.$/);
  });

  it('text where no row has a value', () => {
    assert.deepEqual(propose(['', ' ', '\t']), [{ kind: 'text', reason: 'No row has a value: kept as text.' }]);
  });

  it('a choice only where few short texts are repeated often', () => {
    const statuses = ['open', 'doing', 'done'];
    assert.deepEqual(propose(repeat(statuses, 20))[0]!.options, [
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

  it('what it is without the text for "no value" that a column of numbers or dates of the file has', () => {
    const [delay, code, plain] = propose(['1', 'NA', '3'], ['N1', 'NA', 'NA'], ['a', 'b', '']);
    assert.deepEqual(delay, { kind: 'number', reason: 'All 2 values are numbers; 1 say NA, taken as no value.' });
    assert.deepEqual(code, { kind: 'text', reason: 'Line 2 has "N1"; 2 say NA, taken as no value.' });
    assert.deepEqual(plain, { kind: 'text', reason: 'Line 2 has "a"; 1 are blank, taken as no value.' });
  });

  it('text with that text in it where no column of numbers or dates has it: NA is also Namibia', () => {
    const countries = repeat(['NA', 'DE', 'FR'], 20);
    const [country, size] = propose(countries, countries.map(String.prototype.valueOf.bind('1')));
    assert.deepEqual(
      country!.options!.map(({ value }) => value),
      ['DE', 'FR', 'NA'],
    );
    assert.equal(size!.kind, 'number');
    assert.deepEqual(propose(['NA', 'NA'])[0], { kind: 'text', reason: 'It has the text "NA".' });
  });
});
