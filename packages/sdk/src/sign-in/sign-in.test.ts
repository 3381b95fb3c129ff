import assert from 'node:assert/strict';
import type { OAuthSignIn } from '@tallyhook/schemas';
import { answeringWith, client, type Given, oauthPackage } from '../../test/token-service.ts';
import { ActionError } from '../action-error.ts';
import { finishSignIn, fetchToken } from './sign-in.ts';
import { revokeToken } from './revoke-token.ts';
import { runSignInSteps } from './sign-in-steps.ts';

const now = 1_000_000;
const sent = {
  redirectUrl: 'https://hook.example.net/linked',
  state: 'state-1',
  verifier: 'canary-verifier'.repeat(3),
};

async function finish(
  signIn: Partial<OAuthSignIn>,
  token: Given | ((url: string) => Given),
  { redirect = {}, hosts }: { redirect?: Record<string, string>; hosts?: string[] } = {},
) {
  const { http, asked } = answeringWith(({ url }) => (typeof token === 'function' ? token(url) : token));
  const released = oauthPackage(signIn, hosts === undefined ? {} : { hosts });
  const query = { code: 'canary-code', state: 'state-1', ...redirect };
  const call = { client, account: { shop: 'fern' }, redirect: query, ...sent };
  const outcome = await finishSignIn(released, call, { http, now });
  return { ...outcome, asked };
}

async function refusal(...args: Parameters<typeof finish>): Promise<ActionError> {
  const error: unknown = await finish(...args).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof ActionError, String(error));
  assert.ok(!error.message.includes('canary'), error.message);
  return error;
}

describe('sign-in', () => {
  it('keeps the client id for services that need it in every request', async () => {
    const keep = { clientId: { value: '{{client.id}}' } };
    const { account } = await finish({ keep }, { json: { access_token: 'a-1' } });
    assert.equal(account.clientId, client.id);
  });

  it('gives the account its tokens, their expiry and the granted scopes', async () => {
    const json = { access_token: 'a-1', refresh_token: 'r-1', expires_in: 3600, scope: 'read', token_type: 'bearer' };
    assert.deepEqual((await finish({}, { json })).account, {
      shop: 'fern',
      accessToken: 'a-1',
      refreshToken: 'r-1',
      expiresAt: now + 3_600_000,
      scope: 'read',
    });
  });

  it('reads a form response, and JSON with a text type', async () => {
    const form = await finish({}, { text: 'access_token=gho_1&scope=repo%2Cgist&token_type=bearer' });
    assert.deepEqual(form.account, { shop: 'fern', accessToken: 'gho_1', scope: 'repo,gist' });
    const text = await finish({}, { text: '{"access_token":"a-2"}' });
    assert.equal(text.account['accessToken'], 'a-2');
  });

  it('reads a lifetime given as text and ignores a missing or invalid one', async () => {
    const endOf = async (lifetime: unknown): Promise<unknown> =>
      (await finish({}, { json: { access_token: 'a', expires_in: lifetime } })).account['expiresAt'];
    assert.equal(await endOf('60'), now + 60_000);
    for (const lifetime of [undefined, null, '', 'never', 0, -1]) assert.equal(await endOf(lifetime), undefined);
  });

  it('says when a person must connect again, until another refresh token comes', async () => {
    const json = { access_token: 'a', refresh_token: 'r', refresh_token_expires_in: 7_776_000 };
    const { account } = await finish({}, { json });
    assert.equal(account['refreshExpiresAt'], now + 7_776_000_000);
    const refreshed = async (answer: object) => {
      const { http } = answeringWith(() => ({ json: { access_token: 'b', ...answer } }));
      const call = { client, account };
      return (await fetchToken(oauthPackage(), { kind: 'refresh' }, call, { http, now }))['refreshExpiresAt'];
    };
    assert.equal(await refreshed({}), now + 7_776_000_000);
    assert.equal(await refreshed({ refresh_token: 'r-2' }), undefined);
    assert.equal(await refreshed({ refresh_token: 'r-2', refresh_token_expires_in: 60 }), now + 60_000);
  });

  it('fails as lost, not as refused, if the answer was cut off', async () => {
    const cut = finish({}, { text: '{"access_token":"a","refresh_tok' });
    await assert.rejects(cut, { class: 'transient', mayHaveArrived: true });
  });

  it('finds tokens where the connector declares them', async () => {
    const token = {
      url: 'https://login.example.org/token',
      read: { accessToken: 'response.body.authed_user.access_token', expiresIn: 'response.body.authed_user.life' },
    };
    const json = { ok: true, access_token: 'bot', authed_user: { access_token: 'person', life: 5 } };
    const { account } = await finish({ token }, { json });
    assert.deepEqual([account['accessToken'], account['expiresAt']], ['person', now + 5000]);
  });

  it('fails if a 200 response reports a failure', async () => {
    const token = {
      url: 'https://login.example.org/token',
      success: { unless: [{ path: 'response.body.ok', is: false }] },
    };
    const slack = await refusal({ token }, { json: { ok: false, error: 'invalid_code' } });
    assert.equal(slack.class, 'auth');
    assert.match(slack.message, /^Tracker answered 200 but reported a failure \(response\.body\.ok\): invalid_code$/);
    const github = await refusal(
      {},
      { json: { error: 'bad_verification_code', error_description: 'It has expired.' } },
    );
    assert.match(
      github.message,
      /^Tracker answered 200 but reported a failure: bad_verification_code: It has expired\.$/,
    );
    assert.match(
      (await refusal({}, { json: { ok: true } })).message,
      /without a token at response\.body\.access_token$/,
    );
  });

  it("fails with the service's words and without secrets", async () => {
    const error = await refusal(
      {},
      {
        status: 400,
        json: { error: 'invalid_grant', error_description: `no canary-code, ${client.secret}, ${sent.verifier}` },
      },
    );
    assert.equal(error.class, 'auth');
    assert.match(error.message, /^Tracker answered 400: invalid_grant: no \[redacted\], \[redacted\], \[redacted\]$/);
    assert.equal((await refusal({}, { status: 503, text: `sorry ${client.secret}` })).class, 'transient');
  });

  it('fails if the redirect is from another sign-in, a refusal or without a code', async () => {
    const json = { access_token: 'a' };
    assert.match((await refusal({}, { json }, { redirect: { state: 'state-2' } })).message, /another sign-in/);
    const denied = { error: 'access_denied', error_description: 'The person said no.' };
    assert.match(
      (await refusal({}, { json }, { redirect: denied })).message,
      /refused: access_denied: The person said no\.$/,
    );
    assert.match((await refusal({}, { json }, { redirect: { code: '' } })).message, /without a code/);
  });
});

describe('kept sign-in values', () => {
  const keep = {
    region: { value: '{{redirect.region}}', hosts: ['login.example.com', '*.login.example.com'] },
    apiHost: { value: '{{response.body.api_domain}}', hosts: ['*.example.com'] },
    team: { value: '{{response.body.team.id}}', optional: true },
  };
  const signIn = { keep, token: { url: 'https://{{account.region}}/token' } };
  const hosts = ['{{account.region}}', '{{account.apiHost}}'];
  const json = { access_token: 'a', api_domain: 'https://Na1.example.com/', team: { id: 7 } };

  it('come from the redirect and the response', async () => {
    const { account, asked } = await finish(signIn, { json }, { redirect: { region: 'eu.login.example.com' }, hosts });
    assert.equal(asked[0]!.url, 'https://eu.login.example.com/token');
    assert.deepEqual(
      [account['region'], account['apiHost'], account['team']],
      ['eu.login.example.com', 'na1.example.com', '7'],
    );
  });

  it('refuse an undeclared host, since anyone can forge a redirect', async () => {
    const rows = [
      'evil.example',
      'login.example.com.evil.example',
      'evil.example/login.example.com',
      'xlogin.example.com',
      'evil-login.example.com',
      '.login.example.com',
      'https://evil.example/?login.example.com',
    ];
    for (const region of rows) {
      const { http, asked } = answeringWith(() => ({ json }));
      const call = { client, account: { shop: 'fern' }, redirect: { code: 'c', state: 'state-1', region }, ...sent };
      await assert.rejects(
        finishSignIn(oauthPackage(signIn, { hosts }), call, { http, now }),
        /keep\.region: .* is not one of/,
      );
      assert.deepEqual(asked, [], region);
    }
  });

  it('are required unless optional', async () => {
    const redirect = { region: 'login.example.com' };
    const without = await finish(signIn, { json: { ...json, team: undefined } }, { redirect, hosts });
    assert.equal(without.account['team'], undefined);
    const error = await refusal(signIn, { json: { access_token: 'a' } }, { redirect, hosts });
    assert.match(error.message, /^keep\.apiHost: the service did not return it/);
  });

  it('are updated by every refresh and stay if the response lacks them', async () => {
    const account = {
      shop: 'fern',
      region: 'login.example.com',
      apiHost: 'na1.example.com',
      team: '7',
      refreshToken: 'r',
    };
    const refreshed = async (body: object) => {
      const { http } = answeringWith(() => ({ json: { access_token: 'b', ...body } }));
      return fetchToken(oauthPackage(signIn, { hosts }), { kind: 'refresh' }, { client, account }, { http, now });
    };
    assert.equal((await refreshed({ api_domain: 'na2.example.com' }))['apiHost'], 'na2.example.com');
    assert.deepEqual(await refreshed({}), { ...account, accessToken: 'b' });
  });
});

describe('refreshed token', () => {
  it('keeps the old refresh token unless the response has a new one', async () => {
    const account = { accessToken: 'a', refreshToken: 'r-1', expiresAt: 5 };
    const refreshed = async (json: object) => {
      const { http } = answeringWith(() => ({ json }));
      return fetchToken(oauthPackage(), { kind: 'refresh' }, { client, account }, { http, now });
    };
    assert.deepEqual(await refreshed({ access_token: 'b' }), { accessToken: 'b', refreshToken: 'r-1' });
    assert.equal((await refreshed({ access_token: 'b', refresh_token: 'r-2' }))['refreshToken'], 'r-2');
  });
});

describe('revocation', () => {
  const revoke = { url: 'https://login.example.org/revoke' };
  const account = { shop: 'fern', accessToken: 'canary-access', refreshToken: 'canary-refresh' };
  const revoked = async (declared: OAuthSignIn['revoke'], given: Given = {}) => {
    const { http, asked } = answeringWith(() => given);
    const signIn = declared === undefined ? {} : { revoke: declared };
    const isAsked = await revokeToken(oauthPackage(signIn), { account, client }, { http, now });
    return { isAsked, asked };
  };

  it('sends the refresh token and the client, as RFC 7009 says', async () => {
    const { isAsked, asked } = await revoked(revoke);
    assert.equal(isAsked, true);
    assert.deepEqual(
      asked.map(({ method, url, body }) => [method, url, Object.fromEntries(new URLSearchParams(body))]),
      [
        [
          'POST',
          revoke.url,
          {
            token: 'canary-refresh',
            token_type_hint: 'refresh_token',
            client_id: 'the-client',
            client_secret: client.secret,
          },
        ],
      ],
    );
  });

  it('may send the access token, in another form', async () => {
    const { asked } = await revoked({
      ...revoke,
      revokes: 'accessToken',
      client: 'none',
      parameters: { token: null, token_type_hint: null },
      headers: { Authorization: 'Bearer {{account.accessToken}}' },
    });
    assert.deepEqual([asked[0]!.headers['Authorization'], asked[0]!.body], ['Bearer canary-access', '']);
  });

  it('may be a DELETE with the token in its path and without a body', async () => {
    const { asked } = await revoked({
      url: 'https://login.example.org/tokens/{{account.accessToken|url}}',
      ...{ method: 'DELETE', client: 'basic', revokes: 'accessToken' },
      parameters: { token: null, token_type_hint: null },
    });
    assert.deepEqual(
      asked.map(({ method, url, body }) => [method, url, body]),
      [['DELETE', 'https://login.example.org/tokens/canary-access', '']],
    );
    assert.equal(asked[0]!.headers['Content-Type'], undefined);
  });

  it('that cannot be written fails without secrets', async () => {
    const lost = { url: 'https://login.example.org:{{account.accessToken}}/tokens', revokes: 'accessToken' } as const;
    await assert.rejects(revoked(lost), (error: Error) => !error.message.includes('canary'));
  });

  it('is not made if none is declared', async () => {
    assert.deepEqual(await revoked(undefined), { isAsked: false, asked: [] });
  });

  it('that is refused fails without secrets', async () => {
    await assert.rejects(revoked(revoke, { status: 400, text: 'canary-refresh?' }), (error: Error) => {
      assert.match(error.message, /400/);
      return !error.message.includes('canary');
    });
  });
});

describe('sign-in steps', () => {
  const then: OAuthSignIn['then'] = [
    {
      request: { method: 'GET', path: '/meta' },
      keep: { region: { value: '{{response.body.dc}}' } },
    },
    {
      request: { method: 'GET', path: '/{{account.region}}/sites' },
      choose: { list: 'response.body', label: '{{item.name}}', value: '{{item.id}}' },
      keep: { site: { value: '{{item.id}}' }, accessToken: { value: '{{item.token}}', secret: true } },
    },
  ];
  const sites = [
    { id: 1, name: 'One', token: 'page-1' },
    { id: 2, name: 'Two', token: 'page-2' },
  ];
  const service = (list: unknown) => (url: string) =>
    url.endsWith('/token')
      ? { json: { access_token: 'a' } }
      : url.endsWith('/meta')
        ? { json: { dc: 'us6' } }
        : { json: list };

  it('use the token, keep their values and choose a single option', async () => {
    const { kind, account, asked } = await finish({ then }, service(sites.slice(0, 1)));
    assert.equal(kind, 'done');
    assert.deepEqual(
      [account['region'], account['site'], account['accessToken'], account['choices']],
      ['us6', '1', 'page-1', { 1: '1' }],
    );
    assert.deepEqual(
      asked.slice(1).map(({ url, headers }) => [url, headers['Authorization']]),
      [
        ['https://api.example.com/v1/meta', 'Bearer a'],
        ['https://api.example.com/v1/us6/sites', 'Bearer a'],
      ],
    );
  });

  it('send the token in the form they declare', async () => {
    const headers = { authorization: 'OAuth {{account.accessToken}}' };
    const validate = { request: { ...then[0]!.request, headers }, keep: then[0]!.keep };
    const { asked } = await finish({ then: [validate] }, service([]));
    assert.deepEqual(asked[1]!.headers, { authorization: 'OAuth a' });
  });

  const exchange: OAuthSignIn['then'] = [
    {
      request: {
        method: 'GET',
        path: '/exchange',
        query: { client: '{{client.id}}', secret: '{{client.secret}}', access_token: '{{account.accessToken}}' },
      },
      keep: { accessToken: { value: '{{response.body.token}}' } },
    },
  ];

  it('may send the client and the token in the query, each once', async () => {
    const carry = { in: 'query', name: 'access_token', value: '{{account.accessToken}}' } as const;
    const answer = (url: string): Given => ({ json: url.endsWith('/token') ? { access_token: 'a' } : { token: 'b' } });
    const { account, asked } = await finish({ then: exchange, carry }, answer);
    assert.equal(asked[1]!.url.split('?')[1], 'client=the-client&secret=canary-client%2Fsecret&access_token=a');
    assert.equal(account['accessToken'], 'b');
  });

  it('set the expiry of their token, by default that of the previous one', async () => {
    const answer =
      (json: object) =>
      (url: string): Given => ({ json: url.endsWith('/token') ? { access_token: 'a', expires_in: 60 } : json });
    const ending = [{ ...exchange[0]!, expiresIn: 'response.body.lasts' }];
    const endOf = async (then: OAuthSignIn['then'], json: object): Promise<unknown> =>
      (await finish({ then }, answer(json))).account['expiresAt'];
    assert.equal(await endOf(ending, { token: 'b', lasts: '3600' }), now + 3_600_000);
    assert.equal(await endOf(ending, { token: 'b' }), undefined);
    assert.equal(await endOf(exchange, { token: 'b', lasts: 3600 }), now + 60_000);
  });

  it('redact what they sent in errors', async () => {
    const { message } = await refusal({ then: exchange }, (url) =>
      url.endsWith('/token')
        ? { json: { access_token: 'canary-token' } }
        : { status: 400, json: { message: `${url} of canary-client/secret and canary-token` } },
    );
    assert.match(message, /secret=\[redacted\]&access_token=\[redacted\] of \[redacted\] and \[redacted\]/);
  });

  it('fail without a client', async () => {
    const { http, asked } = answeringWith(() => ({ json: {} }));
    const steps = runSignInSteps(oauthPackage({ then: exchange }), { accessToken: 'a' }, { http, now });
    await assert.rejects(steps, /this installation has no client for/);
    assert.equal(asked.length, 0);
  });

  it('let a person choose one of several options and continue with it', async () => {
    const outcome = await finish({ then }, service(sites));
    assert.ok(outcome.kind === 'choose');
    assert.deepEqual(
      [outcome.step, outcome.options],
      [
        1,
        [
          { label: 'One', value: '1' },
          { label: 'Two', value: '2' },
        ],
      ],
    );
    const { http, asked } = answeringWith(() => ({ json: sites }));
    const options = { http, now, client, step: outcome.step, chosen: '2' };
    const done = await runSignInSteps(oauthPackage({ then }), outcome.account, options);
    assert.deepEqual([done.kind, done.account['accessToken'], asked.length], ['done', 'page-2', 1]);
    // A caller that still has the answer need not request it again.
    const known = await runSignInSteps(oauthPackage({ then }), outcome.account, { ...options, answer: outcome.answer });
    assert.deepEqual([known.account['accessToken'], asked.length], ['page-2', 1]);
    const gone = runSignInSteps(oauthPackage({ then }), outcome.account, { ...options, chosen: '3' });
    await assert.rejects(gone, /"3" can no longer be chosen/);
  });

  it('fail if there is nothing to choose from', async () => {
    assert.match((await refusal({ then }, service([]))).message, /nothing to choose from at response\.body$/);
  });
});
