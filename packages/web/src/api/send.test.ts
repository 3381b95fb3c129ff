import assert from 'node:assert/strict';
import { fitsAddress } from './address-length.ts';
import { Refusal, send } from './send.ts';

describe('a question that is too long for an address', () => {
  it('is refused with an explanation before it is sent', async () => {
    const asked = send(`/api/query?q=${'%D0%B6'.repeat(10_000)}`);
    await assert.rejects(asked, (error) => error instanceof Refusal && error.code === 'headers_too_large');
    await assert.rejects(
      asked,
      /too long: its address would have 60013 characters, and the limit is 60000.*fewer or shorter values/,
    );
  });

  it('is measured by its encoded length', () => {
    assert.equal(fitsAddress('a'.repeat(50_000)), true);
    assert.equal(fitsAddress('ж'.repeat(9_000)), true);
    assert.equal(fitsAddress('ж'.repeat(10_000)), false);
  });
});

describe('a refusal without a reason', () => {
  const { fetch } = globalThis;
  afterEach(() => {
    globalThis.fetch = fetch;
  });

  for (const body of ['{}', 'null', '{"code":"internal"}', '{"detail":""}', '<h1>Bad gateway</h1>', ''])
    it(`gets a message if its body is ${body || 'empty'}`, async () => {
      globalThis.fetch = () => Promise.resolve(new Response(body, { status: 500 }));
      const code = body.includes('code') ? 'internal' : 'unreadable';
      await assert.rejects(send('/api/reports'), {
        name: 'Refusal',
        code,
        message: 'Tallyhook responded with status 500 and gave no reason. Try again in a moment.',
      });
    });
});
