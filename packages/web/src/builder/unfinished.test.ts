import assert from 'node:assert/strict';
import type { AskedField } from '@tallyhook/schemas/api';
import { types } from '../chart/sample-answers.ts';
import { newCondition, newHaving } from './change-draft.ts';
import { draftOf } from './draft.ts';
import { describeUnfinished, unfinishedConditions } from './unfinished.ts';

const field = (name: string, more: Partial<AskedField>): AskedField => ({
  name,
  label: name[0]!.toUpperCase() + name.slice(1),
  kind: 'text',
  many: false,
  system: false,
  ops: ['contains'],
  fns: ['count'],
  units: [],
  groupable: true,
  indexed: false,
  ...more,
});
const status = field('status', { kind: 'choice', ops: ['in', 'nin', 'empty'] });
const due = field('due', { kind: 'day', ops: ['within', 'empty'] });
const title = field('title', {});
const fields = [status, due, title];

describe('unfinished conditions', () => {
  const draft = draftOf({ type: 'ticket', chart: 'bars', groupBy: [{ field: 'status' }] });
  const of = (parts: typeof draft.parts, having: typeof draft.having = []) =>
    unfinishedConditions({ ...draft, parts, having }, types[0], fields);

  it('are those without a value whose comparison needs one', () => {
    assert.deepEqual(of([newCondition(status), newCondition(due), newCondition(title)]), ['Status', 'Title']);
    assert.deepEqual(of([{ ...newCondition(status), op: 'empty' }]), []);
    assert.deepEqual(of([{ ...newCondition(status), value: ['open'] }]), []);
    assert.deepEqual(of([], [newHaving('gte', 'number')]), ['Number of Tickets']);
  });

  it('are each named once, as ignored', () => {
    assert.equal(describeUnfinished([]), undefined);
    const two = of([newCondition(title), newCondition(title)]);
    assert.equal(describeUnfinished(two), "The condition on Title has no value yet, so it's ignored and not saved.");
    assert.equal(
      describeUnfinished(['Status', 'Title']),
      "The conditions on Status and Title have no value yet, so they're ignored and not saved.",
    );
  });
});
