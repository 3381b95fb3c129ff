import assert from 'node:assert/strict';
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
