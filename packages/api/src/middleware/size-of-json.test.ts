import assert from 'node:assert/strict';
import { sizeOfJson } from './size-of-json.ts';

describe('size of JSON', () => {
  const sizeOf = (text: string) => sizeOfJson(Buffer.from(text));

  it('is its number of bytes if no text is longer than an id', () => {
    for (const text of ['', '{}', '[1,"a","b\\"c"]', JSON.stringify({ é: 'x'.repeat(24) })]) {
      assert.equal(sizeOf(text), Buffer.byteLength(text));
    }
  });

  it('counts a longer text only as much as an id', () => {
    const id = JSON.stringify(['x'.repeat(24), 1]);
    assert.equal(sizeOf(JSON.stringify(['x'.repeat(100_000), 1])), id.length);
    assert.equal(sizeOf(JSON.stringify(['\\"'.repeat(10_000), 1])), id.length);
    assert.equal(sizeOf(JSON.stringify([`${'x'.repeat(50)}\\`, 1])), id.length);
    assert.equal(sizeOf(JSON.stringify(Array(1_000).fill('x'.repeat(50)))), 27 * 1_000 + 1);
  });

  it('counts the rest of a body that ends within a text', () => {
    assert.equal(sizeOf(`["${'x'.repeat(100)}`), 102);
  });
});
