import assert from 'node:assert/strict';
import type { SavedRecord } from '@tallyhook/schemas/api';
import {
  missingFields,
  sendableOf,
  unsavedState,
  valueOf,
  withDecision,
  withEdits,
  withProblem,
  withSaved,
  withValueBack,
  type Entry,
} from './record-entry.ts';

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

  it('is undone at once, but only after a decision if somebody else changed the field since', () => {
    const back = { value: 'Oven', seen: 'Stove' };
    const mine: Entry = { record: record(2, { title: 'Stove' }), pending: {} };
    assert.deepEqual(sendableOf(withValueBack(mine, 'title', back)), { title: 'Oven' });
    const theirs: Entry = { record: record(3, { title: 'Range' }), pending: {} };
    const both = withValueBack(theirs, 'title', back);
    assert.deepEqual([sendableOf(both), both.pending.title?.theirs], [{}, { value: 'Range' }]);
    assert.deepEqual(withValueBack(both, 'title', back).pending, {}, 'an undecided edit is given up');
  });

  it('of a new record is not on its way before all required fields have a value', () => {
    const empty: Entry = { record: record(0, {}), pending: {}, isNew: true };
    const coded = withEdits(empty, { code: 'A1' });
    assert.deepEqual([missingFields(coded, ['title']), unsavedState(coded, ['title'])], [['title'], 'incomplete']);
    assert.equal(unsavedState(withEdits(coded, { title: ' \t ' }), ['title']), 'incomplete');
    assert.equal(unsavedState(withEdits(coded, { title: 'Oven' }), ['title']), 'saving');
    assert.equal(unsavedState({ ...withEdits(seen, { title: 'Stove' }), isGone: true }, ['title']), 'gone');
  });
});
