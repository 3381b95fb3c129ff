import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { ConnectorWebhook } from '@tallyhook/schemas';
import { account, makePackage } from '../../test/make-package.ts';
import { answeringWith, client, type Given } from '../../test/token-service.ts';
import { compileConnector } from '../compile/compile-connector.ts';
import { renew, subscribe, subscriptionEnd, unsubscribe } from './subscription.ts';

const declared: Partial<ConnectorWebhook> = {
  subscribe: {
    input: { type: 'object', properties: { repository: { type: 'string' } }, required: ['repository'] },
    request: {
      method: 'POST',
      path: '/repos/{{repository|url}}/hooks',
      body: { json: { url: '{{hook.url}}', secret: '{{hook.secret}}' } },
    },
    keep: { id: { value: '{{response.body.id}}' }, etag: { value: '{{response.headers.etag}}', optional: true } },
  },
  unsubscribe: {
    method: 'DELETE',
    path: '/hooks/{{subscription.id}}',
    query: { url: '{{hook.url}}' },
    success: { status: [204, 404] },
  },
};
const hook = { url: 'https://hook.example.net/hooks/tracker', secret: 'canary-hook-secret' };

function scene(given: Given, webhook: Partial<ConnectorWebhook> = declared) {
  const { http, asked } = answeringWith(() => given);
  const released = makePackage({ webhook });
  return {
    asked,
    subscribe: (input: unknown) => subscribe(released, 'events', { hook, account, input }, { http }),
    unsubscribe: (subscription: Record<string, string>) =>
      unsubscribe(released, 'events', { hook, account, subscription }, { http }),
  };
}

describe('subscription', () => {
  it('tells the service where deliveries go and keeps what its removal needs', async () => {
    const { asked, subscribe: ask } = scene({ status: 201, json: { id: 42 } });
    assert.deepEqual(await ask({ repository: 'a/b' }), { id: '42' });
    const { method, url, headers, body } = asked[0]!;
    assert.deepEqual([method, url], ['POST', 'https://api.example.com/v1/repos/a%2Fb/hooks']);
    assert.equal(headers['Authorization'], `Bearer ${account.token}`);
    assert.deepEqual(JSON.parse(body), hook);
  });

  it('is removed with the kept values, even if it is already gone', async () => {
    for (const status of [204, 404]) {
      const { asked, unsubscribe: ask } = scene({ status, text: '' });
      await ask({ id: '42' });
      const { method, url } = asked[0]!;
      const address = 'https://api.example.com/v1/hooks/42?url=https%3A%2F%2Fhook.example.net%2Fhooks%2Ftracker';
      assert.deepEqual([method, url], ['DELETE', address]);
    }
  });

  it('sends no request if the input is invalid', async () => {
    const { asked, subscribe: ask } = scene({});
    await assert.rejects(ask({ repo: 'a' }), { class: 'invalid_input' });
    assert.deepEqual(asked, []);
  });

  it("fails with the service's words and without secrets", async () => {
    const text = `no ${hook.secret} and ${account.token}`;
    await assert.rejects(scene({ status: 422, text }).subscribe({ repository: 'a' }), {
      class: 'invalid_input',
      message: 'api.example.com answered 422: no [redacted] and [redacted]',
    });
    await assert.rejects(scene({ json: {} }).subscribe({ repository: 'a' }), /keep\.id: the service did not return it/);
    await assert.rejects(scene({ status: 500 }).unsubscribe({ id: '42' }), { class: 'transient' });
  });

  it('shows no kept secret when its removal fails', async () => {
    const keep = { id: { value: '{{response.body.id}}' }, key: { value: '{{response.body.key}}', secret: true } };
    const { request } = declared.subscribe!;
    const webhook = { ...declared, subscribe: { request, keep } };
    const { unsubscribe: ask } = scene({ status: 422, text: 'no canary-kept-key for 42' }, webhook);
    await assert.rejects(ask({ id: '42', key: 'canary-kept-key' }), {
      message: 'api.example.com answered 422: no [redacted] for 42',
    });
  });

  describe('that ends', () => {
    const now = () => Date.UTC(2026, 0, 1);
    const ending: Partial<ConnectorWebhook> = {
      subscribe: {
        request: { method: 'POST', path: '/subscriptions', body: { json: { until: '{{hook.until}}' } } },
        keep: { id: { value: '{{response.body.id}}' }, endsAt: { value: '{{response.body.until}}' } },
        lastsSeconds: 3600,
      },
      renew: {
        request: {
          method: 'PATCH',
          path: '/subscriptions/{{subscription.id}}',
          body: { json: { until: '{{hook.until}}' } },
        },
        keep: { endsAt: { value: '{{response.body.until}}' } },
      },
    };
    const released = makePackage({ webhook: ending });

    it('is requested until a moment, and renewed until a later one', async () => {
      const { http, asked } = answeringWith(({ body }) => ({ json: { id: 7, ...JSON.parse(body) } }));
      const kept = await subscribe(released, 'events', { hook, account }, { http, now });
      assert.deepEqual(kept, { id: '7', endsAt: '2026-01-01T01:00:00.000Z' });
      const later = () => now() + 1_800_000;
      const call = { hook, account, subscription: kept };
      const renewed = await renew(released, 'events', call, { http, now: later });
      assert.deepEqual(renewed, { id: '7', endsAt: '2026-01-01T01:30:00.000Z' });
      assert.deepEqual([asked[1]!.method, asked[1]!.url], ['PATCH', 'https://api.example.com/v1/subscriptions/7']);
    });

    it('ends at an ISO 8601 time or at seconds since 1970, and refuses anything else', async () => {
      assert.equal(subscriptionEnd({ endsAt: '2026-01-01T01:00:00.1234567Z' }), now() + 3_600_123);
      assert.equal(subscriptionEnd({ endsAt: '1767229200' }), now() + 3_600_000);
      assert.equal(subscriptionEnd({ id: '7' }), null);
      const { http } = answeringWith(() => ({ json: { id: 7, until: 'soon' } }));
      const asking = subscribe(released, 'events', { hook, account }, { http, now });
      await assert.rejects(asking, /keep\.endsAt: "soon" is neither an ISO 8601 time nor seconds/);
    });
  });

  it('must be made by a person if the webhook declares none', async () => {
    const { subscribe: ask, unsubscribe: take } = scene({}, {});
    await assert.rejects(ask({}), /the webhook "events" must be set up by a person at the other service/);
    await assert.rejects(take({}), /the webhook "events" must be removed by a person/);
  });
});

describe('subscription of an OAuth 2 client', () => {
  const released = compileConnector(join(import.meta.dirname, '../../test/generality/strava')).package!;
  const signedIn = { accessToken: 'canary-access', athlete: '134815' };
  const call = { hook, account: signedIn, client, subscription: { id: '120475' } };

  it('authenticates as the client when it is made and removed', async () => {
    const { http, asked } = answeringWith(({ method }) =>
      method === 'POST' ? { status: 201, json: { id: 120475 } } : { status: 204, text: '' },
    );
    assert.deepEqual(await subscribe(released, 'events', call, { http }), { id: '120475' });
    await unsubscribe(released, 'events', call, { http });
    const [made, taken] = asked;
    assert.equal(made!.url, 'https://www.strava.com/api/v3/push_subscriptions');
    assert.deepEqual(Object.fromEntries(new URLSearchParams(made!.body)), {
      client_id: client.id,
      client_secret: client.secret,
      callback_url: hook.url,
      verify_token: hook.secret,
    });
    const address = new URL(taken!.url);
    assert.deepEqual([taken!.method, address.pathname], ['DELETE', '/api/v3/push_subscriptions/120475']);
    assert.deepEqual(Object.fromEntries(address.searchParams), { client_id: client.id, client_secret: client.secret });
  });

  it("never shows the client's secret in an error, however the service writes it", async () => {
    const text = `no ${client.secret} nor ${encodeURIComponent(client.secret)}`;
    const { http } = answeringWith(() => ({ status: 400, text }));
    for (const ask of [subscribe, unsubscribe])
      await assert.rejects(ask(released, 'events', call, { http }), {
        class: 'invalid_input',
        message: 'www.strava.com answered 400: no [redacted] nor [redacted]',
      });
  });

  it('sends no request and says so if the installation has no client', async () => {
    const { http, asked } = answeringWith(() => ({}));
    const withoutClient = { ...call, client: undefined };
    for (const ask of [subscribe, unsubscribe])
      await assert.rejects(ask(released, 'events', withoutClient, { http }), {
        class: 'auth',
        message: 'this installation has no client for "Strava" (strava): register one at the service',
      });
    assert.deepEqual(asked, []);
  });
});
