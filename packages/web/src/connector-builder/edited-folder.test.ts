import assert from 'node:assert/strict';
import type { ConnectorFolder } from '@tallyhook/schemas/api';
import { reduceFolder, startEditing, type FolderEvent } from './edited-folder.ts';

const folder = (revision: number, text: string) =>
  ({ id: 'shop', revision, files: [{ path: 'connector.json', text }] }) as ConnectorFolder;
const changed = (text: string, at: number, what = 'name'): FolderEvent => ({
  type: 'changed',
  files: { 'connector.json': text },
  what,
  at,
});
const run = (...events: FolderEvent[]) => events.reduce(reduceFolder, startEditing(folder(1, 'a')));
const textOf = ({ files }: { files: Readonly<Record<string, string>> }) => files['connector.json'];

describe('an edited connector folder', () => {
  it('undoes quick changes of one field together, and others one by one', () => {
    const state = run(changed('ab', 0), changed('abc', 500), changed('abc1', 900, 'version'));
    const once = reduceFolder(state, { type: 'undone' });
    assert.equal(textOf(once), 'abc');
    const twice = reduceFolder(once, { type: 'undone' });
    assert.equal(textOf(twice), 'a');
    assert.equal(textOf(reduceFolder(twice, { type: 'redone' })), 'abc');
    assert.equal(textOf(run(changed('ab', 0), { type: 'undone' }, changed('ax', 100), { type: 'undone' })), 'a');
  });

  it('stays unsaved if it changed while it was being saved', () => {
    const before = run(changed('ab', 0), { type: 'saveBegun' });
    const later = reduceFolder(before, changed('abc', 5_000));
    const state = reduceFolder(later, { type: 'saved', folder: folder(2, 'ab'), sent: before.files });
    assert.equal(state.saving, 'waiting');
    assert.equal(state.saved.revision, 2);
    assert.equal(textOf(state), 'abc');
  });

  it('saves nothing after a conflict until the folder was read again', () => {
    const state = run(changed('ab', 0), { type: 'conflicted' }, changed('abc', 5_000));
    assert.equal(state.saving, 'conflict');
    const read = reduceFolder(state, { type: 'replaced', folder: folder(7, 'theirs') });
    assert.deepEqual([read.saving, read.saved.revision, textOf(read)], ['saved', 7, 'theirs']);
  });
});
