import assert from 'node:assert/strict';
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { type AnyPracticeService, createPracticeService, practiceClient, type ServiceName } from '../src/index.ts';

const redirect = 'http://127.0.0.1:9/back';
const { id, secret } = practiceClient;
const basic = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;

interface Vendor {
  service: ServiceName;
  authorize: string;
  token: string;
  /** Besides client, redirect address and state. */
  query: Record<string, string>;
  /** The format of its token requests. */
  send: 'form' | 'json';
  headers: Record<string, string>;
  client: Record<string, string>;
  more?: Record<string, string>;
}

const inBody = { client_id: id, client_secret: secret };
const vendors: Record<string, Vendor> = {
  google: {
    service: 'google-sheets',
    authorize: '/o/oauth2/v2/auth',
    token: '/token',
    query: { response_type: 'code', scope: 'openid email', access_type: 'offline', prompt: 'consent' },
    send: 'form',
    headers: {},
    client: inBody,
  },
  github: {
    service: 'github',
    authorize: '/login/oauth/authorize',
    token: '/login/oauth/access_token',
    query: { scope: 'repo gist' },
    send: 'form',
    headers: { accept: 'application/json' },
    client: inBody,
  },
  slack: {
    service: 'slack',
    authorize: '/oauth/v2/authorize',
    token: '/api/oauth.v2.access',
    query: { scope: 'chat:write,files:write' },
    send: 'form',
    headers: { authorization: basic },
    client: {},
  },
  shopify: {
    service: 'shopify',
    authorize: '/admin/oauth/authorize',
    token: '/admin/oauth/access_token',
    query: { scope: 'read_orders,write_orders' },
    send: 'json',
    headers: {},
    client: inBody,
    more: { expiring: '1' },
  },
  notion: {
    service: 'notion',
    authorize: '/v1/oauth/authorize',
    token: '/v1/oauth/token',
    query: { response_type: 'code', owner: 'user' },
    send: 'json',
    headers: { authorization: basic },
    client: {},
  },
};

describe('OAuth 2 servers', () => {
  const running = new Map<string, AnyPracticeService>();
  before(async () => {
    for (const [name, { service }] of Object.entries(vendors))
      running.set(name, await createPracticeService({ service, port: 0 }));
  });
  after(async () => {
    for (const service of running.values()) await service.close();
  });

  async function agree(name: string, changes: Record<string, string> = {}): Promise<URL | string> {
    const { authorize, query } = vendors[name]!;
    const all = { client_id: id, redirect_uri: redirect, state: 's-1', ...query, ...changes };
    const address = `${running.get(name)!.url}${authorize}?${new URLSearchParams(all).toString()}`;
    const response = await fetch(address, { redirect: 'manual' });
    return response.status === 302 ? new URL(response.headers.get('location')!) : response.text();
  }

  async function codeOf(name: string, changes: Record<string, string> = {}): Promise<string> {
    return ((await agree(name, changes)) as URL).searchParams.get('code')!;
  }

  async function ask(name: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
    const { token, send, client, more, headers: usual } = vendors[name]!;
    const all = { ...client, ...more, ...fields };
    const type = send === 'json' ? 'application/json' : 'application/x-www-form-urlencoded';
    const response = await fetch(running.get(name)!.url + token, {
      method: 'POST',
      headers: { 'content-type': type, ...usual, ...headers },
      body: send === 'json' ? JSON.stringify(all) : new URLSearchParams(all),
    });
    const text = await response.text();
    return { status: response.status, text, json: text.startsWith('{') ? JSON.parse(text) : null };
  }

  const withCode = (code: string) => ({ grant_type: 'authorization_code', code, redirect_uri: redirect });

  for (const name of Object.keys(vendors)) {
    it(`${name} returns code and state, and a token once per code`, async () => {
      const back = (await agree(name)) as URL;
      assert.equal(back.searchParams.get('state'), 's-1');
      const code = back.searchParams.get('code')!;
      const first = await ask(name, withCode(code));
      assert.match(first.json.access_token, /^(ya29\.|gho_|xoxe\.xoxb-|shpat_|ntn_)/);
      const again = await ask(name, withCode(code));
      assert.equal(again.json.access_token, undefined);
      assert.match(again.text, /invalid_grant|bad_verification_code|invalid_code|was not found or was already used/);
    });

    it(`${name} accepts only its client, not an API token in its place`, async () => {
      assert.match((await agree(name, { client_id: 'other' })) as string, /invalid_client/);
      const code = await codeOf(name);
      const { status, json } = await ask(name, withCode(code), { authorization: 'Bearer practice-token' });
      assert.equal(json.access_token, undefined);
      assert.equal(status === 200, name === 'slack' || name === 'github', 'who answers 200 to a refusal');
    });

    it(`${name} does not redirect to an invalid address`, async () => {
      assert.match((await agree(name, { redirect_uri: 'nowhere' })) as string, /redirect_uri_mismatch/);
    });
  }

  for (const name of ['google', 'slack', 'notion']) {
    it(`${name} requires the redirect address again`, async () => {
      const { json } = await ask(name, { ...withCode(await codeOf(name)), redirect_uri: 'http://127.0.0.1:9/other' });
      assert.equal(json.access_token, undefined);
    });
  }

  for (const name of ['slack', 'shopify', 'notion']) {
    it(`${name} accepts a refresh token once and revokes everything if it is reused`, async () => {
      const { json } = await ask(name, withCode(await codeOf(name)));
      const refresh = { grant_type: 'refresh_token', refresh_token: json.refresh_token };
      const next = await ask(name, refresh);
      assert.notEqual(next.json.refresh_token, json.refresh_token);
      assert.equal((await ask(name, refresh)).json.access_token, undefined);
      const last = await ask(name, { grant_type: 'refresh_token', refresh_token: next.json.refresh_token });
      assert.equal(last.json.access_token, undefined, 'a refresh token that came twice ends its successors');
    });
  }

  it('google returns a refresh token only offline with a new consent', async () => {
    const { json } = await ask('google', withCode(await codeOf('google')));
    assert.equal(json.expires_in, 3599);
    const next = await ask('google', { grant_type: 'refresh_token', refresh_token: json.refresh_token });
    assert.match(next.json.access_token, /^ya29\./);
    assert.equal(next.json.refresh_token, undefined);
    assert.equal((await ask('google', { grant_type: 'refresh_token', refresh_token: json.refresh_token })).status, 200);
    const without = await ask('google', withCode(await codeOf('google', { prompt: 'none' })));
    assert.equal(without.json.refresh_token, undefined);
  });

  it('github answers with a form unless JSON is requested, and joins scopes with commas', async () => {
    const answer = await ask('github', withCode(await codeOf('github')), { accept: '*/*' });
    const form = new URLSearchParams(answer.text);
    assert.deepEqual([form.get('scope'), form.get('token_type')], ['repo,gist', 'bearer']);
    assert.equal(form.get('expires_in'), null);
  });

  it('shopify signs the redirect, and its tokens expire only on request', async () => {
    const back = (await agree('shopify')) as URL;
    const { shop, timestamp, hmac } = Object.fromEntries(back.searchParams);
    const digest = createHmac('sha256', secret).update(`shop=${shop}&timestamp=${timestamp}`).digest('hex');
    assert.equal(hmac, digest);
    const { json } = await ask('shopify', { code: await codeOf('shopify'), expiring: '0' });
    assert.deepEqual(Object.keys(json), ['access_token', 'scope']);
  });

  it('notion requires owner=user, Basic and JSON', async () => {
    assert.match((await agree('notion', { owner: 'workspace' })) as string, /owner must be user/);
    const code = await codeOf('notion');
    const form = await ask('notion', withCode(code), { 'content-type': 'application/x-www-form-urlencoded' });
    assert.equal(form.status, 400);
    const inTheBody = await ask('notion', { ...withCode(code), ...inBody }, { authorization: '' });
    assert.deepEqual([inTheBody.status, inTheBody.json.error], [401, 'invalid_client']);
    assert.equal((await ask('notion', withCode(code))).json.workspace_name, 'Practice');
  });

  it('slack refuses scopes with spaces', async () => {
    assert.match((await agree('slack', { scope: 'chat:write files:write' })) as string, /invalid_scope/);
  });

  for (const name of ['google', 'github']) {
    it(`${name} checks the verifier against the challenge`, async () => {
      const verifier = randomBytes(32).toString('base64url');
      const challenge = createHash('sha256').update(verifier).digest('base64url');
      const pkce = { code_challenge: challenge, code_challenge_method: 'S256' };
      assert.match((await agree(name, { ...pkce, code_challenge_method: 'plain' })) as string, /S256/);
      const wrong = await ask(name, { ...withCode(await codeOf(name, pkce)), code_verifier: `${verifier}x` });
      assert.equal(wrong.json.access_token, undefined);
      const right = await ask(name, { ...withCode(await codeOf(name, pkce)), code_verifier: verifier });
      assert.ok(right.json.access_token);
    });
  }

  it('the API accepts issued tokens until they expire', async () => {
    const { json } = await ask('notion', withCode(await codeOf('notion')));
    const notion = running.get('notion')!;
    const headers = { authorization: `Bearer ${json.access_token}`, 'notion-version': '2022-06-28' };
    assert.equal((await fetch(`${notion.url}/v1/users/me`, { headers })).status, 200);
    await fetch(`${notion.url}/__practice/tokens`, { method: 'DELETE' });
    assert.equal((await fetch(`${notion.url}/v1/users/me`, { headers })).status, 401);
  });
});
