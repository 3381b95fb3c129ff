import assert from 'node:assert/strict';
import { restKey } from './group-keys.ts';
import { paintBox, paintsOf } from './palette.ts';

const series = (...keys: (string | null)[]) => keys.map((key) => ({ key, label: String(key), values: [1] }));
const box = { x: 10, y: 20, width: 40, height: 30 };

describe('area paint', () => {
  it('is grey for combined groups and hollow grey for records without a value', () => {
    const [open, none, rest] = paintsOf(series('open', null, restKey));
    assert.deepEqual(open, { colour: 'var(--series-1)', isHollow: false });
    assert.deepEqual(none, { colour: 'var(--series-rest)', isHollow: true });
    assert.deepEqual(rest, { colour: 'var(--series-rest)', isHollow: false });
    assert.notDeepEqual(paintBox(box, none), paintBox(box, rest));
  });

  it('is the first colour for a single series, whatever its key', () => {
    assert.deepEqual(paintsOf(series(null)), [{ colour: 'var(--series-1)', isHollow: false }]);
  });

  it('keeps the outline inside a hollow box, and fills a box too small for one', () => {
    const hollow = { colour: 'grey', isHollow: true };
    const within = { x: 10.75, y: 20.75, width: 38.5, height: 28.5, stroke: 'grey' };
    assert.partialDeepStrictEqual(paintBox(box, hollow), within);
    assert.deepEqual(paintBox({ ...box, width: 2 }, hollow), { ...box, width: 2, fill: 'grey' });
  });
});
