import assert from 'node:assert/strict';
import { holds } from './conditions.ts';

const values = {
  event: {
    query: { token: 'hush-1', empty: '' },
    body: { action: 'issue_opened', code: 7, labels: ['a', 2], none: null, text: 'It already exists.', no: false },
  },
  account: { verifyToken: 'hush-1', other: 'hush-2', empty: '' },
};

describe('holds', () => {
  it('compares with one of several values, by type', () => {
    assert.equal(holds({ path: 'event.body.code', isOneOf: [1, 7] }, values), true);
    assert.equal(holds({ path: 'event.body.code', isOneOf: ['7', 8] }, values), false);
    assert.equal(holds({ path: 'event.body.absent', isOneOf: ['a', null] }, values), true);
  });

  it('compares the beginning of a text', () => {
    assert.equal(holds({ path: 'event.body.action', startsWith: 'issue_' }, values), true);
    assert.equal(holds({ path: 'event.body.action', startsWith: 'opened' }, values), false);
    assert.equal(holds({ path: 'event.body.code', startsWith: '7' }, values), false);
    assert.equal(holds({ path: 'event.body.absent', startsWith: 'a' }, values), false);
  });

  it('looks for a part of a text, and for an element of a list', () => {
    assert.equal(holds({ path: 'event.body.text', contains: 'already exists' }, values), true);
    assert.equal(holds({ path: 'event.body.text', contains: 'gone' }, values), false);
    assert.equal(holds({ path: 'event.body.labels', contains: 2 }, values), true);
    assert.equal(holds({ path: 'event.body.labels', contains: '2' }, values), false);
    assert.equal(holds({ path: 'event.body.absent', contains: 'a' }, values), false);
  });

  it('tells whether there is a value', () => {
    assert.equal(holds({ path: 'event.body.no', exists: true }, values), true);
    assert.equal(holds({ path: 'event.query.empty', exists: true }, values), true);
    assert.equal(holds({ path: 'event.body.none', exists: true }, values), false);
    assert.equal(holds({ path: 'event.body.none', exists: false }, values), true);
    assert.equal(holds({ path: 'event.body.absent', exists: false }, values), true);
  });

  it('compares with a secret of the account; one that is absent or empty equals nothing', () => {
    const token = 'event.query.token';
    assert.equal(holds({ path: token, isSecret: 'account.verifyToken' }, values), true);
    assert.equal(holds({ path: token, isSecret: 'account.other' }, values), false);
    assert.equal(holds({ path: token, isSecret: 'account.absent' }, values), false);
    assert.equal(holds({ path: 'event.query.empty', isSecret: 'account.empty' }, values), false);
    assert.equal(holds({ path: 'event.query.absent', isSecret: 'account.absent' }, values), false);
  });
});
