import assert from 'node:assert/strict';
import { otherKey, type Key } from './group-keys.ts';
import { placeBars } from './place-bars.ts';

const measure = (text: string) => 6 * text.length;
const place = (...keys: Key[]) =>
  placeBars(
    keys.map((key) => ({ key, label: key === null ? 'No closed at' : key === otherKey ? 'Other' : String(key) })),
    { left: 40, right: 300, measure },
  );

describe('vertical bar placement', () => {
  it('spreads periods over the whole width', () => {
    const { bars, apart, spans } = place('2026-01-01', '2026-02-01', '2026-03-01');
    assert.deepEqual([bars.length, apart, spans], [3, [], [[40, 300]]]);
    assert.ok(bars[2]!.left + bars[2]!.width <= 300);
  });

  it('sets groups that are not periods apart, with room for their labels', () => {
    const { bars, apart, spans } = place('2026-01-01', '2026-02-01', otherKey, null);
    const [[, end], [start]] = spans as [[number, number], [number, number]];
    assert.deepEqual(apart, ['Other', 'No cl…']);
    assert.ok(start - end >= 16, 'set off');
    assert.ok(bars[1]!.left + bars[1]!.width <= end && bars[2]!.left >= start);
    const middles = bars.slice(2).map(({ left, width }) => left + width / 2);
    const room = apart.map((label, at) => [middles[at]! - measure(label) / 2, middles[at]! + measure(label) / 2]);
    assert.ok(room[0]![0]! >= start && room[0]![1]! < room[1]![0]! && room[1]![1]! <= 300, JSON.stringify(room));
  });

  it('uses the whole width if there are no periods', () => {
    const { bars, spans } = place(null);
    assert.deepEqual(spans, [[40, 300]]);
    assert.ok(bars[0]!.left >= 40 && bars[0]!.width > 40);
  });
});
