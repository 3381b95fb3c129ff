import assert from 'node:assert/strict';
import type { OAuthSignIn } from '@tallyhook/schemas';
import { answeringWith, client, type Given, oauthPackage } from '../../test/token-service.ts';
import { ActionError } from '../action-error.ts';
import { runAction } from '../runtime/run-action.ts';
import type { AccountValues } from '../runtime/redact.ts';
import { withFreshToken } from './fresh-token.ts';

/** A service with expiring tokens and single-use refresh tokens. */
function strictService({ token = 1, down = false }: { token?: number; down?: boolean } = {}) {
  let current = token;
  const used = new Set<string>();
  const answer = async ({
    url,
    headers,
    body,
  }: {
    url: string;
    headers: Record<string, string>;
    body: string;
  }): Promise<Given> => {
    await new Promise((resolve) => setTimeout(resolve, 2));
    if (!url.endsWith('/token'))
      return headers['Authorization'] === `Bearer access-${current}` ? { json: { done: true } } : { status: 401 };
    if (down) return { status: 503 };
    const shown = new URLSearchParams(body).get('refresh_token') ?? 'none';
    if (used.has(shown) || shown !== `refresh-${current}`) return { status: 400, json: { error: 'invalid_grant' } };
    used.add(shown);
    current++;
    return { json: { access_token: `access-${current}`, refresh_token: `refresh-${current}`, expires_in: 3600 } };
  };
  return answeringWith(answer);
}

/** Keeps an account in memory, with a lock, and records the order of events. */
function keeperOf(account: AccountValues) {
  let kept = account;
  let last: Promise<unknown> = Promise.resolve();
  const notes: string[] = [];
  return {
    notes,
    read: async () => kept,
    save: async (values: AccountValues) => {
      kept = values;
      notes.push(`saved ${String(values['accessToken'])}`);
    },
    alone: <T>(work: () => Promise<T>): Promise<T> => {
      const done = last.then(work);
      last = done.catch(() => undefined);
      return done;
    },
  };
}

const old = { accessToken: 'access-1', refreshToken: 'refresh-1' };

function scene(signIn: Partial<OAuthSignIn>, account: AccountValues, service = strictService()) {
  const released = oauthPackage(signIn);
  const keeper = keeperOf(account);
  const call = (now = 0): Promise<unknown> =>
    withFreshToken(released, { keeper, client, http: service.http, now: () => now }, async (values) => {
      const { output } = await runAction(released, 'call', { input: {}, account: values, http: service.http });
      keeper.notes.push(`used ${String(values['accessToken'])}`);
      return output;
    });
  const refreshes = (): number => service.asked.filter(({ url }) => url.endsWith('/token')).length;
  return { call, keeper, refreshes, asked: service.asked };
}

describe('call with a fresh token', () => {
  it('does not refresh while the token is valid', async () => {
    const { call, refreshes } = scene({}, { ...old, expiresAt: 100_000 });
    assert.deepEqual(await call(), { done: true });
    assert.equal(refreshes(), 0);
  });

  it('refreshes a minute before expiry, or as early as the connector says', async () => {
    const account = { ...old, expiresAt: 100_000 };
    const usual = scene({}, account);
    await usual.call(39_999);
    assert.equal(usual.refreshes(), 0);
    await usual.call(40_000);
    assert.equal(usual.refreshes(), 1);
    const early = scene({ refresh: { aheadOfEndMs: 99_000 } }, account);
    await early.call(1_000);
    assert.equal(early.refreshes(), 1);
  });

  it('stores a new token before using it', async () => {
    const { call, keeper } = scene({}, { ...old, expiresAt: 1 });
    await call(5);
    assert.deepEqual(keeper.notes, ['saved access-2', 'used access-2']);
  });

  it('refreshes once and retries if the service says the token has expired', async () => {
    const { call, keeper, asked } = scene({}, { ...old, accessToken: 'access-0' });
    assert.deepEqual(await call(), { done: true });
    assert.deepEqual(keeper.notes, ['saved access-2', 'used access-2']);
    assert.equal(asked.length, 3);
  });

  it('refreshes once for fifty calls that find the token expired', async () => {
    const { call, refreshes } = scene({}, { ...old, accessToken: 'access-0' });
    const done = await Promise.all(Array.from({ length: 50 }, () => call()));
    assert.deepEqual([done.length, refreshes()], [50, 1]);
  });

  it('does not refresh again if the new token is refused too', async () => {
    const service = answeringWith(({ url }) =>
      url.endsWith('/token') ? { json: { access_token: 'b' } } : { status: 401 },
    );
    const { call, refreshes } = scene({}, old, service);
    await assert.rejects(call(), { class: 'auth', tokenEnded: true });
    assert.equal(refreshes(), 1);
  });

  it('uses the old token while it is valid if an early refresh fails', async () => {
    const account = { ...old, expiresAt: 100_000 };
    const lasting = scene({}, account, strictService({ down: true }));
    assert.deepEqual(await lasting.call(99_999), { done: true });
    const ended = scene({}, account, strictService({ down: true }));
    await assert.rejects(ended.call(100_000), { class: 'transient' });
  });

  it('uses the old token while it is valid if the service refuses an early refresh', async () => {
    const account = { ...old, refreshToken: 'refresh-0', expiresAt: 100_000 };
    const lasting = scene({}, account);
    assert.deepEqual(await lasting.call(99_999), { done: true });
    await assert.rejects(scene({}, account).call(100_000), { class: 'auth' });
  });

  it('fails with auth if there is nothing to refresh with', async () => {
    const { call, refreshes } = scene({}, { accessToken: 'access-0' });
    await assert.rejects(call(), { class: 'auth' });
    assert.equal(refreshes(), 0);
  });

  it('fetches a client credentials token when needed and shares it until it expires', async () => {
    const service = answeringWith(({ url, body }) =>
      url.endsWith('/token') && body.includes('grant_type=client_credentials')
        ? { json: { access_token: 'shared', expires_in: 60 } }
        : { json: {} },
    );
    const { call, refreshes } = scene({ grant: 'clientCredentials', refresh: { aheadOfEndMs: 0 } }, {}, service);
    await Promise.all([call(0), call(0), call(59_999)]);
    assert.equal(refreshes(), 1);
    await call(60_000);
    assert.equal(refreshes(), 2);
  });

  it('repeats the steps with the earlier choice if one replaces the token', async () => {
    const service = answeringWith(({ url }) => {
      if (url.endsWith('/token')) return { json: { access_token: 'person-2' } };
      if (url.endsWith('/pages'))
        return {
          json: [
            { id: 'x', token: 'page-x' },
            { id: 'y', token: 'page-y' },
          ],
        };
      return { json: {} };
    });
    const then: OAuthSignIn['then'] = [
      {
        request: { method: 'GET', path: '/pages' },
        choose: { list: 'response.body', label: '{{item.id}}', value: '{{item.id}}' },
        keep: { accessToken: { value: '{{item.token}}' } },
      },
    ];
    const account = { accessToken: 'page-old', refreshToken: 'r', expiresAt: 1, choices: { 0: 'y' } };
    const { call, keeper } = scene({ then }, account, service);
    await call(5);
    assert.deepEqual(keeper.notes, ['saved person-2', 'saved page-y', 'used page-y']);
  });
});

describe('refresh with the access token', () => {
  it('renews the token from a step without repeating the step', async () => {
    const then: OAuthSignIn['then'] = [
      {
        request: { method: 'GET', path: '/exchange' },
        keep: { accessToken: { value: '{{response.body.access_token}}' } },
        expiresIn: 'response.body.expires_in',
      },
    ];
    const refresh = { url: 'https://auth.example.com/refresh', method: 'GET', with: 'accessToken' } as const;
    const service = answeringWith(() => ({ json: { access_token: 'long-2', expires_in: 60 } }));
    const { call, keeper, asked } = scene({ then, refresh }, { accessToken: 'long-1', expiresAt: 1 }, service);
    await call(5);
    assert.deepEqual(keeper.notes, ['saved long-2', 'used long-2']);
    assert.equal(new URL(asked[0]!.url).pathname, '/refresh');
    assert.equal((await keeper.read())['expiresAt'], 60_005);
  });
});

describe('a token that refreshes itself', () => {
  it('is not sent to be refreshed once the service says that it has expired', async () => {
    const refresh = { url: 'https://auth.example.com/token', with: 'accessToken' } as const;
    const { call, refreshes } = scene({ refresh }, { accessToken: 'access-0', expiresAt: 10_000_000 });
    await assert.rejects(call(), { class: 'auth', tokenEnded: true });
    assert.equal(refreshes(), 0);
  });
});

describe('expired-token response', () => {
  const failed = async (signIn: Partial<OAuthSignIn>, given: Given): Promise<ActionError> => {
    const { http } = answeringWith(() => given);
    const error: unknown = await runAction(oauthPackage(signIn), 'call', { input: {}, account: old, http }).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    assert.ok(error instanceof ActionError, String(error));
    return error;
  };
  const expiredWhen = [
    { status: [403], when: [{ path: 'response.body.error', is: 'expired' }] },
    { when: [{ path: 'response.body.error', is: 'token_expired' }] },
  ];

  it('is 401 by default', async () => {
    assert.equal((await failed({}, { status: 401 })).tokenEnded, true);
    assert.equal((await failed({}, { status: 403 })).tokenEnded, false);
    assert.equal((await failed({ expiredWhen }, { status: 401 })).tokenEnded, false);
  });

  it('may be one kind of 403; the others are missing permissions', async () => {
    const ended = await failed({ expiredWhen }, { status: 403, json: { error: 'expired' } });
    assert.deepEqual([ended.class, ended.tokenEnded], ['auth', true]);
    const missing = await failed({ expiredWhen }, { status: 403, json: { error: 'scope' } });
    assert.deepEqual([missing.class, missing.tokenEnded], ['auth', false]);
  });

  it('may have the status 200', async () => {
    assert.equal((await failed({ expiredWhen }, { json: { ok: false, error: 'token_expired' } })).tokenEnded, true);
  });
});

describe('requests of an OAuth 2 account', () => {
  it('send the token as the connector declares', async () => {
    const carried = async (signIn: Partial<OAuthSignIn>) => {
      const { http, asked } = answeringWith(() => ({}));
      await runAction(oauthPackage(signIn), 'call', { input: {}, account: { ...old, accessToken: 'a&1' }, http });
      const { url, headers } = asked[0]!;
      return [url, headers['Authorization'] ?? headers['X-Token']];
    };
    const value = '{{account.accessToken}}';
    assert.deepEqual(await carried({}), ['https://api.example.com/v1/', 'Bearer a&1']);
    assert.deepEqual(await carried({ carry: { in: 'header', name: 'Authorization', value: `OAuth ${value}` } }), [
      'https://api.example.com/v1/',
      'OAuth a&1',
    ]);
    assert.deepEqual(await carried({ carry: { in: 'header', name: 'X-Token', value } }), [
      'https://api.example.com/v1/',
      'a&1',
    ]);
    assert.deepEqual(await carried({ carry: { in: 'query', name: 'token', value } }), [
      'https://api.example.com/v1/?token=a%261',
      undefined,
    ]);
  });

  it('redact the token, and ask to link the account if there is none', async () => {
    const { http } = answeringWith(() => ({ json: { echo: 'access-1 and refresh-1' } }));
    const { output } = await runAction(oauthPackage(), 'call', { input: {}, account: old, http });
    assert.deepEqual(output, { echo: '[redacted] and [redacted]' });
    await assert.rejects(runAction(oauthPackage(), 'call', { input: {}, account: {}, http }), { class: 'auth' });
  });
});
