import assert from 'node:assert/strict';
import { restKey } from './group-keys.ts';
import { paintBox, paintsOf } from './palette.ts';

const series = (...keys: (string | null)[]) => keys.map((key) => ({ key, label: String(key), values: [1] }));
const box = { x: 10, y: 20, width: 40, height: 30 };

describe('the paint of areas', () => {
  it('tells records without a value from what is several groups: both are grey, one is hollow', () => {
    const [open, none, rest] = paintsOf(series('open', null, restKey));
    assert.deepEqual(open, { colour: 'var(--series-1)', isHollow: false });
    assert.deepEqual(none, { colour: 'var(--series-rest)', isHollow: true });
    assert.deepEqual(rest, { colour: 'var(--series-rest)', isHollow: false });
    assert.notDeepEqual(paintBox(box, none), paintBox(box, rest));
  });

  it('is the first colour where there is one series, whatever it stands for', () => {
    assert.deepEqual(paintsOf(series(null)), [{ colour: 'var(--series-1)', isHollow: false }]);
  });

  it('keeps the outline of a hollow box within it, and fills one that has no room for an outline', () => {
    const hollow = { colour: 'grey', isHollow: true };
    const within = { x: 10.75, y: 20.75, width: 38.5, height: 28.5, stroke: 'grey' };
    assert.partialDeepStrictEqual(paintBox(box, hollow), within);
    assert.deepEqual(paintBox({ ...box, width: 2 }, hollow), { ...box, width: 2, fill: 'grey' });
  });
});
