import assert from 'node:assert/strict';
import type { Field } from '@tallyhook/schemas';
import { localForms } from './local-forms.ts';
import { readCell } from './read-cell.ts';
import { moveSelection, oneCell, rectangleOf } from './selection.ts';
import { textToEdit } from './text-to-edit.ts';
import { readTabSeparated, writeTabSeparated } from './tab-separated.ts';

describe('text between the grid and spreadsheets', () => {
  it('keeps tabs, quotes and line breaks of cells in both directions', () => {
    const cells = [
      ['a', 'b "quoted"', ''],
      ['two\nlines', 'a\ttab', '3'],
    ];
    assert.deepEqual(readTabSeparated(writeTabSeparated(cells)), cells);
    assert.deepEqual(readTabSeparated('a\tb\r\nc\td\r\n'), [
      ['a', 'b'],
      ['c', 'd'],
    ]);
    assert.deepEqual(readTabSeparated('5" pipe'), [['5" pipe']]);
  });
});

describe('a typed value', () => {
  const read = (text: string, field: Partial<Field>) =>
    readCell(text, { name: 'x', label: 'X', kind: 'text', ...field }, (name) => (name === 'Apollo' ? 'id' : undefined));
  const options = [{ value: 'on_hold', label: 'On hold' }];

  it('is read as its field writes it', () => {
    assert.deepEqual(read('€1,160.00', { kind: 'number' }), { value: 1160 });
    assert.deepEqual(read('−€129.00', { kind: 'number' }), { value: -129 });
    assert.deepEqual(read('12.5 %', { kind: 'number', format: { unit: 'percent' } }), { value: 0.125 });
    assert.deepEqual(read('yes', { kind: 'yesNo' }), { value: true });
    assert.deepEqual(read('on hold', { kind: 'choice', options }), { value: 'on_hold' });
    assert.deepEqual(read('25 Nov 2026', { kind: 'day' }), { value: '2026-11-25' });
    assert.deepEqual(read('Apollo', { kind: 'relation' }), { value: 'id' });
    assert.deepEqual(read('Apollo, Apollo', { kind: 'relation', many: true }), { value: ['id', 'id'] });
    assert.deepEqual(read(' kept as typed ', {}), { value: ' kept as typed ' });
    assert.deepEqual(read('', { kind: 'number' }), { value: null });
  });

  it('is read as the language of the person writes it', () => {
    const readIn = (language: string, text: string, field: Partial<Field>) =>
      readCell(text, { name: 'x', label: 'X', kind: 'number', ...field }, () => undefined, localForms([language]))
        .value;
    assert.equal(readIn('de-DE', '1.500', {}), 1500);
    assert.equal(readIn('de-DE', '1.234,50 €', {}), 1234.5);
    assert.equal(readIn('de-DE', '−0,25', {}), -0.25);
    assert.equal(readIn('de-CH', '1’234.5', {}), 1234.5);
    assert.equal(readIn('fr-FR', '1 234 567,8', {}), 1234567.8);
    assert.equal(readIn('en-US', '1,500', {}), 1500);
    assert.equal(readIn('en-GB', '03/04/2026', { kind: 'day' }), '2026-04-03');
    assert.equal(readIn('en-US', '03/04/2026', { kind: 'day' }), '2026-03-04');
    assert.equal(readIn('de-DE', '3.4.2026', { kind: 'day' }), '2026-04-03');
    const moment = new Date('2026-04-03 14:30').toISOString();
    assert.equal(readIn('de-DE', '3.4.2026, 14:30', { kind: 'instant' }), moment);
    assert.equal(readIn('de-DE', '31.2.2026', { kind: 'day' }), undefined);
  });

  it('is the same after it was shown for editing, in any language', () => {
    const share = { unit: 'percent' } as const;
    for (const language of ['en-US', 'de-DE', 'fr-FR', 'de-CH', 'hi-IN'])
      for (const value of [1.234, 1500, -0.125, 1234567.891])
        for (const format of [undefined, share]) {
          const field: Field = { name: 'x', label: 'X', kind: 'number', ...(format && { format }) };
          const forms = localForms([language]);
          const text = textToEdit(value, field, forms);
          assert.deepEqual(
            readCell(text, field, () => undefined, forms),
            { value },
            `${language} ${text}`,
          );
        }
    assert.equal(read('15', { kind: 'number', format: share }).value, 0.15);
    assert.equal(read('12 %', { kind: 'number' }).problem, 'Type a number without %');
  });

  it('is refused with what to type', () => {
    assert.match(read('ten', { kind: 'number' }).problem!, /Type a number/);
    assert.match(read('13/13/2026', { kind: 'day' }).problem!, /Type a day/);
    assert.match(read('Holding', { kind: 'choice', options }).problem!, /On hold/);
    assert.match(read('Gemini', { kind: 'relation' }).problem!, /Gemini/);
  });
});

describe('the chosen cells', () => {
  const size = { lines: 100, columns: 5, page: 20 };
  const move = (key: string, more = {}) =>
    moveSelection(oneCell({ line: 10, column: 2 }), { key, isFar: false, isExtending: false, ...more }, size)!.to;

  it('move as in a sheet, and stay inside', () => {
    assert.deepEqual(move('ArrowDown'), { line: 11, column: 2 });
    assert.deepEqual(move('ArrowLeft', { isFar: true }), { line: 10, column: 0 });
    assert.deepEqual(move('End', { isFar: true }), { line: 99, column: 4 });
    assert.deepEqual(move('PageUp'), { line: 0, column: 2 });
    assert.equal(
      moveSelection(oneCell({ line: 0, column: 0 }), { key: 'a', isFar: false, isExtending: false }, size),
      undefined,
    );
  });

  it('grow from where they began with Shift', () => {
    const first = { from: { line: 10, column: 2 }, to: { line: 8, column: 2 } };
    const grown = moveSelection(first, { key: 'ArrowRight', isFar: false, isExtending: true }, size)!;
    assert.deepEqual(rectangleOf(grown), { top: 8, bottom: 10, left: 2, right: 3 });
  });
});
