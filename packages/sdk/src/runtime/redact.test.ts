import assert from 'node:assert/strict';
import { redactText, redactValue, spellings } from './redact.ts';

const secret = 'Zq7-canary/"4711"';
const secrets = spellings([secret, 'an-other-one-that-is-longer']);
const base64 = (text: string): string => Buffer.from(text).toString('base64');

describe('credential in an output', () => {
  for (const [spelling, written] of [
    ['in plain text', secret],
    ['percent-encoded', encodeURIComponent(secret)],
    ['percent-encoded in lower case', encodeURIComponent(secret).replaceAll('%2F', '%2f').replaceAll('%22', '%22')],
    ['escaped as in JSON', JSON.stringify(secret).slice(1, -1)],
    ['in base64', base64(secret)],
    ['in base64 without its end', base64(secret).replace(/=+$/, '')],
    ['in base64 of addresses', Buffer.from(secret).toString('base64url')],
  ] as const)
    it(`is redacted when written ${spelling}`, () =>
      assert.equal(redactText(`id ${written}, 7`, secrets), 'id [redacted], 7'));

  for (const before of ['x', 'user:', '{"token":"'])
    it(`is redacted in longer base64, after ${before}`, () => {
      const redacted = redactText(base64(`${before}${secret} and more`), secrets);
      assert.ok(redacted.includes('[redacted]'));
      const left = redacted.split('[redacted]').map((part) => Buffer.from(part, 'base64').toString('utf8'));
      assert.ok(!left.join('').includes('canary') && !left.join('').includes('4711'), redacted);
    });

  for (const scheme of ['Bearer', 'Basic', 'Token', 'bearer'])
    it(`is redacted without the scheme "${scheme}" that its account stores`, () =>
      assert.equal(
        redactText('the token k9Xq7LmZ is wrong', spellings([`${scheme} k9Xq7LmZ`])),
        'the token [redacted] is wrong',
      ));

  it('is redacted in keys and as a number', () => {
    const value = { [secret]: [20268193, 7], text: secret };
    const redacted = { '[redacted]': ['[redacted]', 7], text: '[redacted]' };
    assert.deepEqual(redactValue(value, spellings([secret, '20268193'])), redacted);
  });

  it('leaves other values unchanged', () => {
    const text = `https://api.example.com/repos/octo/hello-world/issues/12345 ${base64('.'.repeat(99))}\nend`;
    assert.equal(redactText(text, secrets), text);
  });

  it('is redacted in a text of millions of characters', () => {
    const text = 'a'.repeat(6_000_000);
    assert.equal(redactText(`${text}.${secret}`, secrets), `${text}.[redacted]`);
  });
});
