import assert from 'node:assert/strict';
import { redactText, redactValue, spellings } from './redact.ts';

const secret = 'Zq7-canary-4711';
const redact = (text: string): string => redactText(text, spellings([secret, 'an-other-one-that-is-longer']));
const hex = Buffer.from(secret).toString('hex');
const inLines = (text: string, length: number, lineBreak: string): string =>
  text.replaceAll(new RegExp(`.{${length}}(?=.)`, 'g'), `$&${lineBreak}`);

describe('a credential that is encoded in an output', () => {
  for (const [written, expected] of [
    [`id ${hex}, 7`, 'id [redacted], 7'],
    [`id ${hex.toUpperCase()}, 7`, 'id [redacted], 7'],
    [`a=${hex.match(/../g)!.join(':')};`, 'a=[redacted];'],
    [`a=${hex.toUpperCase().match(/../g)!.join('-')};`, 'a=[redacted];'],
    [`x${Buffer.from(secret, 'utf16le').toString('latin1')} y`, '[redacted] y'],
    [`a ${Buffer.from(`run ${secret} now, and once more`, 'utf16le').toString('base64')} b`, 'a [redacted] b'],
  ] as const)
    it(`is taken out of ${JSON.stringify(written)}`, () => assert.equal(redact(written), expected));

  for (const length of [20, 30, 40, 60])
    for (const before of ['x', 'user:', '{"token":"'])
      it(`of ${length} signs is taken out of what is base64 from end to end, behind ${before}`, () => {
        const long = 'k9Xq7LmZ'.repeat(10).slice(0, length);
        const auth = Buffer.from(`${before}${long}`).toString('base64');
        // Base64 of fewer signs is not searched for.
        const expected = auth.length < 32 ? auth : '[redacted]';
        assert.deepEqual(redactValue({ auth }, spellings([long])), { auth: expected });
      });

  it('is taken out of base64 and hex whose lines are broken inside of it', () => {
    for (const encoding of ['base64', 'hex'] as const)
      for (const lineBreak of ['\n', '\r\n', '\\n', '\\r\\n', '\n  '])
        for (const length of [60, 64, 76])
          for (const left of [1, 5, 9, 14]) {
            // So much of it as `left` stands in the first line.
            const before = length / (encoding === 'hex' ? 2 : 4 / 3) - left;
            const content = Buffer.from(`${'.'.repeat(before)}${secret}${'.'.repeat(94)}`).toString(encoding);
            const text = redact(`It is: ${inLines(content, length, lineBreak)} and more`);
            assert.equal(text, 'It is: [redacted] and more', JSON.stringify({ encoding, lineBreak, length, left }));
          }
  });

  it('leaves alone what holds none', () => {
    const text = `https://api.example.com/repos/octo/hello-world/issues/12345/comments ${'ab:'.repeat(40)} \0 ${Buffer.from('.'.repeat(99)).toString('base64')}\nend`;
    assert.equal(redact(text), text);
  });

  it('may stand in what has millions of signs', () => {
    const text = 'a'.repeat(6_000_000);
    assert.equal(redact(`${text}.${hex}`), `${text}.[redacted]`);
  });
});
