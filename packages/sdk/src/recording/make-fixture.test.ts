import assert from 'node:assert/strict';
import type { ActionFixture, Connector, ConnectorAction, Request } from '@tallyhook/schemas';
import { makePackage } from '../../test/make-package.ts';
import { ActionError } from '../action-error.ts';
import type { Http, HttpRequest, HttpResponse } from '../http/http.ts';
import { runAction } from '../runtime/run-action.ts';
import { describeCalls, makeFixture, type RecordedFixture } from './make-fixture.ts';
import { observeHttp } from './observe-http.ts';

const canary = 'canary-4711/"s3cret"+ü';

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
    token = canary,
    inputs,
  }: {
    request?: Partial<Request>;
    connector?: Partial<Connector>;
    input?: object;
    token?: string;
    /** The schema of the inputs; any of three otherwise. */
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

const colons = (text: string): string => [...Buffer.from(text)].map((byte) => byte.toString(16)).join(':');

const spellings = (secret: string): string[] => [
  secret,
  encodeURIComponent(secret),
  encodeURIComponent(secret).toLowerCase(),
  JSON.stringify(secret).slice(1, -1),
  Buffer.from(secret).toString('base64'),
  Buffer.from(secret).toString('base64url'),
  Buffer.from(secret).toString('hex'),
  colons(secret),
];

function assertClean(text: string, secret = canary): void {
  for (const spelt of spellings(secret))
    assert.ok(!text.includes(spelt) && !text.includes(JSON.stringify(spelt).slice(1, -1)), spelt);
}

describe('a fixture that is recorded', () => {
  it('passes where the body is a text in JSON, or one that reads like JSON', async () => {
    for (const body of [{ json: '{{a}}' }, { text: '{{a}}' }])
      for (const a of ['A', '5']) {
        const { fixture, differences } = await record(() => ({ json: { id: 1 } }), { request: { body }, input: { a } });
        assert.deepEqual(differences, [], JSON.stringify(fixture));
      }
  });

  it('holds no credential in any spelling, neither in requests nor in answers, and passes', async () => {
    const { fixture, leaks, differences, shown } = await record(
      ({ headers }) => ({
        headers: { location: `https://api.example.com/v1/x?key=${encodeURIComponent(canary)}`, 'x-trace': canary },
        json: {
          echo: headers['Authorization'],
          coded: Buffer.from(canary).toString('base64'),
          hex: Buffer.from(canary).toString('hex'),
          parted: colons(canary),
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
        parted: colons('test-token'),
        'test-token': ['test-token'],
      },
    });
  });

  it('leaves names of the package readable where the credential is a word in them, and passes', async () => {
    for (const secret of ['thing', 'title', 'test', 'Kind', 'authorization', 'token']) {
      const released = makePackage({
        request: {
          method: 'POST',
          path: '/things',
          headers: { 'X-Thing-Kind': '1' },
          output: { status: '{{response.status}}' },
          body: { json: { title: '{{a}}' } },
        },
      });
      const answer = { json: { title: `${secret}!`, things: [], said: `${secret}s-and ${secret}` } };
      const { http, calls } = observeHttp(answering(() => answer));
      const call = { input: { a: 'A' }, account: { shop: 'fern', token: secret }, idempotencyKey: 'k-4711', http };
      const { output } = await runAction(released, 'call', call);
      const { fixture, leaks, differences } = await makeFixture(released, {
        action: 'call',
        ...call,
        calls,
        outcome: { output },
      });
      assert.deepEqual([leaks, differences, fixture.action], [[], [], 'call'], secret);
      const { request, response } = fixture.exchanges[0]!;
      assert.deepEqual(
        [request.url, Object.keys(request.headers!), request.body],
        ['https://api.example.com/v1/things', ['x-thing-kind', 'authorization', 'content-type'], { title: 'A' }],
      );
      assert.deepEqual(response.body, { title: 'test-token!', things: [], said: 'test-tokens-and test-token' });
      const shown = describeCalls(released, call.account, calls);
      const [{ exchange }] = shown as [(typeof shown)[0]];
      assert.equal(exchange.request.url, request.url);
      assert.equal(exchange.request.headers!['authorization'], 'Bearer [redacted]');
      assert.ok(!JSON.stringify('response' in exchange && exchange.response.body).includes(`${secret}!`));
    }
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

  it('replaces a number that is the credential, and none that merely holds its digits', async () => {
    const others = [481516234, 48151623.5, 4815162, -48151623];
    for (const [token, written] of [
      ['48151623', ['48151623', '48151623.0', '4.8151623e7']],
      ['48151623421', ['48151623421']],
      // JSON.parse makes 90071992547409940 of it.
      ['90071992547409931', ['90071992547409931', '90071992547409931.0']],
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
        assert.doesNotMatch(left, /4815|900719/);
      }
  });

  it('says where a credential is a number that the connector takes as nothing else', async () => {
    const { differences } = await record(() => ({}), {
      inputs: { type: 'object', properties: { a: { type: 'integer' } } },
      input: { a: 48151623 },
      token: '48151623',
    });
    const where = 'a credential stands at #/input/a as a number, and its made-up value is a text';
    assert.ok(differences.includes(where), differences.join('\n'));
  });

  it('keeps the size of a file that happens to be the number of a credential', async () => {
    const released = makePackage({});
    const call = { action: 'call', input: { a: 'A' }, account: { shop: 'fern', token: '20268193' } };
    const file = { name: '20268193.bin', size: 20268193 };
    const made = { ...call, idempotencyKey: 'k', calls: [], outcome: { output: 1 }, file };
    const { fixture } = await makeFixture(released, made);
    assert.deepEqual(fixture.file, { name: 'test-token.bin', size: 20268193 });
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
      access_token: 'test-1-access_token',
      again: 'Bearer test-1-access_token',
      link: 'https://x.example.com/?X-Amz-Signature=test-2-x-amz-signature&v=1',
    });
    assert.deepEqual(differences, []);
  });

  it('replaces a password of few signs where it is called one, and nowhere else', async () => {
    const json = {
      name: 'abcdef abc',
      password: 'Zz9',
      hook: { webhookSecret: 'abc', again: { client_secret: 'abc' } },
      link: 'https://x.example.com/?api_key=k7&v=abc',
      none: { password: '', api_key: 'abc', secret_key: '***', has_password: 'abc', passwd: 'no' },
    };
    const { fixture, leaks, differences, shown } = await record(() => ({ json }), {
      request: { body: { form: { user: 'abc', password: '{{password}}' } } },
      input: { password: 'Zz9' },
      inputs: { type: 'object', properties: { password: { type: 'string' } } },
    });
    const [{ request, response }] = fixture.exchanges as [ActionFixture['exchanges'][number]];
    assert.deepEqual(fixture.input, { password: 'test-short-1-password' });
    assert.equal(request.body, 'user=abc&password=test-short-1-password');
    const expected = {
      name: 'abcdef abc',
      password: 'test-short-1-password',
      hook: { webhookSecret: 'test-short-2-webhookSecret', again: { client_secret: 'test-short-2-webhookSecret' } },
      link: 'https://x.example.com/?api_key=test-short-3-api_key&v=abc',
      none: json.none,
    };
    assert.deepEqual([response.body, fixture.expect], [expected, { output: expected }]);
    assert.deepEqual([leaks, differences], [[], []]);
    assert.ok(!shown.includes('Zz9') && !shown.includes('k7') && shown.includes('abcdef abc'), shown);
  });

  it('replaces a short password in a form of several parts and in XML', async () => {
    const headers = { 'content-type': 'application/xml' };
    const body = Buffer.from('<user><name>abc</name><password type="text">abc</password></user>');
    const { fixture, differences } = await record(() => ({ headers, body }), {
      request: { body: { multipart: [{ name: 'password', value: '{{password}}' }] } },
      input: { password: 'Zz9' },
      inputs: { type: 'object', properties: { password: { type: 'string' } } },
    });
    const [{ request, response }] = fixture.exchanges as [ActionFixture['exchanges'][number]];
    assert.match(String(request.body), /name="password"\r\n\r\ntest-short-1-password\r\n/);
    const made = '<password type="text">test-short-2-password</password>';
    assert.deepEqual([response.body, differences], [`<user><name>abc</name>${made}</user>`, []]);
  });

  it('knows a form of several parts by its type in any letters', async () => {
    const part = (value: string): string =>
      `--b\r\nContent-Disposition: form-data; name="access_token"\r\n\r\n${value}\r\n--b--`;
    const type = 'Multipart/Form-Data; boundary=b';
    const answer = { headers: { 'content-type': type }, body: Buffer.from(part('Zq7LmZ9Xk4711')) };
    const { fixture, differences } = await record(
      (request) => {
        // As the transfer of a file has it.
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

  it('replaces a short password in a text that is JSON, and in one inside of that', async () => {
    const written = (password: string): unknown => ({
      pw: JSON.stringify({ password, note: 'Zz9' }),
      inner: JSON.stringify({ of: JSON.stringify({ a: 'Zz9', password }, null, 1) }),
      none: JSON.stringify({ password: '', api_key: 'is', b: 'abc' }),
    });
    const { fixture, leaks, differences, shown } = await record(() => ({ json: written('Zz9') }), {});
    const expected = written('test-short-1-password');
    assert.deepEqual([fixture.exchanges[0]!.response.body, fixture.expect], [expected, { output: expected }]);
    assert.deepEqual([leaks, differences], [[], []]);
    assert.ok(!shown.includes('password\\":\\"Zz9'), shown);
  });

  it('says that a short password stands elsewhere under another name', async () => {
    const { differences } = await record(() => ({ json: { password: 'Zz9' } }), {
      request: { body: { json: { password: '{{text}}' } } },
      input: { text: 'Zz9' },
      inputs: { type: 'object', properties: { text: { type: 'string' } } },
    });
    assert.match(differences.at(-1) ?? '', /^"password" is so short/);
  });

  it('expects what the action gives: made-up values, and those of the account redacted as in every output', async () => {
    const headers = { 'content-type': 'text/plain' };
    const body = Buffer.from(`id=c1 ${canary} api_key=pk-887766`);
    const { fixture, differences } = await record(() => ({ headers, body }));
    assert.equal(fixture.exchanges[0]!.response.body, 'id=c1 test-token api_key=test-1-api_key');
    assert.deepEqual([fixture.expect, differences], [{ output: 'id=c1 [redacted] api_key=test-1-api_key' }, []]);
  });

  it('keeps what an answer calls as the account calls its credential apart from it', async () => {
    const { fixture, leaks, differences } = await record(() => ({ json: { upload: { token: '6bk3gql82em5nmf' } } }));
    assert.deepEqual([leaks, differences], [[], []]);
    assert.deepEqual(fixture.expect, { output: { upload: { token: 'test-1-token' } } });
  });

  it('replaces what looks like a credential of a well-known kind, wherever it stands', async () => {
    // Put together here: whole, each would be found in this file as well.
    const forms = [
      `xoxb-${'1234567890'.repeat(2)}-abcdef`,
      `ghp_${'aB3'.repeat(12)}`,
      `sk_live_${'4eC3'.repeat(6)}`,
      `whsec_${'MfKQ9r8'.repeat(4)}`,
      `-----BEGIN RSA ${'PRIVATE'} KEY-----\nMIIEpAIBAAKCAQEA\n-----END RSA ${'PRIVATE'} KEY-----`,
      `eyJhbGciOi.eyJzdWIiOi.${'c2lnbmF0dXJl'}`,
    ];
    const inText: [before: string, secret: string, after: string][] = [
      ['Authorization: Bearer ', 'abcdef123', ' was sent'],
      ['Authorization: SSWS ', '00abcDEFreal9999', ' was sent'],
      ['"authorization": "Token token=', 'abc123defghijk', '"'],
      ['sent Bearer ', 'a1b2c3d4e5f6', '.'],
      ['see https://user:', 'passw0rd', '@db.example.com/x'],
      ['post to https://hooks.slack.com/services/', 'T0001/B0002/abcdefghijk123', ' then'],
    ];
    const named = { sessionId: 'abcdef0123456789', passphrase: 'sesame', refreshToken: 'r3fr3s', pwd: 'h4nd' };
    const texts = [...forms.map((form) => `say ${form} now`), ...inText.map((parts) => parts.join(''))];
    const { fixture, leaks, differences } = await record(() => ({ json: { texts, named } }), {
      input: { a: `about ${forms[0]}` },
    });
    assert.deepEqual([leaks, differences], [[], []]);
    for (const secret of [...forms, ...inText.map(([, middle]) => middle), ...Object.values(named)])
      assertClean(JSON.stringify(fixture), secret);
    const body = fixture.exchanges[0]!.response.body as { texts: string[]; named: Record<string, string> };
    for (const text of [...body.texts, ...Object.values(body.named), fixture.input['a']])
      assert.match(text as string, /\btest-\d+-[\w-]+/);
  });

  const named: [what: string, answer: Answer, secrets: string[]][] = [
    [
      'is called like one in any way of writing',
      {
        json: {
          secret_key: 'abcd-1234',
          secretKey: 'abcd-1235',
          'Secret-Key': 'abcd-1236',
          app_secret_key: 'abcd-1237',
          signingKey: 'sg-77112233',
          encryptionKey: 'en-77112233aa',
          license_key: 'li-77112233aa',
        },
      },
      ['abcd-123', 'sg-77112233', 'en-77112233aa', 'li-77112233aa'],
    ],
    [
      'stands below a name of credentials',
      {
        json: {
          credentials: { user: 'bob', pass: 'pw-55443322' },
          secrets: { a: 'sa-606060', b: { c: 'sc-707070' } },
          apiKeys: { live: 'al-808080' },
          apiKey: { value: 'av-909090' },
        },
      },
      ['pw-55443322', 'sa-606060', 'sc-707070', 'al-808080', 'av-909090'],
    ],
    [
      'stands beside its name',
      {
        json: {
          list: [
            { name: 'api_key', value: 'KV-77218822' },
            { key: 'password', value: 'pv-11223344' },
          ],
          headers: [['authorization', 'Bearer zz-99887766']],
        },
      },
      ['KV-77218822', 'pv-11223344', 'zz-99887766'],
    ],
    [
      'is called so in a text of JSON',
      {
        json: {
          connectionString: 'Server=db;User Id=sa;Password=cs-515151;',
          example: 'curl -u bob:cu-778899 https://x.example.com',
          page: '<a href="https://x.example.com/?a=b&amp;api_key=uk-7766&amp;c=d">',
        },
      },
      ['cs-515151', 'cu-778899', 'uk-7766'],
    ],
    [
      'is called so in XML',
      {
        headers: { 'content-type': 'application/xml' },
        body: Buffer.from(
          '<r><SecretAccessKey>sak-99887766</SecretAccessKey><SessionToken>st-55667788</SessionToken><password>pw&amp;xml-1</password><again>pw&#38;xml-1</again><Url>https://x.example.com/?api_key=uk-7766&amp;a=b</Url></r>',
        ),
      },
      ['sak-99887766', 'st-55667788', 'xml-1', 'uk-7766'],
    ],
    [
      'is called so in lines of JSON',
      {
        headers: { 'content-type': 'application/x-ndjson' },
        body: Buffer.from('{"token":"nt-1-556677"}\n{"token":"nt-2-556677"}\n'),
      },
      ['nt-1-556677', 'nt-2-556677'],
    ],
    [
      'is called so in lines',
      {
        headers: { 'content-type': 'text/plain' },
        body: Buffer.from(
          'api_key=pk-887766\npassword: hunter-22\nexport AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG/bPxRfiCYzzzzzzzzz1\n',
        ),
      },
      ['pk-887766', 'hunter-22', 'K7MDENG'],
    ],
    [
      'is sent by a form of HTML',
      {
        headers: { 'content-type': 'text/html' },
        body: Buffer.from(
          '<input type="hidden" name="csrf_token" value="cs-112233"><input value="cs-445566" name="csrf_token">',
        ),
      },
      ['cs-112233', 'cs-445566'],
    ],
  ];
  for (const [what, answer, secrets] of named) {
    it(`holds nothing that ${what}`, async () => {
      const { fixture, leaks, differences } = await record(() => answer);
      assert.deepEqual([leaks, differences], [[], []]);
      for (const secret of secrets) assertClean(JSON.stringify(fixture), secret);
    });
  }

  it('keeps what stands around such a name and is none', async () => {
    const json = {
      next_page_token: 'CURSOR-abc12345678',
      nextPageToken: 'CURSOR-abc12345679',
      page: { sync_token: 'sync-99887766-abc1' },
      secrets: { total: 2, items: [{ name: 'DB_PASSWORD', created_at: '2026-01-02T03:04:05Z', id: 'se-7711' }] },
      credentials: { user_id: 'u-4711-22', type: 'oauth2', expires_at: '2026-01-02', region: 'eu-west-1' },
      authorization: { id: '8RU61129Y0131370L', status: 'created' },
      fields: [
        { name: 'password', type: 'text', value: 'Passwort' },
        { name: 'city', value: 'Ulm-89073' },
      ],
      pairs: [['password', 'username']],
      text: 'Set token=abc or password=secret; the api_key=YOUR_KEY_1 and token=$TOKEN1 are placeholders.',
      shell: 'curl -u user:password https://x.example.com, or curl -u $USER:$PASSWORD1',
      form: '<input type="password" name="password" value=""><meta name="token" content="required">',
    };
    const { fixture, leaks } = await record(() => ({ json }));
    assert.deepEqual([fixture.exchanges[0]!.response.body, leaks], [json, []]);
  });

  it('keeps what only reads like a credential', async () => {
    const json = {
      header: 'Authorization: OAuth credentials are missing, not Authorization: Token token=test-key',
      text: 'Bearer authentication is needed; see https://example.com:8443/@me, and mail a:b@example.com',
      next_page_token: 'CAIS',
      tokenType: 'bearer',
      password: '',
      errors: { password: ['is too short (minimum is 5 characters)'] },
      login: { password: '********', has_password: 'masked', authorization: 'authorization-key' },
      hint: "You did not provide a key (i.e. 'Authorization: Bearer YOUR_KEY'), such as ghp_xxxxxxxxxxxxxxxxxxxx",
    };
    const { fixture, leaks } = await record(() => ({ json }));
    assert.deepEqual([fixture.exchanges[0]!.response.body, leaks], [json, []]);
  });

  it('replaces what was sent as a credential, words and blanks as well, and no constant that a service requires', async () => {
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

  const entities: ((secret: string) => string)[] = [
    (secret) =>
      secret.replaceAll('"', '&quot;').replaceAll('/', '&sol;').replaceAll('+', '&plus;').replace('ü', '&uuml;'),
    (secret) => secret.replaceAll('"', '&#34;').replaceAll('+', '&#043;').replace('ü', '&#xFC;'),
    (secret) => [...secret].map((sign) => `&#x${sign.codePointAt(0)!.toString(16)};`).join(''),
  ];

  it('replaces a credential that HTML or XML writes with entities, named, decimal and hexadecimal', async () => {
    for (const write of entities) {
      const html = (value: string): string => `<b a="1&amp;2">pa&eacute;s ${value}</b>`;
      const given = { page: html(write(canary)) };
      const { fixture, leaks, differences, shown } = await record(() => ({ json: given }));
      assert.deepEqual([leaks, differences], [[], []]);
      assert.deepEqual(fixture.exchanges[0]!.response.body, { page: html('test-token') });
      assert.deepEqual(fixture.expect, { output: { page: html('[redacted]') } });
      assert.ok(shown.includes(JSON.stringify(html('[redacted]')).slice(1, -1)), shown);
    }
  });

  it('shows no credential in a spelling that no made-up one can take the place of', async () => {
    const spelt = {
      capitals: canary.toUpperCase(),
      pair: Buffer.from(`bob:${canary}`).toString('base64'),
      twice: encodeURIComponent(encodeURIComponent(canary)),
      page: `<i>${entities[2]!(canary).replaceAll('&', '&amp;')}</i>`,
    };
    const { shown } = await record(() => ({ json: { ...spelt, said: `a "${spelt.pair}" b`, other: 'as it is' } }));
    const body = { capitals: '[redacted]', pair: '[redacted]', twice: '[redacted]', page: '<i>[redacted]</i>' };
    const expected = JSON.stringify({ ...body, said: 'a "[redacted]" b', other: 'as it is' });
    assert.ok(shown.includes(expected), shown);
  });

  it('names a credential that it cannot replace, where it stands and how it is written', async () => {
    const hidden = {
      'escaped as in JSON, in base64': Buffer.from(`{"user":"fern","pass":${JSON.stringify(canary)}}`).toString(
        'base64',
      ),
      'escaped as in JSON': [...canary]
        .map((sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
        .join(''),
      'in other capitals': canary.toUpperCase(),
      'escaped as in HTML, escaped as in HTML': entities[2]!(canary).replaceAll('&', '&amp;'),
      'percent-encoded, percent-encoded': `x${encodeURIComponent(encodeURIComponent(canary))}`,
    };
    for (const [spelling, value] of Object.entries(hidden)) {
      const { leaks } = await record(() => ({ json: { things: [value] } }));
      // Of what is in base64, the output holds none.
      const others = leaks.filter(({ pointer }) => pointer !== '#/expect/output/things/0');
      assert.deepEqual(others, [{ name: 'token', pointer: '#/exchanges/0/response/body/things/0', spelling }]);
    }
  });

  const wrapped = (text: string, encoding: 'base64' | 'hex', lineBreak: string, length: number): string =>
    Buffer.from(text)
      .toString(encoding)
      .replaceAll(new RegExp(`.{${length}}`, 'g'), `$&${lineBreak}`);

  it('names a credential in base64 or hex whose lines are broken inside of it, wherever it begins there', async () => {
    for (const encoding of ['base64', 'hex'] as const)
      for (const lineBreak of ['\n', '\r\n', '\\n', '\\r\\n', '\n '])
        for (const length of [60, 76])
          for (const isBefore of [6, 7, 8, 9]) {
            const first = length / (encoding === 'hex' ? 2 : 4 / 3);
            const value = wrapped(
              `${'.'.repeat(first - isBefore)}${canary}${'.'.repeat(60)}`,
              encoding,
              lineBreak,
              length,
            );
            const { leaks, shown } = await record(() => ({ json: { content: value, other: 'as it is' } }));
            assert.deepEqual(leaks[0], {
              name: 'token',
              pointer: '#/exchanges/0/response/body/content',
              spelling: `in ${encoding}`,
            });
            assert.ok(shown.includes('{"content":"[redacted]","other":"as it is"}'), shown);
          }
  });

  it('names a credential in a text of UTF-16, also in base64', async () => {
    const token = 'Zq7-canary-4711';
    const little = Buffer.from(`id=c1 ${token} end`, 'utf16le');
    const big = Buffer.from(little).swap16();
    for (const [body, spelling] of [
      [little, 'in UTF-16'],
      [big, 'in UTF-16'],
      [Buffer.from(`run ${little.toString('base64')}`), 'in UTF-16, in base64'],
    ] as const) {
      const answer = { headers: { 'content-type': 'text/plain' }, body };
      const { leaks, shown } = await record(() => answer, { token });
      const found = { name: 'token', pointer: '#/exchanges/0/response/body', spelling };
      assert.deepEqual(leaks[0], found);
      assert.doesNotMatch(shown, /Z\\u0000q|WgBx/);
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
    it(`takes out a ${what} that the package does not declare to be secret`, async () => {
      const connector = { signIn, account: { fields, label: '{{account.shop}}', externalId: '{{account.shop}}' } };
      const made = await record(({ url, headers }) => ({ json: { url, headers, said: canary } }), { connector });
      assert.deepEqual([made.leaks, made.differences], [[], []]);
      for (const spelt of spellings(canary)) assert.ok(!JSON.stringify(made).includes(spelt), spelt);
    });
  }
});
