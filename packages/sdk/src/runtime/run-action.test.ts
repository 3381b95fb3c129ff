import assert from 'node:assert/strict';
import type { Request } from '@tallyhook/schemas';
import { account, makePackage } from '../../test/make-package.ts';
import { ActionError } from '../action-error.ts';
import type { Http, HttpResponse } from '../http/http.ts';
import { testAccount } from './accounts.ts';
import { runAction } from './run-action.ts';

/** A way out that gives one answer or fails. */
function answering(answer: (Partial<HttpResponse> & { json?: unknown }) | Error): Http {
  return {
    send: async () => {
      if (answer instanceof Error) throw answer;
      const {
        status = 200,
        headers = { 'content-type': 'application/json' },
        json,
        body = Buffer.from(JSON.stringify(json ?? {})),
      } = answer;
      return { status, headers, body };
    },
    sendStream: () => Promise.reject(new Error('no file is sent here')),
    close: () => Promise.resolve(),
  };
}

const run = (answer: Parameters<typeof answering>[0], request: Partial<Request> = {}) =>
  runAction(makePackage({ request: { method: 'POST', path: '/', ...request } }), 'call', {
    input: { a: 1 },
    account,
    http: answering(answer),
  });

async function failure(...args: Parameters<typeof run>): Promise<ActionError> {
  const error: unknown = await run(...args).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof ActionError, String(error));
  return error;
}

describe('the output of an action', () => {
  it('is the body of the answer unless the request says otherwise', async () => {
    assert.deepEqual(await run({ json: { id: 1 } }), { output: { id: 1 }, status: 200 });
    assert.equal((await run({ headers: {}, body: Buffer.from('OK - 1') })).output, 'OK - 1');
    assert.equal((await run({ status: 204, body: Buffer.alloc(0) })).output, null);
  });

  it('is a structure over the answer and the inputs', async () => {
    const output = {
      id: '{{response.body.id}}',
      etag: '{{response.headers.etag}}',
      status: '{{response.status}}',
      a: '{{a}}',
    };
    const { output: got } = await run(
      { json: { id: 1 }, headers: { 'content-type': 'application/vnd.x+json', etag: 'e' } },
      { output },
    );
    assert.deepEqual(got, { id: 1, etag: 'e', status: 200, a: 1 });
  });

  it('is text where JSON was promised and none came', async () => {
    assert.equal((await run({ body: Buffer.from('<html>') })).output, '<html>');
  });

  it('holds a sign in the place of bytes that are no text', async () => {
    const body = Buffer.concat([Buffer.from('{"id":"'), Buffer.from([0xff, 0xc3]), Buffer.from('"}')]);
    assert.deepEqual((await run({ body })).output, { id: '\ufffd\ufffd' });
    assert.match((await failure({ status: 422, body })).message, /answered 422: \{"id":"\ufffd\ufffd"\}/);
  });

  it('holds no credential that the service sends back', async () => {
    const echo = {
      plain: account.token,
      inside: `x ${encodeURIComponent(account.token)} y`,
      coded: Buffer.from(account.token).toString('base64'),
    };
    const text = JSON.stringify((await run({ json: echo })).output);
    assert.equal(text, '{"plain":"[redacted]","inside":"x [redacted] y","coded":"[redacted]"}');
  });
});

describe('an answer', () => {
  const rows: [status: number, method: Request['method'], expected: string, mayRetry: boolean][] = [
    [302, 'POST', 'fatal', false],
    [400, 'POST', 'invalid_input', false],
    [401, 'POST', 'auth', false],
    [403, 'POST', 'auth', false],
    [404, 'GET', 'not_found', false],
    [409, 'POST', 'conflict', false],
    [413, 'POST', 'invalid_input', false],
    [422, 'POST', 'invalid_input', false],
    [429, 'POST', 'rate_limit', true],
    [500, 'GET', 'transient', true],
    [500, 'POST', 'unknown_outcome', false],
    [503, 'PUT', 'transient', true],
    [408, 'PATCH', 'unknown_outcome', false],
  ];
  for (const [status, method, expected, mayRetry] of rows) {
    it(`of ${status} to ${method} is ${expected}`, async () => {
      const error = await failure({ status }, { method });
      assert.deepEqual(
        [error.class, error.mayRetry, error.status, error.mayHaveArrived],
        [expected, mayRetry, status, true],
      );
    });
  }

  it('with a declared status is a success, and any other then is none', async () => {
    assert.equal((await run({ status: 304 }, { success: { status: [304] } })).status, 304);
    assert.equal((await failure({ status: 200 }, { success: { status: [201] } })).class, 'fatal');
  });

  it('with a failure inside is none', async () => {
    const success = {
      unless: [
        { path: 'response.body.ok', is: false },
        { path: 'response.body.error', isNot: null },
      ],
    };
    assert.equal((await run({ json: { ok: true } }, { success })).status, 200);
    assert.match(
      (await failure({ json: { ok: false } }, { success })).message,
      /answered 200 with a failure inside \(response\.body\.ok\): \{"ok":false\}/,
    );
    assert.equal((await failure({ json: { error: 'x' } }, { success })).class, 'fatal');
  });

  it("that fails is told with the service's own words, shortened and without credentials", async () => {
    const error = await failure({ status: 422, json: { message: `no ${account.token}`, long: 'x'.repeat(5000) } });
    assert.match(error.message, /^api\.example\.com answered 422: \{"message":"no \[redacted\]"/);
    assert.equal(error.excerpt!.length <= 2000, true);
    assert.ok(!JSON.stringify([error.message, error.excerpt, error.stack]).includes('canary'));
  });

  it('says how long to wait', async () => {
    const waits = async (headers: Record<string, string>, status = 429): Promise<number | undefined> =>
      (await failure({ status, headers })).retryAfterMs;
    assert.equal(await waits({ 'retry-after': '7' }), 7000);
    assert.equal(await waits({ 'retry-after': '-7' }), 0);
    assert.equal(await waits({ 'retry-after': '999999999' }), 24 * 60 * 60 * 1000);
    assert.equal(await waits({ 'retry-after': 'soon' }), undefined);
    const inAMinute = await waits({ 'retry-after': new Date(Date.now() + 60_000).toUTCString() });
    assert.ok(inAMinute! > 55_000 && inAMinute! <= 60_000);
    const reset = String(Math.ceil(Date.now() / 1000) + 30);
    const limited = await failure({
      status: 403,
      headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset },
    });
    assert.equal(limited.class, 'rate_limit');
    assert.ok(limited.retryAfterMs! > 25_000);
  });
});

describe('a call that breaks', () => {
  const broken = (mayHaveArrived: boolean): ActionError => new ActionError('transient', 'broke', { mayHaveArrived });

  it('before anything was sent may be made again', async () => {
    const error = await failure(broken(false));
    assert.deepEqual([error.class, error.mayHaveArrived], ['transient', false]);
  });

  it('after it was sent has an unknown outcome unless it is repeatable', async () => {
    assert.equal((await failure(broken(true))).class, 'unknown_outcome');
    assert.equal((await failure(broken(true), { method: 'PUT' })).class, 'transient');
  });
});

describe('the test of an account', () => {
  const tested = makePackage({ connector: { test: { method: 'GET', path: '/me' } } });

  it('gives the answer, without credentials', async () => {
    const answer = await testAccount(tested, { account, http: answering({ json: { id: 9, token: account.token } }) });
    assert.deepEqual(answer?.body, { id: 9, token: '[redacted]' });
  });

  it('fails with auth where the account is refused', async () => {
    await assert.rejects(testAccount(tested, { account, http: answering({ status: 401 }) }), { class: 'auth' });
  });

  it('is nothing where the connector declares none', async () => {
    assert.equal(await testAccount(makePackage({}), { account, http: answering({}) }), null);
  });
});
