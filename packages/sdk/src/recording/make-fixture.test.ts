import assert from 'node:assert/strict';
import type { ActionFixture, Connector, Request } from '@tallyhook/schemas';
import { makePackage } from '../../test/make-package.ts';
import { ActionError } from '../action-error.ts';
import type { Http, HttpRequest, HttpResponse } from '../http/http.ts';
import { runAction } from '../runtime/run-action.ts';
import { describeCalls, makeFixture, type RecordedFixture } from './make-fixture.ts';
import { observeHttp } from './observe-http.ts';

const canary = 'canary-4711/"s3cret"+ü';
const account = { shop: 'fern', token: canary };

type Answer = Partial<HttpResponse> & { json?: unknown };

/** A way out that answers what the test makes of the request. */
function answering(answer: (request: HttpRequest) => Answer | Error): Http {
  return {
    async send(request) {
      const made = answer(request);
      if (made instanceof Error) throw made;
      const { status = 200, headers = {}, json, body = Buffer.from(JSON.stringify(json ?? {})) } = made;
      return { status, headers: { 'content-type': 'application/json', ...headers }, body };
    },
    sendStream: () => Promise.reject(new Error('no file is sent here')),
    close: () => Promise.resolve(),
  };
}

async function record(
  answer: (request: HttpRequest) => Answer | Error,
  {
    request = {},
    connector = {},
    input = { a: 'A' },
  }: { request?: Partial<Request>; connector?: Partial<Connector>; input?: object } = {},
): Promise<RecordedFixture & { shown: string }> {
  const released = makePackage({
    request: { method: 'POST', path: '/things', body: { json: { title: '{{a}}' } }, ...request },
    action: { idempotencyHeader: 'Idempotency-Key' },
    connector,
  });
  const { http, calls } = observeHttp(answering(answer));
  const call = { input, account, idempotencyKey: 'd7c1b3a0-real-key', http };
  const outcome = await runAction(released, 'call', call).then(
    ({ output }) => ({ output }),
    (error: unknown) => {
      assert.ok(error instanceof ActionError, String(error));
      return { error };
    },
  );
  const made = await makeFixture(released, { action: 'call', ...call, calls, outcome });
  return { ...made, shown: JSON.stringify(describeCalls(released, account, calls)) };
}

const spellings = (secret: string): string[] => [
  secret,
  encodeURIComponent(secret),
  encodeURIComponent(secret).toLowerCase(),
  JSON.stringify(secret).slice(1, -1),
  Buffer.from(secret).toString('base64'),
  Buffer.from(secret).toString('base64url'),
  Buffer.from(secret).toString('hex'),
];

function assertClean(text: string, secret = canary): void {
  for (const spelt of spellings(secret))
    assert.ok(!text.includes(spelt) && !text.includes(JSON.stringify(spelt).slice(1, -1)), spelt);
}

describe('a fixture that is recorded', () => {
  it('holds no credential in any spelling, neither in requests nor in answers, and passes', async () => {
    const { fixture, leaks, differences, shown } = await record(
      ({ headers }) => ({
        headers: { location: `https://api.example.com/v1/x?key=${encodeURIComponent(canary)}`, 'x-trace': canary },
        json: {
          echo: headers['Authorization'],
          coded: Buffer.from(canary).toString('base64'),
          hex: Buffer.from(canary).toString('hex'),
          [canary]: [encodeURIComponent(canary)],
        },
      }),
      {
        request: {
          headers: { 'X-Token': '{{account.token|base64}}' },
          body: { json: { title: '{{a}}', token: '{{account.token}}', text: 'before {{account.token}} after' } },
        },
      },
    );
    assertClean(JSON.stringify(fixture));
    assertClean(shown);
    assert.deepEqual([leaks, differences], [[], []]);
    const { request, response } = fixture.exchanges[0]!;
    assert.deepEqual(fixture.account, { shop: 'fern', token: 'test-token' });
    assert.deepEqual(request, {
      method: 'POST',
      url: 'https://api.example.com/v1/things',
      headers: {
        authorization: 'Bearer test-token',
        'content-type': 'application/json',
        'idempotency-key': 'test-idempotency-key',
        'x-token': Buffer.from('test-token').toString('base64'),
      },
      body: { title: 'A', token: 'test-token', text: 'before test-token after' },
    });
    assert.deepEqual(response, {
      status: 200,
      headers: { location: 'https://api.example.com/v1/x?key=test-token' },
      body: {
        echo: 'Bearer test-token',
        coded: Buffer.from('test-token').toString('base64'),
        hex: Buffer.from('test-token').toString('hex'),
        'test-token': ['test-token'],
      },
    });
  });

  it('holds no Basic credential', async () => {
    const { fixture, differences } = await record(({ headers }) => ({ json: { sent: headers['Authorization'] } }), {
      connector: { signIn: { kind: 'basic', username: '{{account.shop}}/token', password: '{{account.token}}' } },
    });
    const basic = `Basic ${Buffer.from('fern/token:test-token').toString('base64')}`;
    assert.equal(fixture.exchanges[0]!.request.headers!['authorization'], basic);
    assert.deepEqual(fixture.expect, { output: { sent: 'Basic [redacted]' } });
    assert.deepEqual(differences, []);
    assertClean(JSON.stringify(fixture));
  });

  it('replaces what is called like a credential although nobody said so, the same each time', async () => {
    const given = 'xoxb-0123456789-abcdefghij';
    const { fixture, differences } = await record(() => ({
      json: {
        access_token: given,
        again: `Bearer ${given}`,
        link: `https://x.example.com/?X-Amz-Signature=0a1b2c3d4e5f&v=1`,
      },
    }));
    assert.deepEqual(fixture.exchanges[0]!.response.body, {
      access_token: 'test-access_token-1',
      again: 'Bearer test-access_token-1',
      link: 'https://x.example.com/?X-Amz-Signature=test-x-amz-signature-2&v=1',
    });
    assert.deepEqual(differences, []);
  });

  it('names a credential that it cannot replace', async () => {
    const hidden = [
      Buffer.from(`{"user":"fern","pass":${JSON.stringify(canary)}}`).toString('base64'),
      [...canary].map((sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
      canary.toUpperCase(),
      `x${encodeURIComponent(encodeURIComponent(canary))}`,
    ];
    for (const value of hidden) {
      const { leaks } = await record(() => ({ json: { value } }));
      assert.deepEqual([...new Set(leaks)], ['token'], value);
    }
  });

  it('keeps only headers of answers that mean something to connectors', async () => {
    const headers = { date: 'Sun', server: 'x', 'set-cookie': 'session=abcdefgh', 'retry-after': '2', etag: '"1"' };
    const { fixture } = await record(() => ({ status: 429, headers, json: { message: 'slow down' } }));
    assert.deepEqual(fixture.exchanges[0]!.response.headers, { 'retry-after': '2', etag: '"1"' });
    assert.deepEqual(fixture.expect, { error: 'rate_limit' });
  });

  it('records an answer that got lost as lost', async () => {
    const broken = new ActionError('transient', 'the connection broke', { mayHaveArrived: true });
    const { fixture, differences } = await record(() => broken);
    assert.equal(fixture.exchanges[0]!.lost, true);
    assert.deepEqual([fixture.expect, differences], [{ error: 'transient' }, []] satisfies [
      ActionFixture['expect'],
      [],
    ]);
  });

  it('keeps a text, a text of JSON and an empty answer as they are', async () => {
    const bodies: [Answer, unknown][] = [
      [{ headers: { 'content-type': 'text/plain' }, body: Buffer.from('OK') }, 'OK'],
      [{ body: Buffer.from('"OK"') }, '"OK"'],
      [{ status: 204, headers: {}, body: Buffer.alloc(0) }, undefined],
    ];
    for (const [answer, body] of bodies) {
      const { fixture, differences } = await record(() => answer);
      assert.deepEqual([fixture.exchanges[0]!.response.body, differences], [body, []]);
    }
  });
});
