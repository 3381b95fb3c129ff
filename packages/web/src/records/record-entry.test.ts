import assert from 'node:assert/strict';
import type { SavedRecord } from '@tallyhook/schemas/api';
import { sendableOf, valueOf, withDecision, withEdits, withProblem, withSaved, type Entry } from './record-entry.ts';

const record = (revision: number, fields: object): SavedRecord =>
  ({ id: 'a', type: 'ticket', revision, createdAt: '', createdBy: '', updatedAt: '', updatedBy: '', fields }) as never;
const seen: Entry = { record: record(1, { title: 'Oven', status: 'open' }), pending: {} };

describe('an edit of a record', () => {
  it('is on the screen at once, and ends when the service has it', () => {
    const edited = withEdits(seen, { title: 'Stove' });
    assert.equal(valueOf(edited, 'title'), 'Stove');
    assert.deepEqual(sendableOf(edited), { title: 'Stove' });
    assert.deepEqual(withSaved(edited, record(2, { title: 'Stove' })).pending, {});
    assert.deepEqual(withEdits(seen, { title: 'Oven' }).pending, {}, 'the same value is no edit');
  });

  it('stays while others change other fields', () => {
    const merged = withSaved(withEdits(seen, { title: 'Stove' }), record(2, { title: 'Oven', status: 'done' }));
    assert.deepEqual([valueOf(merged, 'title'), valueOf(merged, 'status')], ['Stove', 'done']);
    assert.deepEqual(sendableOf(merged), { title: 'Stove' });
  });

  it('waits for a decision if somebody else changed the same field', () => {
    const both = withSaved(withEdits(seen, { title: 'Stove' }), record(2, { title: 'Range' }));
    assert.deepEqual(both.pending.title?.theirs, { value: 'Range' });
    assert.deepEqual(sendableOf(both), {});
    const mine = withDecision(both, 'title', 'mine');
    assert.deepEqual(sendableOf(mine), { title: 'Stove' });
    assert.equal(valueOf(withDecision(both, 'title', 'theirs'), 'title'), 'Range');
    assert.deepEqual(withSaved(mine, record(3, { title: 'Stove' })).pending, {});
  });

  it('stays in its cell with the reason if it is refused, until it is typed again', () => {
    const refused = withProblem(withEdits(seen, { title: '' }), 'Title is required', 'title');
    assert.deepEqual([refused.pending.title?.problem, sendableOf(refused)], ['Title is required', {}]);
    assert.deepEqual(sendableOf(withEdits(refused, { title: 'Stove' })), { title: 'Stove' });
  });

  it('is not undone by an older answer that comes late', () => {
    const now = withSaved(seen, record(3, { title: 'New' }));
    assert.equal(valueOf(withSaved(now, record(2, { title: 'Old' })), 'title'), 'New');
  });
});
