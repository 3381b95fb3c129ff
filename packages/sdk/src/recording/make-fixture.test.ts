import assert from 'node:assert/strict';
import type { ActionFixture, Connector, ConnectorAction, Request } from '@tallyhook/schemas';
import { makePackage } from '../../test/make-package.ts';
import { ActionError } from '../action-error.ts';
import type { Http, HttpRequest, HttpResponse } from '../http/http.ts';
import { runAction } from '../runtime/run-action.ts';
import { describeCalls, makeFixture, type RecordedFixture } from './make-fixture.ts';
import { observeHttp } from './observe-http.ts';

const canary = 'canary-4711/"s3cret"+ü';
const plainToken = 'Zq7-canary-4711';

type Answer = Partial<HttpResponse> & { json?: unknown };

/** An HTTP client that answers with the result of a function. */
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
    token = canary,
    inputs,
  }: {
    request?: Partial<Request>;
    connector?: Partial<Connector>;
    input?: object;
    token?: string;
    /** The schema of the inputs. Default: three inputs of any type. */
    inputs?: ConnectorAction['input'];
  } = {},
): Promise<RecordedFixture & { shown: string }> {
  const account = { shop: 'fern', token };
  const released = makePackage({
    request: { method: 'POST', path: '/things', body: { json: { title: '{{a}}' } }, ...request },
    action: { idempotencyHeader: 'Idempotency-Key', ...(inputs && { input: inputs }) },
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
];

function assertClean(text: string, secret = canary): void {
  for (const spelt of spellings(secret))
    assert.ok(!text.includes(spelt) && !text.includes(JSON.stringify(spelt).slice(1, -1)), spelt);
}

describe('recorded fixture', () => {
  it('passes with a JSON string or a text that looks like JSON as the body', async () => {
    for (const body of [{ json: '{{a}}' }, { text: '{{a}}' }])
      for (const a of ['A', '5']) {
        const { fixture, differences } = await record(() => ({ json: { id: 1 } }), { request: { body }, input: { a } });
        assert.deepEqual(differences, [], JSON.stringify(fixture));
      }
  });

  it('contains no credential in any spelling in requests or responses, and passes', async () => {
    const { fixture, leaks, differences, shown } = await record(
      ({ headers }) => ({
        headers: { location: `https://api.example.com/v1/x?key=${encodeURIComponent(canary)}`, 'x-trace': canary },
        json: {
          echo: headers['Authorization'],
          coded: Buffer.from(canary).toString('base64'),
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
        'test-token': ['test-token'],
      },
    });
  });

  it('contains no Basic credential', async () => {
    const { fixture, differences } = await record(({ headers }) => ({ json: { sent: headers['Authorization'] } }), {
      connector: { signIn: { kind: 'basic', username: '{{account.shop}}/token', password: '{{account.token}}' } },
    });
    const basic = `Basic ${Buffer.from('fern/token:test-token').toString('base64')}`;
    assert.equal(fixture.exchanges[0]!.request.headers!['authorization'], basic);
    assert.deepEqual(fixture.expect, { output: { sent: 'Basic [redacted]' } });
    assert.deepEqual(differences, []);
    assertClean(JSON.stringify(fixture));
  });

  it('replaces a number that is the credential, but not one that contains its digits', async () => {
    const others = [481516234, 48151623.5, 4815162, -48151623];
    for (const [token, written] of [
      ['48151623', ['48151623', '48151623.0', '4.8151623e7']],
      ['48151623421', ['48151623421']],
    ] as const)
      for (const number of written) {
        const body = Buffer.from(`{"id":"c1","pin":${number},"list":[${number}],"others":${JSON.stringify(others)}}`);
        const made = await record(() => ({ body }), {
          request: { body: { json: { title: '{{a}}' } } },
          input: { a: { pin: Number(number) } },
          token,
        });
        const { fixture, leaks, differences, shown } = made;
        assert.deepEqual([leaks, differences], [[], []]);
        const replaced = { id: 'c1', pin: 'test-token', list: ['test-token'], others };
        assert.deepEqual(fixture.exchanges[0]!.response.body, replaced);
        assert.deepEqual(fixture.exchanges[0]!.request.body, { title: { pin: 'test-token' } });
        const redacted = { ...replaced, pin: '[redacted]', list: ['[redacted]'] };
        assert.deepEqual(fixture.expect, { output: redacted });
        assert.ok(shown.includes(JSON.stringify(redacted)), shown);
        const left = (JSON.stringify(fixture) + shown).replaceAll(JSON.stringify(others), '');
        assert.doesNotMatch(left, /4815/);
      }
  });

  it('keeps a file size that happens to equal a credential', async () => {
    const released = makePackage({});
    const call = { action: 'call', input: { a: 'A' }, account: { shop: 'fern', token: '20268193' } };
    const file = { name: '20268193.bin', size: 20268193 };
    const made = { ...call, idempotencyKey: 'k', calls: [], outcome: { output: 1 }, file };
    const { fixture } = await makeFixture(released, made);
    assert.deepEqual(fixture.file, { name: 'test-token.bin', size: 20268193 });
  });

  it('replaces undeclared values named like credentials consistently', async () => {
    const given = 'xoxb-0123456789-abcdefghij';
    const { fixture, differences } = await record(() => ({
      json: {
        access_token: given,
        again: `Bearer ${given}`,
        link: `https://x.example.com/?X-Amz-Signature=0a1b2c3d4e5f&v=1`,
      },
    }));
    assert.deepEqual(fixture.exchanges[0]!.response.body, {
      access_token: 'test-1-access_token',
      again: 'Bearer test-1-access_token',
      link: 'https://x.example.com/?X-Amz-Signature=test-2-x-amz-signature&v=1',
    });
    assert.deepEqual(differences, []);
  });

  it('recognizes a multipart form by its type in any case', async () => {
    const part = (value: string): string =>
      `--b\r\nContent-Disposition: form-data; name="access_token"\r\n\r\n${value}\r\n--b--`;
    const type = 'Multipart/Form-Data; boundary=b';
    const answer = { headers: { 'content-type': type }, body: Buffer.from(part('Zq7LmZ9Xk4711')) };
    const { fixture, differences } = await record(
      (request) => {
        // As in the transfer of a file.
        request.headers['Content-Length'] = '99';
        return answer;
      },
      { request: { headers: { 'Content-Type': type }, body: { text: part('{{a}}') } } },
    );
    const [{ request, response }] = fixture.exchanges as [ActionFixture['exchanges'][number]];
    assert.deepEqual([request.headers?.['content-length'], differences], [undefined, []]);
    assert.match(String(response.body), /test-/);
    assert.ok(!String(response.body).includes('Zq7LmZ9Xk4711'), String(response.body));
  });

  it('expects the output of the action with account values redacted', async () => {
    const headers = { 'content-type': 'text/plain' };
    const body = Buffer.from(`id=c1 ${canary} ok`);
    const { fixture, differences } = await record(() => ({ headers, body }));
    assert.equal(fixture.exchanges[0]!.response.body, 'id=c1 test-token ok');
    assert.deepEqual([fixture.expect, differences], [{ output: 'id=c1 [redacted] ok' }, []]);
  });

  it("tells a response's token apart from the account's credential", async () => {
    const { fixture, leaks, differences } = await record(() => ({ json: { upload: { token: '6bk3gql82em5nmf' } } }));
    assert.deepEqual([leaks, differences], [[], []]);
    assert.deepEqual(fixture.expect, { output: { upload: { token: 'test-1-token' } } });
  });

  it('replaces credentials in the form of a known service anywhere', async () => {
    // Put together here, because scanners would find the whole values in this file.
    const forms = [
      `xoxb-${'1234567890'.repeat(2)}-abcdef`,
      `ghp_${'aB3'.repeat(12)}`,
      `sk_live_${'4eC3'.repeat(6)}`,
      `-----BEGIN RSA ${'PRIVATE'} KEY-----\n${'MIIEpAIBAAKCAQEA\n'.repeat(8)}-----END RSA ${'PRIVATE'} KEY-----`,
      `https://user:${'passw0rd'}@db.example.com`,
    ];
    const { fixture, leaks, differences } = await record(() => ({ json: forms.map((form) => `say ${form} now`) }), {
      input: { a: `about ${forms[0]}` },
    });
    assert.deepEqual([leaks, differences], [[], []]);
    for (const form of forms) assertClean(JSON.stringify(fixture), form);
    for (const text of [...(fixture.exchanges[0]!.response.body as string[]), fixture.input['a']])
      assert.match(text as string, /^(?:say|about) test-\d-[a-z]+/);
  });

  it('replaces values named like credentials in JSON, forms and addresses', async () => {
    const answers: [Answer, string[]][] = [
      [{ json: { secret_key: 'abcd-1234', deep: [{ 'Secret-Key': 'abcd-1236' }] } }, ['abcd-123']],
      [{ json: { sessionId: 'abcdef0123456789', refreshToken: 'r3fr3s', pwd: 'h4nd' } }, ['abcdef', 'r3fr3s', 'h4nd']],
      [{ headers: { 'content-type': 'text/plain' }, body: Buffer.from('a=b&api_key=pk-887766') }, ['pk-887766']],
      [{ headers: { location: 'https://x.example.com/?access_token=at-887766' }, json: {} }, ['at-887766']],
    ];
    for (const [answer, secrets] of answers) {
      const { fixture, leaks, differences } = await record(() => answer);
      assert.deepEqual([leaks, differences], [[], []]);
      for (const secret of secrets) assertClean(JSON.stringify(fixture), secret);
    }
  });

  it('reports a leak if a password is too short to replace', async () => {
    const { leaks } = await record(() => ({ json: { password: 'Zz9', note: 'Zz9' } }));
    assert.deepEqual(leaks[0], {
      name: '"password" (Zz9…)',
      pointer: '#/exchanges/0/response/body/password',
      spelling: 'in plain text',
    });
  });

  it('keeps text that only looks like a credential', async () => {
    const json = {
      header: 'Authorization: OAuth credentials are missing, not Authorization: Token token=test-key',
      text: 'Bearer authentication is needed; see https://example.com:8443/@me, and mail a:b@example.com',
      next_page_token: 'CAIS',
      tokenType: 'bearer',
      password: '',
      errors: { password: ['is too short (minimum is 5 characters)'] },
      login: { password: '********', has_password: 'masked' },
      hint: "You did not provide a key (i.e. 'Authorization: Bearer YOUR_KEY'), such as ghp_xxxxxxxxxxxxxxxxxxxx",
    };
    const { fixture, leaks } = await record(() => ({ json }));
    assert.deepEqual([fixture.exchanges[0]!.response.body, leaks], [json, []]);
  });

  it('replaces sent credentials, including words, but not required constants', async () => {
    const { fixture, leaks, differences } = await record(
      () => ({ status: 422, json: { errors: { password: ['is too short'] } } }),
      {
        request: {
          headers: { 'X-Atlassian-Token': 'no-check' },
          body: { json: { title: '{{a}}', user: '{{b}}' } },
        },
        input: { a: 'A', b: { password: 'hunter', passphrase: 'open sesame' } },
        connector: {
          errors: [
            {
              status: [422],
              when: [{ path: 'response.body.errors.password.0', is: 'is too short' }],
              class: 'conflict',
              message: 'The password is too short.',
            },
          ],
        },
      },
    );
    assert.deepEqual([leaks, differences], [[], []]);
    const { request, response } = fixture.exchanges[0]!;
    assert.equal(request.headers!['x-atlassian-token'], 'no-check');
    const madeUp = { password: 'test-1-password', passphrase: 'test-2-passphrase' };
    assert.deepEqual(request.body, { title: 'A', user: madeUp });
    assert.deepEqual(fixture.input, { a: 'A', b: madeUp });
    assert.deepEqual(response.body, { errors: { password: ['is too short'] } });
    assert.deepEqual(fixture.expect, { error: 'conflict' });
  });

  it('reports a credential inside base64, which cannot be replaced', async () => {
    const content = Buffer.from(`{"user":"fern","pass":${JSON.stringify(plainToken)}}`).toString('base64');
    const { leaks, shown } = await record(() => ({ json: { things: [content] } }), { token: plainToken });
    assert.deepEqual(leaks, [
      { name: 'token', pointer: '#/exchanges/0/response/body/things/0', spelling: 'in base64' },
    ]);
    assert.ok(!shown.includes(content.slice(30)), shown);
  });

  it('replaces a token without the scheme that its account stores', async () => {
    const { fixture, leaks } = await record(() => ({ json: { said: `no ${plainToken} here` } }), {
      token: `Bearer ${plainToken}`,
    });
    assert.deepEqual([fixture.exchanges[0]!.response.body, leaks], [{ said: 'no test-token here' }, []]);
  });

  it('keeps only the response headers that connectors read', async () => {
    const headers = { date: 'Sun', server: 'x', 'set-cookie': 'session=abcdefgh', 'retry-after': '2', etag: '"1"' };
    const { fixture } = await record(() => ({ status: 429, headers, json: { message: 'slow down' } }));
    assert.deepEqual(fixture.exchanges[0]!.response.headers, { 'retry-after': '2', etag: '"1"' });
    assert.deepEqual(fixture.expect, { error: 'rate_limit' });
  });

  it('records a lost response as lost', async () => {
    const broken = new ActionError('transient', 'the connection broke', { mayHaveArrived: true });
    const { fixture, differences } = await record(() => broken);
    assert.equal(fixture.exchanges[0]!.lost, true);
    assert.deepEqual([fixture.expect, differences], [{ error: 'transient' }, []] satisfies [
      ActionFixture['expect'],
      [],
    ]);
  });

  it('keeps a text, a JSON string and an empty response unchanged', async () => {
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

  const fields = [
    { name: 'shop', label: 'Shop' },
    { name: 'token', label: 'Token' },
  ];
  const signIns: [string, Connector['signIn']][] = [
    ['key', { kind: 'key', in: 'query', name: 'k', value: '{{account.token}}' }],
    ['key in the path', { kind: 'key', in: 'path', value: '/{{account.token|url}}' }],
    ['password', { kind: 'basic', username: '{{account.shop}}', password: '{{account.token}}' }],
  ];
  for (const [what, signIn] of signIns) {
    it(`removes a ${what} that is not declared secret`, async () => {
      const connector = { signIn, account: { fields, label: '{{account.shop}}', externalId: '{{account.shop}}' } };
      const made = await record(({ url, headers }) => ({ json: { url, headers, said: canary } }), { connector });
      assert.deepEqual([made.leaks, made.differences], [[], []]);
      for (const spelt of spellings(canary)) assert.ok(!JSON.stringify(made).includes(spelt), spelt);
    });
  }
});
