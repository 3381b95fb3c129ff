import assert from 'node:assert/strict';
import { type KeptRow, reasonOf } from './reason.ts';

describe('reason why a stored event has no run', () => {
  const row = (outcome: KeptRow['outcome'], target: Partial<KeptRow['targets'][number]> = {}): KeptRow => ({
    id: 'a',
    outcome,
    targets: [{ status: 'waiting', reason: null, started: null, ...target }],
  });
  type Seen = Parameters<typeof reasonOf>[1];
  const says = (what: string, result: string, seen: Partial<Seen>, expected: RegExp): void =>
    void it(what, () => {
      const whole = { row: undefined, isLoggedIn: true, isForAll: false, ...seen };
      assert.match(reasonOf({ result }, whole), expected);
    });

  says('names an unlinked account', 'new', {}, /^starts nothing: nobody in your workspace has linked its account$/);
  says(
    'names an unlinked account of a repeated event',
    'duplicate',
    {},
    /it was received before, when nobody .* had linked its account; with another/,
  );
  says(
    'names a connector that is not installed',
    'new',
    { isForAll: true },
    /^starts nothing: your workspace has not installed/,
  );
  says(
    'names a connector that was not installed for a repeated event',
    'duplicate',
    { isForAll: true },
    /when your workspace had not installed/,
  );
  says(
    'says that no workflow matches',
    'new',
    { row: row('untriggered') },
    /^starts nothing: no enabled workflow matches it$/,
  );
  says(
    'says that no workflow matched a repeated event',
    'duplicate',
    { row: row('untriggered') },
    /received before, when no enabled workflow matched it/,
  );
  says('says that the run has not started yet', 'new', { row: row('accepted') }, /^its run has not started yet$/);
  says(
    'repeats the reason of a refusal',
    'new',
    { row: row('accepted', { reason: 'it is off' }) },
    /^starts nothing: it is off$/,
  );
  says('asks for a login', 'new', { isLoggedIn: false }, /`tallyhook login`/);
  says(
    'says without a login that the event is repeated',
    'duplicate',
    { isLoggedIn: false },
    /^it was received before and starts nothing again$/,
  );
});
