import assert from 'node:assert/strict';
import { createUploadPlaces } from './places.ts';

describe('the places for uploads', () => {
  it('leave half of what is free to others', () => {
    const places = createUploadPlaces(8);
    const taken = (service: string) => Array.from({ length: 100 }, () => places.take(service)).filter(Boolean).length;
    assert.deepEqual([taken('slow'), taken('slower'), taken('third'), taken('fourth')], [4, 2, 1, 1]);
    assert.equal(taken('fifth'), 0);
  });

  it('are free again once they are given back', () => {
    const places = createUploadPlaces(2);
    const giveBack = places.take('slow');
    assert.ok(giveBack);
    assert.equal(places.take('slow'), null);
    giveBack();
    assert.ok(places.take('slow'));
  });
});
