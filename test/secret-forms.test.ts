import assert from 'node:assert/strict';
import { createFinder } from './find-planted.ts';
import { secretForms } from './secret-forms.ts';

describe('The forms of a secret', () => {
  const secret = 'p&ss=wörd/+ 1>?';
  const found = (text: string) => secretForms(secret).some((form) => text.includes(form));

  for (const before of ['', 'a', 'ab', 'abc', 'user:'])
    for (const encoding of ['base64', 'base64url', 'hex'] as const)
      it(`are found in ${encoding} after "${before}"`, () => {
        assert.ok(found(Buffer.from(`${before}${secret} and more`).toString(encoding)));
      });

  const rows: [string, string][] = [
    ['a log', `Authorization: Bearer ${secret}`],
    ['a query', `?token=${encodeURIComponent(secret)}&x=1`],
    ['a form', String(new URLSearchParams({ token: secret }))],
    ['JSON', JSON.stringify({ token: secret })],
    ['a database file', Buffer.from(secret).toString('latin1')],
  ];
  for (const [where, text] of rows) it(`are found in ${where}`, () => assert.ok(found(text)));

  it('are not found elsewhere', () =>
    assert.ok(!found(`p&ss=${'w'.repeat(40)} ${Buffer.alloc(99).toString('base64')}`)));
});

describe('The search for planted secrets', () => {
  const secrets = new Map([
    ['one', 'first+planted/secret 1'],
    ['two', 'a-second-planted-secret'],
  ]);
  const find = createFinder(secrets);

  it('finds every form at every place', () => {
    for (const [name, secret] of secrets)
      for (const form of secretForms(secret))
        for (let before = 0; before < 40; before++)
          for (const after of ['', 'x'])
            assert.deepEqual(find(Buffer.from(`${'.'.repeat(before)}${form}${after}`)), [name], `${before} ${form}`);
  });

  it('finds nothing in secrets that are cut or in other bytes', () => {
    assert.deepEqual(find(Buffer.from('first+planted/secret first+planted/secret a-second-planted-secre')), []);
    assert.deepEqual(find(Buffer.alloc(100_000)), []);
  });

  it('looks through 200 megabytes in seconds', () => {
    const many = Buffer.alloc(200_000_000, 'bytes of a database that say nothing ');
    const startedAt = performance.now();
    assert.deepEqual(find(many), []);
    assert.ok(performance.now() - startedAt < 10_000);
  });

  it('refuses a secret that is too short', () => {
    assert.throws(() => createFinder(new Map([['short', 'abc']])), /only \d+ bytes/);
  });
});
