import assert from 'node:assert/strict';
import { isInPart, partsOf, tabOf } from './parts.ts';

const files = {
  'fixtures/a.json': '{}',
  'connector.json': '{}',
  'actions/b.json': '{"label": "Upload a video", "upload": {}}',
  'actions/a.json': '{',
};

describe('the parts of a connector folder', () => {
  it('names actions by their label, and by their file while that cannot be read', () => {
    assert.deepEqual(
      partsOf(files).map(({ id, label, sendsFile }) => [id, label, sendsFile]),
      [
        ['sign-in', 'Sign-in', false],
        ['actions/a.json', 'actions/a.json', false],
        ['actions/b.json', 'Upload a video', true],
        ['connector.json', 'connector.json', false],
        ['fixtures/a.json', 'fixtures/a.json', false],
      ],
    );
  });

  it('shows a problem of connector.json either with the sign-in or with the rest', () => {
    const [signIn, , , connector] = partsOf(files);
    const at = (pointer: string) => ({ file: 'connector.json', pointer });
    assert.deepEqual(
      [isInPart(signIn!, at('#/signIn/kind')), isInPart(connector!, at('#/signIn/kind'))],
      [true, false],
    );
    assert.deepEqual([isInPart(signIn!, at('#/hosts/0')), isInPart(connector!, at('#/hosts/0'))], [false, true]);
    assert.deepEqual([isInPart(signIn!, at('#')), isInPart(connector!, at('#'))], [false, true]);
  });

  it('finds the tab of a pointer', () => {
    assert.deepEqual(
      [
        '#/upload/finish/path',
        '#/request/path',
        '#/scopes/0',
        '#/request/output/id',
        '#/errors/0',
        '#/input/type',
        '#',
      ].map(tabOf),
      ['upload', 'request', 'request', 'answer', 'errors', 'inputs', 'inputs'],
    );
  });
});
