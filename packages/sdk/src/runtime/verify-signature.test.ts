import assert from 'node:assert/strict';
import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import type { WebhookSignature } from '@tallyhook/schemas';
import { refuseSignature } from './verify-signature.ts';

const now = Date.UTC(2026, 0, 1);
const secret = 'test-secret';
const rawBody = Buffer.from([0x7b, 0xff, 0xfe, 0x7d]);
const keys = { account: { secret } };

const hmac = (
  hash: string,
  parts: (string | Buffer)[],
  encoding: 'hex' | 'base64' | 'base64url' = 'hex',
  key = secret,
) =>
  parts.reduce<ReturnType<typeof createHmac>>((one, part) => one.update(part), createHmac(hash, key)).digest(encoding);

const refusal = (
  declared: Partial<WebhookSignature> & Pick<WebhookSignature, 'signature'>,
  headers: Record<string, string>,
  body: Buffer = rawBody,
) =>
  refuseSignature(
    { algorithm: 'hmacSha256', key: '{{account.secret}}', ...declared },
    { method: 'POST', headers, query: {}, rawBody: body },
    { keys, now },
  );

describe('refuseSignature', () => {
  it('verifies the bytes of the body, with a prefix', () => {
    const signature = { header: 'x-hub-signature-256', prefix: 'sha256=' };
    const right = `sha256=${hmac('sha256', [rawBody])}`;
    assert.equal(refusal({ signature }, { 'x-hub-signature-256': right }), undefined);
    assert.match(refusal({ signature }, { 'x-hub-signature-256': right }, Buffer.from('{}'))!, /wrong/);
    assert.match(refusal({ signature }, { 'x-hub-signature-256': right.slice(7) })!, /no signature/);
    assert.match(refusal({ signature }, { 'x-hub-signature-256': 'sha256=' })!, /no signature/);
    assert.match(refusal({ signature }, { 'x-hub-signature-256': 'sha256=00' })!, /wrong/);
    assert.match(refusal({ signature }, {})!, /no signature in the header x-hub-signature-256/);
  });

  it('verifies SHA-1 and SHA-512 in base64 and base64url', () => {
    const signature = { header: 'x-s' };
    for (const [algorithm, hash] of [
      ['hmacSha1', 'sha1'],
      ['hmacSha512', 'sha512'],
    ] as const)
      for (const encoding of ['base64', 'base64url'] as const) {
        const right = hmac(hash, [rawBody], encoding);
        assert.equal(refusal({ algorithm, encoding, signature }, { 'x-s': right }), undefined);
        assert.match(refusal({ algorithm, encoding, signature }, { 'x-s': hmac(hash, ['x'], encoding) })!, /wrong/);
      }
  });

  it('verifies a text of timestamp and body, and refuses one that is too far from now', () => {
    const declared = {
      signature: { header: 'x-slack-signature', prefix: 'v0=' },
      timestamp: { header: 'x-slack-request-timestamp', toleranceSeconds: 300 },
      signs: 'v0:{{timestamp}}:{{rawBody}}',
    };
    const at = (seconds: number) => {
      const time = String(now / 1000 + seconds);
      return {
        'x-slack-request-timestamp': time,
        'x-slack-signature': `v0=${hmac('sha256', ['v0:', time, ':', rawBody])}`,
      };
    };
    assert.equal(refusal(declared, at(-300)), undefined);
    assert.equal(refusal(declared, at(300)), undefined);
    assert.match(refusal(declared, at(-301))!, /too far from now/);
    assert.match(refusal(declared, at(301))!, /too far from now/);
    assert.match(refusal(declared, { ...at(0), 'x-slack-request-timestamp': 'soon' })!, /no time/);
    assert.match(refusal(declared, { ...at(0), 'x-slack-request-timestamp': String(now / 1000 + 1) })!, /wrong/);
  });

  it('reads signatures and time from the fields of one header; one right signature is enough', () => {
    const declared = {
      signature: { header: 'stripe-signature', field: 'v1' },
      timestamp: { header: 'stripe-signature', field: 't', toleranceSeconds: 300 },
      signs: '{{timestamp}}.{{rawBody}}',
    };
    const time = String(now / 1000);
    const right = hmac('sha256', [time, '.', rawBody]);
    const wrong = hmac('sha256', ['x']);
    assert.equal(refusal(declared, { 'stripe-signature': `t=${time},v1=${wrong},v1=${right},v0=${wrong}` }), undefined);
    assert.match(refusal(declared, { 'stripe-signature': `t=${time},v1=${wrong},v0=${right}` })!, /wrong/);
  });

  it('reads a key written in base64, and one of a subscription first', () => {
    const bytes = Buffer.from('0123456789abcdef');
    const declared: WebhookSignature = {
      algorithm: 'hmacSha256',
      key: ['{{hook.secret}}', '{{account.secret}}'],
      keyEncoding: 'base64',
      encoding: 'base64',
      signature: { header: 'webhook-signature' },
    };
    const right = createHmac('sha256', bytes).update(rawBody).digest('base64');
    const delivery = { method: 'POST', headers: { 'webhook-signature': `v1,${right}` }, query: {}, rawBody };
    const account = { secret: `whsec_${bytes.toString('base64')}` };
    assert.equal(refuseSignature(declared, delivery, { keys: { account }, now }), undefined);
    const hook = { secret: Buffer.from('another').toString('base64') };
    assert.match(refuseSignature(declared, delivery, { keys: { account, hook }, now })!, /wrong/);
    assert.match(refuseSignature(declared, delivery, { keys: { account: {} }, now })!, /no key/);
  });

  it('verifies Ed25519', () => {
    const pair = generateKeyPairSync('ed25519');
    const publicKey = pair.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex');
    const declared: WebhookSignature = {
      algorithm: 'ed25519',
      key: '{{account.publicKey}}',
      signature: { header: 'x-signature-ed25519' },
      timestamp: { header: 'x-signature-timestamp', toleranceSeconds: 300 },
      signs: '{{timestamp}}{{rawBody}}',
    };
    const time = String(now / 1000);
    const right = sign(null, Buffer.concat([Buffer.from(time), rawBody]), pair.privateKey).toString('hex');
    const refused = (signature: string) =>
      refuseSignature(
        declared,
        {
          method: 'POST',
          headers: { 'x-signature-ed25519': signature, 'x-signature-timestamp': time },
          query: {},
          rawBody,
        },
        { keys: { account: { publicKey } }, now },
      );
    assert.equal(refused(right), undefined);
    const other = right.startsWith('00') ? '01' : '00';
    assert.match(refused(`${other}${right.slice(2)}`)!, /wrong/);
    assert.match(refused('')!, /no signature/);
  });
});
