import assert from 'node:assert/strict';
import type { Request } from '@tallyhook/schemas';
import { account, makePackage } from '../../test/make-package.ts';
import { ActionError } from '../action-error.ts';
import type { Http, HttpResponse } from '../http/http.ts';
import { testAccount } from './accounts.ts';
import { runAction } from './run-action.ts';

/** An HTTP client that gives one answer or fails. */
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

describe('action output', () => {
  it('is the response body by default', async () => {
    assert.deepEqual(await run({ json: { id: 1 } }), { output: { id: 1 }, status: 200 });
    assert.equal((await run({ headers: {}, body: Buffer.from('OK - 1') })).output, 'OK - 1');
    assert.equal((await run({ status: 204, body: Buffer.alloc(0) })).output, null);
  });

  it('is a structure of values from the response and the inputs', async () => {
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

  it('is text if the response is not JSON although its type says so', async () => {
    assert.equal((await run({ body: Buffer.from('<html>') })).output, '<html>');
  });

  it('fails if it reads inside broken JSON, which is text as a whole', async () => {
    const inside = { output: { id: '{{response.body.id}}', status: '{{response.status}}' } };
    const cut = { status: 201, body: Buffer.from(`{"echo":"${account.token}","id":`) };
    const error = await failure(cut, inside);
    assert.deepEqual([error.class, error.status, error.mayHaveArrived, error.mayRetry], ['fatal', 201, true, false]);
    assert.equal(
      error.message,
      'api.example.com answered 201 with a body that is not JSON, although its type says so; ' +
        'the request may have been carried out: {"echo":"[redacted]","id":',
    );
    const whole = { output: { text: '{{response.body}}', status: '{{response.status}}' } };
    assert.deepEqual((await run({ body: Buffer.from('{"id":') }, whole)).output, { text: '{"id":', status: 200 });
    for (const answer of [{ body: Buffer.alloc(0) }, { body: Buffer.from(' \n') }, { json: 'a text' }])
      assert.equal(((await run({ status: 201, ...answer }, inside)).output as { status: number }).status, 201);
  });

  it('replaces bytes that are not text', async () => {
    const body = Buffer.concat([Buffer.from('{"id":"'), Buffer.from([0xff, 0xc3]), Buffer.from('"}')]);
    assert.deepEqual((await run({ body })).output, { id: '\ufffd\ufffd' });
    assert.match((await failure({ status: 422, body })).message, /answered 422: \{"id":"\ufffd\ufffd"\}/);
  });

  it('redacts a credential that the service sends back', async () => {
    const echo = {
      plain: account.token,
      inside: `x ${encodeURIComponent(account.token)} y`,
      coded: Buffer.from(account.token).toString('base64'),
    };
    const text = JSON.stringify((await run({ json: echo })).output);
    assert.equal(text, '{"plain":"[redacted]","inside":"x [redacted] y","coded":"[redacted]"}');
  });

  it('redacts a credential that the service sends back as a number', async () => {
    for (const token of ['48151623', '90071992547409931']) {
      const body = Buffer.from(`{"token":${token},"list":[${token}],"near":48151623.5}`);
      const call = { input: {}, account: { ...account, token }, http: answering({ body }) };
      const { output } = await runAction(makePackage({}), 'call', call);
      const expected = { token: '[redacted]', list: ['[redacted]'], near: 48151623.5 };
      assert.deepEqual(output, expected);
    }
  });
});

describe('response', () => {
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
    it(`with ${status} to ${method} is ${expected}`, async () => {
      const error = await failure({ status }, { method });
      assert.deepEqual(
        [error.class, error.mayRetry, error.status, error.mayHaveArrived],
        [expected, mayRetry, status, true],
      );
    });
  }

  it('succeeds only with a declared success status', async () => {
    assert.equal((await run({ status: 304 }, { success: { status: [304] } })).status, 304);
    assert.equal((await failure({ status: 200 }, { success: { status: [201] } })).class, 'fatal');
  });

  it('fails if its body reports a failure', async () => {
    const success = {
      unless: [
        { path: 'response.body.ok', is: false },
        { path: 'response.body.error', isNot: null },
      ],
    };
    assert.equal((await run({ json: { ok: true } }, { success })).status, 200);
    assert.match(
      (await failure({ json: { ok: false } }, { success })).message,
      /answered 200 but reported a failure \(response\.body\.ok\): \{"ok":false\}/,
    );
    assert.equal((await failure({ json: { error: 'x' } }, { success })).class, 'fatal');
  });

  it("quotes the service's words in an error, shortened and redacted", async () => {
    const error = await failure({ status: 422, json: { message: `no ${account.token}`, long: 'x'.repeat(5000) } });
    assert.match(error.message, /^api\.example\.com answered 422: \{"message":"no \[redacted\]"/);
    assert.equal(error.excerpt!.length <= 2000, true);
    assert.ok(!JSON.stringify([error.message, error.excerpt, error.stack]).includes('canary'));
  });

  it('shows no part of a credential that was cut off', async () => {
    for (let before = 1970; before < 2000; before++) {
      const { message, excerpt } = await failure({
        status: 422,
        body: Buffer.from('x'.repeat(before) + account.token),
      });
      for (const text of [message, excerpt!]) assert.ok(!text.includes(account.token.slice(0, 8)), text.slice(-40));
    }
  });

  it('says how long to wait before a retry', async () => {
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

describe('error and retry rules of a connector', () => {
  type Declared = Parameters<typeof makePackage>[0];
  const failed = async (
    answer: Parameters<typeof answering>[0],
    { connector, action, request }: Declared,
    now?: () => number,
  ): Promise<ActionError> => {
    const released = makePackage({
      connector: connector ?? {},
      action: action ?? {},
      request: request ?? { method: 'POST', path: '/' },
    });
    const call = { input: {}, account, http: answering(answer), ...(now && { now }) };
    const error: unknown = await runAction(released, 'call', call).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    assert.ok(error instanceof ActionError, String(error));
    return error;
  };

  it("choose the error class by status and body, the action's rules first", async () => {
    const connector: Declared['connector'] = {
      errors: [
        { status: [403], when: [{ path: 'response.body.reason', is: 'quota' }], class: 'rate_limit' },
        { status: [403], class: 'not_found' },
      ],
    };
    const classOf = async (json: unknown, action: Declared['action'] = {}): Promise<string> =>
      (await failed({ status: 403, json }, { connector, action })).class;
    assert.equal(await classOf({ reason: 'quota' }), 'rate_limit');
    assert.equal(await classOf({ reason: 'other' }), 'not_found');
    assert.equal(await classOf({}, { errors: [{ status: [403], class: 'conflict' }] }), 'conflict');
    assert.equal(await classOf({}, { errors: [{ status: [404], class: 'conflict' }] }), 'not_found');
  });

  it('also apply to a failure reported with 200', async () => {
    const errors = [{ when: [{ path: 'response.body.error', is: 'channel_not_found' }], class: 'not_found' as const }];
    const request = {
      method: 'POST',
      path: '/',
      success: { unless: [{ path: 'response.body.ok', is: false }] },
    } as const;
    const answer = { json: { ok: false, error: 'channel_not_found' } };
    assert.equal(
      (await failed(answer, { connector: { errors }, request: request as unknown as Request })).class,
      'not_found',
    );
  });

  it("show their message, then the service's words, redacted", async () => {
    const errors = [{ status: [403], class: 'auth' as const, message: 'Ask {{response.body.owner}} for the right.' }];
    const error = await failed({ status: 403, json: { owner: account.token } }, { connector: { errors } });
    assert.match(error.message, /^api\.example\.com answered 403 \(Ask \[redacted\] for the right\.\): \{"owner"/);
  });

  it('never allow resending a request that may have been carried out', async () => {
    const errors = [{ status: [500], class: 'transient' as const }];
    assert.equal((await failed({ status: 500 }, { connector: { errors } })).class, 'unknown_outcome');
    const get = await failed({ status: 500 }, { connector: { errors }, request: { method: 'GET', path: '/' } });
    assert.equal(get.class, 'transient');
  });

  it('allow resending after a status that means nothing was done', async () => {
    const retry = { status: [503], attempts: 4 };
    const error = await failed({ status: 503 }, { connector: { retry } });
    assert.deepEqual(
      [error.class, error.mayRetry, error.mayHaveArrived, error.maxAttempts],
      ['transient', true, false, 4],
    );
    assert.equal((await failed({ status: 502 }, { connector: { retry } })).class, 'unknown_outcome');
    assert.equal(
      (await failed({ status: 503 }, { connector: { retry }, action: { retry: { attempts: 1 } } })).maxAttempts,
      1,
    );
  });

  it('keep rate_limit for a status that also means nothing was done', async () => {
    const connector = { retry: { status: [429, 403], attempts: 4 } };
    const limited = await failed({ status: 429, headers: { 'retry-after': '7' } }, { connector });
    assert.deepEqual(
      [limited.class, limited.mayRetry, limited.retryAfterMs, limited.maxAttempts],
      ['rate_limit', true, 7_000, 4],
    );
    assert.equal((await failed({ status: 403 }, { connector })).class, 'transient');
  });

  it('set how often a broken call is retried', async () => {
    const broke = new ActionError('transient', 'broke');
    assert.equal((await failed(broke, { connector: { retry: { attempts: 2 } } })).maxAttempts, 2);
  });

  it('name the header with the waiting time and its format', async () => {
    const now = Date.parse('2026-01-02T03:04:05Z');
    const rows = [
      ['seconds', '7', 7_000],
      ['seconds', '0.5', 500],
      ['milliseconds', '700', 700],
      ['epochSeconds', String(now / 1000 + 9), 9_000],
      ['epochMilliseconds', String(now + 90), 90],
      ['date', 'Fri, 02 Jan 2026 03:04:35 GMT', 30_000],
      ['seconds', 'soon', undefined],
    ] as const;
    for (const [as, text, expected] of rows) {
      const connector = { retry: { wait: { header: 'x-wait', as } } };
      const error = await failed({ status: 429, headers: { 'x-wait': text } }, { connector }, () => now);
      assert.equal(error.retryAfterMs, expected, `${text} as ${as}`);
    }
  });

  it('name the headers that show a used-up limit and when it resets', async () => {
    const rateLimit = { remaining: 'x-left', reset: { header: 'x-reset', as: 'seconds' } } as const;
    const error = await failed(
      { status: 400, headers: { 'x-left': '0', 'x-reset': '12' } },
      { connector: { rateLimit } },
    );
    assert.deepEqual([error.class, error.retryAfterMs], ['rate_limit', 12_000]);
    const left = await failed(
      { status: 400, headers: { 'x-left': '1', 'x-reset': '12' } },
      { connector: { rateLimit } },
    );
    assert.deepEqual([left.class, left.retryAfterMs], ['invalid_input', undefined]);
  });

  it('allow resending a read-only request with any method', async () => {
    assert.equal((await failed({ status: 500 }, { action: { annotations: { readOnly: true } } })).class, 'transient');
  });
});

describe('broken call', () => {
  const broken = (mayHaveArrived: boolean): ActionError => new ActionError('transient', 'broke', { mayHaveArrived });

  it('may be retried if nothing was sent', async () => {
    const error = await failure(broken(false));
    assert.deepEqual([error.class, error.mayHaveArrived], ['transient', false]);
  });

  it('has an unknown outcome after sending unless it is repeatable', async () => {
    assert.equal((await failure(broken(true))).class, 'unknown_outcome');
    assert.equal((await failure(broken(true), { method: 'PUT' })).class, 'transient');
  });
});

describe('account test', () => {
  const tested = makePackage({ connector: { test: { method: 'GET', path: '/me' } } });

  it('returns the response without credentials', async () => {
    const answer = await testAccount(tested, { account, http: answering({ json: { id: 9, token: account.token } }) });
    assert.deepEqual(answer?.body, { id: 9, token: '[redacted]' });
  });

  it('fails if the account name is read from broken JSON', async () => {
    const http = answering({ body: Buffer.from('{"id":') });
    const named = { fields: [], label: 'x', externalId: '{{test.body.id}}' };
    const reading = makePackage({ connector: { test: { method: 'GET', path: '/me' }, account: named } });
    await assert.rejects(testAccount(reading, { account, http }), /answered 200 with a body that is not JSON/);
    assert.equal((await testAccount(tested, { account, http }))?.body, '{"id":');
  });

  it('fails with auth if the account is refused', async () => {
    await assert.rejects(testAccount(tested, { account, http: answering({ status: 401 }) }), { class: 'auth' });
  });

  it('returns nothing if the connector declares no test', async () => {
    assert.equal(await testAccount(makePackage({}), { account, http: answering({}) }), null);
  });
});
