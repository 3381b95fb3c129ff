import assert from 'node:assert/strict';
import { type KeptRow, reasonOf } from './reason.ts';

describe('why a kept event has no run', () => {
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

  says('of a stranger', 'new', {}, /^starts nothing: nobody in your workspace has linked its account$/);
  says('of a stranger, again', 'duplicate', {}, /it came before, when nobody .* had linked its account; with another/);
  says('without an account', 'new', { isForAll: true }, /^starts nothing: your workspace has not installed/);
  says('without an account, again', 'duplicate', { isForAll: true }, /when your workspace had not installed/);
  says('that nobody takes', 'new', { row: row('untriggered') }, /^starts nothing: no workflow that is on takes it$/);
  says(
    'that nobody took',
    'duplicate',
    { row: row('untriggered') },
    /came before, when no workflow that was on took it/,
  );
  says('that is waiting', 'new', { row: row('accepted') }, /^its run has not started yet$/);
  says('that was refused', 'new', { row: row('accepted', { reason: 'it is off' }) }, /^starts nothing: it is off$/);
  says('while nobody is logged in', 'new', { isLoggedIn: false }, /`tallyhook login`/);
  says(
    'again while nobody is logged in',
    'duplicate',
    { isLoggedIn: false },
    /^it came before, and starts nothing again$/,
  );
});
