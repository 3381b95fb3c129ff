import assert from 'node:assert/strict';
import { placeHitAreas } from './place-hit-areas.ts';

describe('hit areas of line points', () => {
  const place = (stepPx: number, ...lines: (number | null)[][]) =>
    placeHitAreas(
      lines.map((values, key) => ({ key, label: '', values })),
      { xOf: (index) => 50 + index * stepPx, yOf: (value) => 100 - value, left: 46, right: 400, top: 8, bottom: 100 },
    );

  it('span the drawing, and meet halfway between neighbours, even below a pixel', () => {
    const [near] = place(0.5, [10, 20, 30]);
    assert.deepEqual(near, [
      { x: 46, y: 8, width: 4.25, height: 92 },
      { x: 50.25, y: 8, width: 0.5, height: 92 },
      { x: 50.75, y: 8, width: 349.25, height: 92 },
    ]);
    const [far] = place(200, [10, 20]);
    assert.deepEqual(far, [
      { x: 46, y: 8, width: 104, height: 92 },
      { x: 150, y: 8, width: 250, height: 92 },
    ]);
  });

  it('include periods without a value nearby', () => {
    const [areas] = place(8, [10, null, 20]);
    assert.deepEqual(areas, [{ x: 46, y: 8, width: 12, height: 92 }, , { x: 58, y: 8, width: 342, height: 92 }]); // prettier-ignore
  });

  it('are split between lines by distance, and belong to the only line with a value', () => {
    const [low, high] = place(8, [10, 10, null], [50, null, 90]);
    assert.deepEqual([high![0]!.y, high![0]!.height, low![0]!.y, low![0]!.height], [8, 62, 70, 30]);
    assert.deepEqual([low![1]!.y, low![1]!.height, high![1]], [8, 92, undefined]);
    assert.deepEqual([high![2]!.y, high![2]!.height, low![2]], [8, 92, undefined]);
  });

  it('are never negative, also before the drawing has a width', () => {
    const [hitAreas] = place(-0.5, [10, 20, 30]);
    assert.deepEqual(
      hitAreas!.map((area) => area?.width),
      [3.75, 0, 350.75],
    );
  });
});
