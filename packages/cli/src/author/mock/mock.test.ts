import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import type { Fixture } from '@tallyhook/schemas';
import { compileConnector } from '@tallyhook/sdk';
import { compileOrFail } from '../compile-or-fail.ts';
import { runVerb } from '../../../test/run-verb.ts';
import type { MockedConnector } from './mock-service.ts';
import { type RunningMock, startMock } from './start-mock.ts';

const github = join(import.meta.dirname, '../../../../connectors/github');
const instagram = join(import.meta.dirname, '../../../../sdk/test/generality/instagram');
const strava = join(import.meta.dirname, '../../../../sdk/test/generality/strava');
const signedIn = { authorization: 'Bearer any-token' };
const path = '/repos/octo/hello-world/issues/7/comments';

describe('connector mock', () => {
  let mock: RunningMock;
  beforeEach(async () => {
    const { package: released, fixtures } = compileOrFail(github);
    mock = await startMock({ released, fixtures });
  });
  afterEach(() => mock.close());

  const send = (to: string, body: unknown = { body: 'Hello' }): Promise<Response> =>
    fetch(mock.url + to, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...signedIn },
      body: JSON.stringify(body),
    });
  const admin = async (method: string, what: string, body?: unknown): Promise<unknown> =>
    (
      await fetch(`${mock.url}/__practice/${what}`, {
        method,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
    ).json();

  it('answers with the nearest exchange of that method and path, and lists the differences', async () => {
    const answer = await send(path);
    assert.equal(answer.status, 201);
    assert.equal(((await answer.json()) as { id: number }).id, 1);
    const { requests } = (await admin('GET', 'kept')) as { requests: { fixture: string; differences: string[] }[] };
    assert.equal(requests[0]!.fixture, 'comment-on-issue');
    assert.ok(requests[0]!.differences.some((difference) => difference.startsWith('body.body is "Hello", recorded ')));
  });

  it('lists the recorded requests if no fixture matches', async () => {
    const answer = await send('/repos/octo/hello-world/pulls');
    assert.equal(answer.status, 404);
    const { message } = (await answer.json()) as { message: string };
    assert.match(message, /^No fixture has POST \/repos\/octo\/hello-world\/pulls\. Available: (.+)\.$/);
    assert.ok(message.includes(` POST ${path},`), message);
  });

  it('simulates faults: rate limits, server errors, broken connections and lost answers', async () => {
    await admin('PUT', 'faults', ['429', '500', 'reset', 'stored-reset']);
    assert.deepEqual([(await send(path)).status, (await send(path)).status], [429, 500]);
    await assert.rejects(send(path));
    await assert.rejects(send(path));
    assert.equal((await send(path)).status, 201);
    // Only requests that had an effect were counted: the lost one and the last.
    assert.equal(((await admin('GET', 'kept')) as { requests: unknown[] }).requests.length, 2);
  });

  it('answers with equal exchanges in turn', async () => {
    const request = { method: 'GET', url: 'https://api.example.com/v1/state' };
    const exchanges = ['waiting', 'done'].map((state) => ({ request, response: { status: 200, body: { state } } }));
    const { package: released } = compileOrFail(github);
    const fixture = { kind: 'action' as const, action: 'a', input: {}, exchanges, expect: { output: null } };
    const playing = await startMock({ released: released, fixtures: [{ name: 'a', fixture }] });
    const states: unknown[] = [];
    for (let count = 0; count < 3; count++)
      states.push(await (await fetch(`${playing.url}/v1/state`, { headers: signedIn })).json());
    await playing.close();
    assert.deepEqual(states, [{ state: 'waiting' }, { state: 'done' }, { state: 'waiting' }]);
    assert.ok(playing.routes.some(({ from }) => from === 'https://api.example.com'));
  });
});

describe('connector mock with refusals in its fixtures', () => {
  const { package: released } = compileOrFail(github);
  const url = 'https://api.example.com/v1/contacts';
  const account = { accessToken: 'test-token' };
  const headers = { authorization: 'Bearer test-token' };
  const shown = (
    name: string,
    request: { headers?: Record<string, string>; body?: unknown },
    status: number,
  ): MockedConnector['fixtures'][number] => {
    const exchanges = [{ request: { method: 'POST' as const, url, ...request }, response: { status } }];
    const expect = status < 400 ? { output: null } : { error: 'auth' as const };
    return { name, fixture: { kind: 'action', action: 'a', input: {}, account, exchanges, expect } };
  };
  const created = shown('created', { headers, body: { name: 'Ada' } }, 201);
  const refused = shown('refused', {}, 401);
  const nameless = shown('nameless', { headers, body: { name: '' } }, 422);

  async function statusOf(fixtures: MockedConnector['fixtures'], name: string): Promise<number> {
    const mock = await startMock({ released, fixtures });
    try {
      const sent = { authorization: 'Bearer mock-access-1', 'content-type': 'application/json' };
      const body = JSON.stringify({ name });
      return (await fetch(`${mock.url}/v1/contacts`, { method: 'POST', headers: sent, body })).status;
    } finally {
      await mock.close();
    }
  }

  it('treats a token it issued like the token in the fixture', async () => {
    const other = shown('other', { headers: { authorization: 'Bearer other' }, body: { name: 'Ada' } }, 200);
    assert.equal(await statusOf([other, created], 'Ada'), 201);
  });

  it('refuses only if no other fixture matches, or a refusal matches better', async () => {
    const all = [refused, nameless, created];
    assert.equal(await statusOf(all, 'Ada'), 201);
    assert.equal(await statusOf(all, 'Grace'), 201, 'a refusal that names nothing is not nearer');
    assert.equal(await statusOf(all, ''), 422);
    assert.equal(await statusOf([refused], 'Ada'), 401);
  });
});

describe('connector mock with OAuth 2', () => {
  const texts = new Map([
    [
      'connector.json',
      JSON.stringify({
        id: 'fern',
        name: 'Fern',
        version: '1.0.0',
        hosts: ['api.example.com'],
        signIn: {
          kind: 'oauth2',
          grant: 'authorizationCode',
          scopes: ['read', 'write'],
          authorize: { url: 'https://{{account.shop}}.example.com/authorize', names: { client_id: 'client_key' } },
          token: {
            url: 'https://auth.example.com/token',
            names: { client_id: 'client_key' },
            read: { accessToken: 'response.body.data.token' },
            success: { unless: [{ path: 'response.body.ok', isNot: true }] },
          },
          keep: { team: { value: '{{response.body.team.id}}' } },
        },
        account: {
          fields: [{ name: 'shop', label: 'Shop' }],
          label: '{{account.shop}}',
          externalId: '{{account.team}}',
        },
        request: { baseUrl: 'https://api.example.com' },
      }),
    ],
  ]);
  const compiled = compileConnector(texts);
  let mock: RunningMock;
  before(async () => {
    assert.deepEqual(
      compiled.problems.filter(({ severity }) => severity === 'error'),
      [],
    );
    mock = await startMock({ released: compiled.package!, fixtures: [] });
  });
  after(() => mock.close());

  const verifier = 'a-verifier-of-at-least-forty-three-characters-0123456789';
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const redirectUri = 'http://127.0.0.1:9/back';

  const authorize = (parameters: Record<string, string>, at = mock): Promise<Response> =>
    fetch(
      `${at.url}/authorize?${new URLSearchParams({ response_type: 'code', client_key: 'c', redirect_uri: redirectUri, state: 's', ...parameters }).toString()}`,
      {
        redirect: 'manual',
      },
    );
  const askCode = async (at = mock): Promise<string> => {
    const answer = await authorize({ code_challenge: challenge, code_challenge_method: 'S256' }, at);
    assert.equal(answer.status, 302);
    const location = new URL(answer.headers.get('location')!);
    assert.deepEqual([location.origin + location.pathname, location.searchParams.get('state')], [redirectUri, 's']);
    return location.searchParams.get('code')!;
  };
  const token = async (
    parameters: Record<string, string>,
    at = mock,
  ): Promise<{ status: number; body: Record<string, unknown> }> => {
    const client = { client_key: 'c', client_secret: 'any-secret' };
    const body = new URLSearchParams({ ...client, ...parameters });
    for (const [name, value] of [...body]) if (value === '') body.delete(name);
    const answer = await fetch(`${at.url}/token`, { method: 'POST', body });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };

  it('requires PKCE with S256', async () => {
    for (const parameters of [{}, { code_challenge: verifier, code_challenge_method: 'plain' }]) {
      const answer = await authorize(parameters as Record<string, string>);
      assert.equal(answer.status, 400);
      assert.match(await answer.text(), /code_challenge_method=S256 is missing/);
    }
    const wrong = await token({ grant_type: 'authorization_code', code: await askCode(), code_verifier: 'another' });
    assert.deepEqual([wrong.status, wrong.body['error']], [400, 'invalid_grant']);
  });

  it('refuses an invalid challenge, and response types other than code', async () => {
    const asked = { code_challenge: challenge, code_challenge_method: 'S256' };
    for (const [parameters, expected] of [
      [{ ...asked, code_challenge: 'abc' }, /"invalid_request".*43 characters/],
      [{ ...asked, code_challenge: `${challenge.slice(1)}=` }, /"invalid_request".*43 characters/],
      [{ ...asked, response_type: 'token' }, /"unsupported_response_type"/],
    ] as const) {
      const answer = await authorize(parameters);
      assert.equal(answer.status, 400);
      assert.match(await answer.text(), expected);
    }
  });

  it('issues a token only to the client that asked, if it authenticates as declared', async () => {
    const redeem = async (client: Record<string, string>): Promise<unknown[]> => {
      const { status, body } = await token({ code: await askCode(), code_verifier: verifier, ...client });
      return [status, body['error'], body['error_description']];
    };
    assert.deepEqual(await redeem({ client_secret: '' }), [401, 'invalid_client', 'client_secret is missing']);
    assert.deepEqual(await redeem({ client_key: '' }), [401, 'invalid_client', 'client_id is missing']);
    const other = 'was issued to another client';
    assert.deepEqual(await redeem({ client_key: 'other' }), [400, 'invalid_grant', `the code ${other}`]);
    const { body } = await token({ code: await askCode(), code_verifier: verifier });
    const shown = { grant_type: 'refresh_token', refresh_token: String(body['refresh_token']), client_key: 'other' };
    const refused = await token(shown);
    assert.deepEqual([refused.status, refused.body['error_description']], [400, `the refresh token ${other}`]);
  });

  it('accepts the client with Basic if that is declared', async () => {
    const { connector } = compiled.package!;
    assert.ok(connector.signIn.kind === 'oauth2');
    const signIn = { ...connector.signIn, token: { ...connector.signIn.token, client: 'basic' as const } };
    const released = { ...compiled.package!, connector: { ...connector, signIn } };
    const strict = await startMock({ released, fixtures: [] });
    const asked = { code_challenge: challenge, code_challenge_method: 'S256' };
    const redeem = async (headers: Record<string, string>): Promise<number> => {
      const location = (await authorize(asked, strict)).headers.get('location')!;
      const parameters = { code: new URL(location).searchParams.get('code')!, code_verifier: verifier };
      const sent = { client_key: 'c', client_secret: 'any-secret', ...parameters };
      const body = new URLSearchParams(sent);
      return (await fetch(`${strict.url}/token`, { method: 'POST', headers, body })).status;
    };
    const basic = (pair: string): object => ({ authorization: `Basic ${Buffer.from(pair).toString('base64')}` });
    try {
      assert.deepEqual(
        [await redeem({}), await redeem({ ...basic('c:') }), await redeem({ ...basic('other:any-secret') })],
        [401, 401, 400],
      );
      assert.equal(await redeem({ ...basic('c:any-secret') }), 200);
    } finally {
      await strict.close();
    }
  });

  it('accepts only tokens that it issued or a fixture contains', async () => {
    const exchanges = [{ request: { method: 'GET', url: 'https://api.example.com/v1/me' }, response: { status: 200 } }];
    const account = { shop: 'ada', accessToken: 'test-shown' };
    const fixture = { kind: 'action' as const, action: 'a', input: {}, account, exchanges, expect: { output: null } };
    const mocked = { released: compiled.package!, fixtures: [{ name: 'a', fixture }] };
    const statusesOf = async (playing: RunningMock): Promise<number[]> => {
      const { body } = await token({ code: await askCode(playing), code_verifier: verifier }, playing);
      const given = (body['data'] as { token: string }).token;
      const sent = [undefined, 'Basic YTpi', 'Bearer mock-access-99', 'Bearer test-shown', `Bearer ${given}`];
      const answers = sent.map((authorization) =>
        fetch(`${playing.url}/v1/me`, authorization === undefined ? {} : { headers: { authorization } }),
      );
      return (await Promise.all(answers)).map(({ status }) => status);
    };
    const strict = await startMock(mocked);
    const lenient = await startMock(mocked, { anyToken: true });
    try {
      assert.deepEqual(await statusesOf(strict), [401, 401, 401, 200, 200]);
      assert.deepEqual(await statusesOf(lenient), [401, 401, 200, 200, 200]);
    } finally {
      await strict.close();
      await lenient.close();
    }
  });

  it('requires credentials for the test request too, and replays refusals of fixtures', async () => {
    const get = (path: string, status: number): object => ({
      request: { method: 'GET', url: `https://api.example.com${path}` },
      response: { status, body: { id: 'u1' } },
    });
    const fixture = (exchanges: object[], changes: object = {}): object => ({ kind: 'signIn', exchanges, ...changes });
    const fixtures = [
      fixture([get('/exchange', 200), get('/v1/me', 200)], { expect: { account: { accessToken: 'test-shown' } } }),
      fixture([get('/v1/gone', 403)], { expect: { error: 'auth' } }),
      fixture([get('/v1/untested', 200)], { test: false, expect: {} }),
    ].map((made, index) => ({ name: String(index), fixture: made as Fixture }));
    const { connector } = compiled.package!;
    const test = { method: 'GET' as const, path: '/v1/me' };
    const playing = await startMock({
      released: { ...compiled.package!, connector: { ...connector, test } },
      fixtures,
    });
    const ask = async (path: string, authorization?: string): Promise<number> => {
      const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
      return (await fetch(playing.url + path, { headers })).status;
    };
    try {
      const sent = [undefined, 'Basic abc', 'Bearer nope', 'Bearer test-shown'];
      const statuses = [];
      for (const authorization of sent) statuses.push(await ask('/v1/me', authorization));
      assert.deepEqual(statuses, [401, 401, 401, 200]);
      assert.deepEqual([await ask('/exchange'), await ask('/v1/untested'), await ask('/v1/gone')], [200, 200, 403]);
      const kept = (await (await fetch(`${playing.url}/__practice/kept`)).json()) as {
        requests: { fixture: string }[];
      };
      assert.deepEqual(
        kept.requests.map(({ fixture }) => fixture),
        [null, null, null, '0', '0', '2', '1'],
        'no fixture answers what the mock itself refuses',
      );
    } finally {
      await playing.close();
    }
  });

  it('refuses JSON that is not an object, and keeps running', async () => {
    for (const body of ['null', '7', '[]', '"a"', 'no JSON']) {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(`${mock.url}/token`, { method: 'POST', headers, body });
      assert.deepEqual([answer.status, ((await answer.json()) as { error: unknown }).error], [400, 'invalid_request']);
    }
  });

  it('puts the token where the connector reads it, and accepts each code once', async () => {
    const code = await askCode();
    const parameters = { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: redirectUri };
    const { status, body } = await token(parameters);
    assert.equal(status, 200);
    assert.match((body['data'] as { token: string }).token, /^mock-access-\d+$/);
    assert.deepEqual([body['ok'], body['team'], body['scope']], [true, { id: 'mock' }, 'read write']);
    assert.deepEqual((await token(parameters)).body['error'], 'invalid_grant');
  });

  it('expires issued access tokens on request; refresh tokens still work', async () => {
    const exchanges = [
      { request: { method: 'GET' as const, url: 'https://api.example.com/v1/me' }, response: { status: 200 } },
    ];
    const account = { shop: 'ada' };
    const fixture = { kind: 'action' as const, action: 'a', input: {}, account, exchanges, expect: { output: null } };
    const mocked = { released: compiled.package!, fixtures: [{ name: 'a', fixture }] };
    for (const anyToken of [false, true]) {
      const playing = await startMock(mocked, { anyToken });
      const statusWith = async ({ body }: Awaited<ReturnType<typeof token>>): Promise<number> => {
        const authorization = `Bearer ${(body['data'] as { token: string }).token}`;
        return (await fetch(`${playing.url}/v1/me`, { headers: { authorization } })).status;
      };
      try {
        const first = await token({ code: await askCode(playing), code_verifier: verifier }, playing);
        assert.equal(await statusWith(first), 200);
        assert.equal((await fetch(`${playing.url}/__practice/tokens`, { method: 'DELETE' })).status, 200);
        assert.equal(await statusWith(first), 401);
        const shown = { grant_type: 'refresh_token', refresh_token: String(first.body['refresh_token']) };
        const second = await token(shown, playing);
        assert.deepEqual([second.status, await statusWith(second)], [200, 200]);
        assert.equal((await token(shown, playing)).status, 400);
      } finally {
        await playing.close();
      }
    }
  });

  it('accepts each refresh token once, and revokes all of them after a second use', async () => {
    const first = await token({ code: await askCode(), code_verifier: verifier });
    const refresh = (shown: unknown): ReturnType<typeof token> =>
      token({ grant_type: 'refresh_token', refresh_token: String(shown) });
    const second = await refresh(first.body['refresh_token']);
    assert.equal(second.status, 200);
    assert.notEqual(second.body['refresh_token'], first.body['refresh_token']);
    assert.equal((await refresh(first.body['refresh_token'])).body['error'], 'invalid_grant');
    assert.equal((await refresh(second.body['refresh_token'])).status, 400);
  });
});

describe('connector mock with a token exchange', () => {
  it('answers from fixtures at the token address too, and lists no secret', async () => {
    const { package: released, fixtures } = compileOrFail(instagram);
    const mock = await startMock({ released: atOneAddress(released), fixtures: atOneAddress(fixtures) });
    try {
      const query = { grant_type: 'ig_exchange_token', client_secret: 'real-secret', access_token: 'mock-access-1' };
      const answer = await fetch(`${mock.url}/access_token?${new URLSearchParams(query).toString()}`);
      assert.equal(((await answer.json()) as { access_token: string }).access_token, 'test-long');
      const kept = await (await fetch(`${mock.url}/__practice/kept`)).text();
      assert.match(kept, /"fixture":"sign-in"/);
      assert.doesNotMatch(kept, /real-secret/);
    } finally {
      await mock.close();
    }
  });

  /** Facebook issues and exchanges tokens at one address. */
  const atOneAddress = <T>(value: T): T =>
    JSON.parse(JSON.stringify(value).replaceAll('api.instagram.com/oauth', 'graph.instagram.com')) as T;
});

describe('connector mock of requests signed with an access key', () => {
  it('wants a signature, which it cannot check', async () => {
    const aws = join(import.meta.dirname, '../../../../connectors/aws-s3');
    const { package: released, fixtures } = compileOrFail(aws);
    const mock = await startMock({ released, fixtures });
    try {
      const read = async (authorization: string): Promise<number> =>
        (await fetch(`${mock.url}/fern-files/Notes%2Fgr%C3%B6%C3%9Fe.txt`, { headers: { authorization } })).status;
      assert.equal(await read('AWS4-HMAC-SHA256 Credential=A/20260101/b/s3/aws4_request, Signature=c'), 200);
      assert.equal(await read('Bearer a'), 401);
    } finally {
      await mock.close();
    }
  });
});

describe('connector mock called with real credentials', () => {
  const compiled = compileOrFail(github).package;
  const signIn = { kind: 'basic' as const, username: '{{account.owner}}', password: '{{account.token}}' };
  const released = { ...compiled, connector: { ...compiled.connector, signIn } };
  const recorded = {
    method: 'POST' as const,
    url: 'https://api.example.com/bottest-path/send?key=test-query&api_key=test-api',
    headers: { 'x-account': 'Key test-header', authorization: 'Basic dGVzdC11c2VyOnRlc3QtcGFzcw==' },
  };
  const secret = 'Re4l';
  const path = `/bot${secret}path/send?key=${secret}query&api_key=${secret}%2Bapi`;
  const headers = {
    'x-account': `Key ${secret}header`,
    'x-auth-token': `${secret}token`,
    cookie: `session=${secret}cookie`,
    authorization: `Basic ${Buffer.from(`ada:${secret}pass`).toString('base64')}`,
  };
  const bodies: [title: string, recorded: unknown, type: string, sent: string][] = [
    [
      'a form',
      'client_secret=test-client-secret&code=test-code&grant_type=x',
      'application/x-www-form-urlencoded',
      `client_secret=${secret}%2Fclient&code=${secret}code&refresh_token=${secret}refresh&grant_type=y`,
    ],
    [
      'JSON',
      { client: { client_secret: 'test-client-secret' }, grant_type: 'x' },
      'application/json',
      JSON.stringify({
        client: { client_secret: `${secret}"client` },
        refresh_token: `${secret}refresh`,
        again: `${secret}pass`,
        grant_type: 'y',
      }),
    ],
    [
      'a form of parts',
      '--boundary\r\nContent-Disposition: form-data; name="secret"\r\n\r\ntest-a\r\n--boundary--\r\n',
      'multipart/form-data; boundary=b1',
      `--b1\r\nContent-Disposition: form-data; name="secret"\r\n\r\n${secret}part\r\n--b1--\r\n`,
    ],
  ];
  for (const [title, body, type, sent] of bodies) {
    it(`neither lists nor logs credentials in the path, the query, headers and ${title}`, async () => {
      const exchanges = [{ request: { ...recorded, body }, response: { status: 200 } }];
      const fixture = { kind: 'action' as const, action: 'a', input: {}, exchanges, expect: { output: null } };
      const mock = await startMock({ released, fixtures: [{ name: 'a', fixture }] });
      try {
        const send = (to: string): Promise<Response> =>
          fetch(mock.url + to, { method: 'POST', headers: { ...headers, 'content-type': type }, body: sent });
        const answers = [await send(path), await send(path.replace(`${secret}path`, 'test-path'))];
        const texts = await Promise.all(answers.map((answer) => answer.text()));
        for (const what of ['kept', 'log']) texts.push(await (await fetch(`${mock.url}/__practice/${what}`)).text());
        for (const text of texts) {
          assert.doesNotMatch(text, new RegExp(`${secret}|${Buffer.from(`ada:${secret}`).toString('base64')}`));
        }
        assert.deepEqual(
          answers.map(({ status }) => status),
          [404, 200],
        );
        assert.match(texts[2]!, /header x-account is \\"\[redacted\]\\", recorded \\"Key test-header\\"/);
        if (title === 'JSON') assert.match(texts[2]!, /body\.grant_type is \\"y\\", recorded \\"x\\"/);
      } finally {
        await mock.close();
      }
    });
  }
});

describe('connector mock with webhook subscriptions', () => {
  it('answers subscribe and unsubscribe requests from fixtures, and lists no secret', async () => {
    const { package: released, fixtures } = compileOrFail(strava);
    const mock = await startMock({ released, fixtures });
    try {
      const client = { client_id: '4711', client_secret: 'canary-client-secret' };
      const asked = { ...client, callback_url: 'https://hook.example.net/hooks/strava', verify_token: 'canary-token' };
      const at = `${mock.url}/api/v3/push_subscriptions`;
      const made = await fetch(at, { method: 'POST', body: new URLSearchParams(asked) });
      assert.deepEqual([made.status, await made.json()], [201, { id: 120475 }]);
      const end = `${at}/120475?${new URLSearchParams(client).toString()}`;
      const ends = [await fetch(end, { method: 'DELETE' }), await fetch(end, { method: 'DELETE' })];
      assert.deepEqual(
        ends.map(({ status }) => status),
        [204, 404],
      );
      const kept = await (await fetch(`${mock.url}/__practice/kept`)).text();
      assert.match(kept, /"fixture":\s*"subscribe".*"fixture":\s*"unsubscribe".*"fixture":\s*"unsubscribed-already"/s);
      assert.doesNotMatch(kept, /canary/);
    } finally {
      await mock.close();
    }
  });
});

describe('tallyhook mock', () => {
  it('runs until it is stopped', async () => {
    const output = new PassThrough();
    const running = runVerb(['mock', github, '--faults', 'none,429', '--json'], { output });
    const [line] = (await once(output, 'data')) as [Buffer];
    const { url, routes } = JSON.parse(line.toString()) as { url: string; routes: { from: string }[] };
    assert.deepEqual(
      routes.map(({ from }) => from),
      ['https://api.github.com'],
    );
    const statuses: number[] = [];
    for (let count = 0; count < 3; count++) {
      statuses.push((await fetch(url + path, { method: 'POST', headers: signedIn, body: '{}' })).status);
    }
    assert.deepEqual(statuses, [201, 429, 201]);
    process.emit('SIGTERM', 'SIGTERM');
    assert.equal((await running).code, 0);
    await assert.rejects(fetch(url));
  });

  it('says what to do if the port is in use, as dev does', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    for (const verb of ['mock', 'dev']) {
      const { code, out, err } = await runVerb([verb, github, '--port', String(port)]);
      const advice = 'Choose another one with --port, or omit --port to use any free one.';
      const refusal = `The port cannot be used: ${port} (EADDRINUSE). Another program is already using it. ${advice}\n`;
      assert.deepEqual([code, out, err], [1, '', refusal]);
    }
    other.close();
  });

  it('refuses an unknown fault, port or folder', async () => {
    const fault = await runVerb(['mock', github, '--faults', 'none,428']);
    assert.deepEqual(
      [fault.code, /Unknown fault "428"\. Did you mean 429\? Available: none, hang, .*stored-500\./.test(fault.err)],
      [2, true],
    );
    const nope = await runVerb(['mock', github, '--faults', '429,nope']);
    assert.match(nope.err, /Unknown fault "nope"\. Available: none, hang, /);
    assert.equal((await runVerb(['mock', github, '--port', '70000'])).code, 2);
    const folder = await runVerb(['mock', '/nowhere/github']);
    assert.deepEqual([folder.code, /There is no folder "\/nowhere\/github"/.test(folder.err)], [2, true]);
  });
});
