import assert from 'node:assert/strict';
import type { Answer } from '@tallyhook/schemas';
import { readFigures } from './figures.ts';
import { createFormats } from './formats.ts';
import { hideSeries } from './hide-series.ts';
import { hintRows } from './hint-rows.ts';
import { shapeChart } from './shape-chart.ts';
import { extentOf } from './stack.ts';

const formats = createFormats('en-GB', 'UTC');

function split(fn: 'sum' | 'avg', more: object = {}) {
  const row = (region: string, channel: string, amount: number) => ({ key: { region, channel }, amount });
  const answer = {
    rows: [row('North', 'Web', 1_200), row('North', 'Shop', 300), row('South', 'Shop', 50)],
    overall: { amount: 1_550 },
    meta: {
      columns: [
        { role: 'group', name: 'region', label: 'Region', kind: 'text' },
        { role: 'group', name: 'channel', label: 'Channel', kind: 'text' },
        { role: 'measure', name: 'amount', label: 'Amount', kind: 'number', fn },
      ],
      overlap: [],
      groups: { truncated: false, ...more },
      question: { type: 'order' },
      resolved: { timezone: 'UTC', weekStart: 'monday' },
    },
  } as unknown as Answer;
  const figures = readFigures(answer, [], formats);
  return { figures, shape: shapeChart('bars', figures) };
}

describe('tooltip of a split chart', () => {
  it('names every series of the group, and their total if they add up', () => {
    const { figures, shape } = split('sum');
    const rows = hintRows(shape, 0, { figures, formats })!;
    assert.deepEqual([rows.title, rows.total], ['North', '1,500']);
    assert.deepEqual(
      rows.rows.map(({ label, value }) => `${label} ${value}`),
      ['Web 1,200', 'Shop 300'],
    );
    const cut = split('sum', { truncated: true, partial: true });
    assert.equal(hintRows(cut.shape, 0, { figures: cut.figures, formats })!.total, undefined);
    const averages = split('avg');
    assert.equal(hintRows(averages.shape, 0, { figures: averages.figures, formats })!.total, undefined);
  });

  it('leaves out series that the legend switched off, and does not count them', () => {
    const { figures, shape } = split('sum');
    const rows = hintRows(hideSeries(shape, new Set(['Web'])), 0, { figures, formats })!;
    assert.deepEqual([rows.rows.map(({ label }) => label), rows.total], [['Shop'], undefined]);
  });

  it('has an axis that fits the series that are on', () => {
    const { shape } = split('sum');
    assert.ok(shape.kind === 'bars');
    const shown = hideSeries(shape, new Set(['Web']));
    assert.ok(shown.kind === 'bars');
    assert.deepEqual([extentOf(shape.series, 'stacked'), extentOf(shown.series, 'stacked')], [[0, 1_500], [0, 300]]); // prettier-ignore
  });

  it('keeps the colour of every other series when one is switched off', () => {
    const { figures, shape } = split('sum');
    const colourOf = (shown: typeof shape) =>
      hintRows(shown, 0, { figures, formats })!.rows.find(({ label }) => label === 'Shop')!.paint.colour;
    assert.equal(colourOf(hideSeries(shape, new Set(['Web']))), colourOf(shape));
  });
});
