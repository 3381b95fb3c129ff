import assert from 'node:assert/strict';
import { isWithin, keysOf, setInJson, valueAt } from './edit-json.ts';

const text = `{
  "label": "Upload",
  "request": { "method": "POST", "path": "/videos" },
  "x": [1, 2]
}
`;

describe('editing a JSON text', () => {
  it('changes one value and leaves the rest as it is', () => {
    assert.equal(setInJson(text, ['request', 'path'], '/films'), text.replace('/videos', '/films'));
  });

  it('adds missing objects on the way, and removes a value', () => {
    const added = setInJson(text, ['upload', 'confirmed', 'as'], 'range');
    assert.deepEqual((JSON.parse(added) as { upload: unknown }).upload, { confirmed: { as: 'range' } });
    assert.ok(added.startsWith('{\n  "label": "Upload",\n  "request": { "method": "POST", "path": "/videos" },'));
    assert.equal('x' in (JSON.parse(setInJson(text, ['x'], undefined)) as object), false);
    assert.equal(setInJson(text, ['missing', 'deep'], undefined), text);
  });

  it('reads pointers with escaped and encoded keys', () => {
    assert.deepEqual(keysOf('#/headers/a~1b%20c/0'), ['headers', 'a/b c', '0']);
    assert.deepEqual(keysOf('/a%20b'), ['a%20b']);
    assert.deepEqual(keysOf('#'), []);
    assert.ok(isWithin('#/errors/0/class', ['errors', 0]));
    assert.ok(!isWithin('#/errors/0', ['errors', 0, 'class']));
    assert.equal(valueAt({ a: [{ b: 1 }] }, ['a', 0, 'b']), 1);
    assert.equal(valueAt({}, ['toString']), undefined);
  });
});
