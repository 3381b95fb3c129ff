import assert from 'node:assert/strict';
import { account, makePackage } from '../../test/make-package.ts';
import { buildRequest } from './build-request.ts';
import { redactError, secretsOf } from './redact.ts';
import { ActionError } from '../action-error.ts';
import { subscriptionEnd } from './subscription.ts';

const now = (): number => Date.UTC(2026, 0, 1, 23, 59, 59, 999);
const post = { method: 'POST' as const, path: '/' };

describe('the present time in a request', () => {
  const request = { ...post, body: { json: { a: '{{now.seconds}}', b: '{{now.milliseconds}}', c: '{{now.iso}}' } } };

  it('keeps numbers, and follows the clock of the call', () => {
    const released = makePackage({ request: { ...request, query: { day: '{{now.date}}' } } });
    const { url, body } = buildRequest(released, 'call', { input: {}, account, now });
    assert.deepEqual(JSON.parse(body!.toString()), { a: 1767311999, b: 1767311999999, c: '2026-01-01T23:59:59.999Z' });
    assert.equal(new URL(url).search, '?day=2026-01-01');
  });

  it('is hidden by an input of that name, as in releases from before', () => {
    const input = { type: 'object' as const, properties: { now: {} } };
    const released = makePackage({ request: { ...post, body: { json: { a: '{{now}}' } } }, action: { input } });
    const { body } = buildRequest(released, 'call', { input: { now: 'then' }, account, now });
    assert.equal(body!.toString(), '{"a":"then"}');
  });
});

describe('the idempotency key in a body or query', () => {
  const call = { input: {}, account, idempotencyKey: 'step-1' };

  it('is sent, and makes the request repeatable', () => {
    const inBody = { ...post, body: { json: { key: '{{idempotencyKey}}' } } };
    const sent = buildRequest(makePackage({ request: inBody }), 'call', call);
    assert.deepEqual([sent.body!.toString(), sent.repeatable], ['{"key":"step-1"}', true]);
    const inQuery = { ...post, query: { request_id: '{{idempotencyKey}}' } };
    const { url, repeatable } = buildRequest(makePackage({ request: inQuery }), 'call', call);
    assert.deepEqual([new URL(url).search, repeatable], ['?request_id=step-1', true]);
  });

  it('makes nothing repeatable without a key, or where it is not sent', () => {
    const inBody = makePackage({ request: { ...post, body: { json: { key: '{{idempotencyKey}}' } } } });
    assert.equal(buildRequest(inBody, 'call', { input: {}, account }).repeatable, false);
    assert.equal(buildRequest(makePackage({ request: post }), 'call', call).repeatable, false);
  });
});

describe('an address that is secret as a whole', () => {
  const webhookUrl = 'https://api.example.com/webhooks/1234567890/test-token-of-the-webhook';
  const fields = [{ name: 'webhookUrl', label: 'Webhook address', secret: true }];
  const connector = { account: { label: 'Webhook', externalId: 'webhook', fields }, signIn: { kind: 'none' as const } };
  const release = (url: string) => makePackage({ request: { method: 'POST', url, query: { wait: true } }, connector });
  const send = (url: string, address: string, input: object = {}) =>
    buildRequest(release(url), 'call', { input, account: { webhookUrl: address } }).url;

  it('is used as it is, and values after it stay in their segment', () => {
    assert.equal(send('{{account.webhookUrl}}', webhookUrl), `${webhookUrl}?wait=true`);
    const message = '{{account.webhookUrl}}/messages/{{a}}';
    assert.equal(send(message, webhookUrl, { a: '7' }), `${webhookUrl}/messages/7?wait=true`);
    assert.throws(() => send(message, webhookUrl, { a: '7/../8' }), /would change the path/);
  });

  it('must be on one of the hosts', () => {
    assert.throws(
      () => send('{{account.webhookUrl}}', 'https://evil.example/webhooks/1'),
      /not one of the connector's/,
    );
  });

  it('is not shown, and neither is a part of it', () => {
    const secrets = secretsOf(release('{{account.webhookUrl}}'), { webhookUrl });
    const texts = [webhookUrl, '/webhooks/1234567890/test-token-of-the-webhook', 'test-token-of-the-webhook'];
    for (const text of texts) {
      const { message } = redactError(new ActionError('fatal', `POST ${text} answered 500`), secrets);
      assert.doesNotMatch(message, /test-token|1234567890/);
    }
  });
});

describe('the end of a subscription', () => {
  it('may be in seconds, in milliseconds or in ISO 8601', () => {
    const end = Date.UTC(2026, 0, 1);
    for (const endsAt of ['1767225600', '1767225600000', '2026-01-01T00:00:00Z'])
      assert.equal(subscriptionEnd({ endsAt }), end, endsAt);
    assert.throws(() => subscriptionEnd({ endsAt: 'soon' }), /nor seconds or milliseconds/);
  });
});
