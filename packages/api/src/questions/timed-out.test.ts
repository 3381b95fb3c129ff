import assert from 'node:assert/strict';
import type { NormalizedQuestion } from '@tallyhook/query';
import { Problem } from '@tallyhook/schemas';
import { createTimedOut } from './timed-out.ts';

type Asker = Parameters<ReturnType<typeof createTimedOut>['find']>[0];

const problem = new Problem('query_timeout', 'It took too long.');
const branch = {
  workspaceId: 'w',
  id: 'b',
  name: 'main',
  types: [],
  timezone: 'UTC',
  weekStart: 'monday',
  protection: { write: 'member', merge: 'member' },
} as const;
const ana: Asker = { workspaceId: 'w', branch: { ...branch, types: [] }, personId: 'ana' };
const asking = (type: string) => ({ document: { type } as NormalizedQuestion['document'] });

describe('timed-out questions', () => {
  let atMs: number;
  const create = () => createTimedOut({ now: () => new Date(atMs) });

  beforeEach(() => {
    atMs = 0;
  });

  it('are remembered for a minute per question and branch', () => {
    const timedOut = create();
    timedOut.keep(ana, asking('ticket'), problem);
    atMs = 59_999;
    assert.equal(timedOut.find(ana, asking('ticket')), problem);
    assert.equal(timedOut.find(ana, asking('note')), undefined);
    assert.equal(timedOut.find({ ...ana, personId: 'ben' }, asking('ticket')), undefined);
    assert.equal(timedOut.find({ ...ana, branch: { ...ana.branch, id: 'other' } }, asking('ticket')), undefined);
    atMs = 60_000;
    assert.equal(timedOut.find(ana, asking('ticket')), undefined);
  });

  it('are remembered for another minute if they time out again', () => {
    const timedOut = create();
    for (const type of ['ticket', 'note']) timedOut.keep(ana, asking(type), problem);
    atMs = 30_000;
    timedOut.keep(ana, asking('ticket'), problem);
    atMs = 60_000;
    assert.equal(timedOut.find(ana, asking('note')), undefined);
    assert.equal(timedOut.find(ana, asking('ticket')), problem);
  });

  it('are limited to the last five hundred', () => {
    const timedOut = create();
    for (let at = 0; at <= 500; at++) timedOut.keep(ana, asking(`type${at}`), problem);
    assert.equal(timedOut.find(ana, asking('type0')), undefined);
    assert.equal(timedOut.find(ana, asking('type1')), problem);
  });

  it('cost other questions nothing if there are none', () => {
    const unread = {
      get document(): never {
        throw new Error('The question was read.');
      },
    };
    const timedOut = create();
    assert.equal(timedOut.find(ana, unread), undefined);
    timedOut.keep(ana, asking('ticket'), problem);
    assert.throws(() => timedOut.find(ana, unread), /was read/);
    atMs = 60_000;
    assert.equal(timedOut.find(ana, unread), undefined);
  });
});
