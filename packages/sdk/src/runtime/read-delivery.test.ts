import assert from 'node:assert/strict';
import type { ConnectorWebhook } from '@tallyhook/schemas';
import { makePackage } from '../../test/make-package.ts';
import { type Delivery, readDelivery, type ReadDelivery } from './read-delivery.ts';

interface Sent {
  method?: string;
  headers?: Delivery['headers'];
  query?: Delivery['query'];
  body?: unknown;
}

function read(
  webhook: Partial<ConnectorWebhook>,
  { method = 'POST', headers = {}, query = {}, body }: Sent = {},
  values = {},
): ReadDelivery {
  const rawBody = Buffer.from(typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body));
  const type = typeof body === 'string' || body === undefined ? {} : { 'content-type': 'application/json' };
  return readDelivery(
    makePackage({ webhook }),
    'events',
    { method, headers: { ...type, ...headers }, query, rawBody },
    values,
  );
}

const eventsOf = (...args: Parameters<typeof read>) => {
  const reading = read(...args);
  assert.equal(reading.kind, 'events');
  return reading.kind === 'events' ? reading.events : [];
};

describe('a delivery', () => {
  const body = { type: 'opened', id: 'e1', account: 'fern' };

  it('gives one event with its id, its account and the body', () => {
    assert.deepEqual(eventsOf({}, { body }), [
      { event: 'opened', deliveryId: 'e1', externalId: 'fern', payload: body },
    ]);
  });

  it('is answered with 200 and an empty body unless the webhook says otherwise', () => {
    assert.deepEqual(read({}, { body }).answer, { status: 200, headers: {}, body: '' });
    const answer = { status: 202, headers: { 'X-Got': '{{event.body.id}}' }, json: { got: '{{event.body.id}}' } };
    assert.deepEqual(read({ answer }, { body }).answer, {
      status: 202,
      headers: { 'content-type': 'application/json', 'x-got': 'e1' },
      body: '{"got":"e1"}',
    });
  });

  it('may go to the accounts of all', () => {
    assert.equal(eventsOf({ account: 'any' }, { body })[0]?.externalId, null);
  });

  it('of an account called any goes to that account only', () => {
    assert.equal(eventsOf({}, { body: { ...body, account: 'any' } })[0]?.externalId, 'any');
  });

  it('that names no account belongs to none', () => {
    assert.equal(eventsOf({}, { body: { type: 'a', id: 'b' } })[0]?.externalId, '');
  });

  it('is split into its events, each with an id of its own', () => {
    const webhook = {
      split: 'event.body.list',
      event: '{{event.item.t}}',
      deliveryId: '{{event.item.n}}-{{event.body.id}}',
      account: '{{event.body.account}}',
    };
    const list = [
      { t: 'a', n: 1 },
      { t: 'b', n: 2 },
    ];
    assert.deepEqual(eventsOf(webhook, { body: { ...body, list } }), [
      { event: 'a', deliveryId: '1-e1', externalId: 'fern', payload: list[0] },
      { event: 'b', deliveryId: '2-e1', externalId: 'fern', payload: list[1] },
    ]);
    assert.throws(() => read(webhook, { body }), { code: 'invalid_request', message: /no list at event\.body\.list/ });
    assert.equal(read(webhook, { body: { list: [] } }).kind, 'ignored');
  });

  it('without the name of an event holds none', () => {
    assert.equal(read({}, { body: { id: 'x' } }).kind, 'ignored');
  });

  it('reaches names with other signs', () => {
    const webhook = {
      event: '{{event.body.[event-data].[@type]}}',
      deliveryId: '{{event.headers.x-id}}',
      account: 'any',
    };
    const events = eventsOf(webhook, { headers: { 'X-Id': ['a', 'b'] }, body: { 'event-data': { '@type': 't' } } });
    assert.deepEqual([events[0]?.event, events[0]?.deliveryId], ['t', 'a, b']);
  });

  it('whose values are of another kind is refused, not a failure of ours', () => {
    assert.throws(() => read({}, { body: { type: {}, id: 'x' } }), { code: 'invalid_request' });
    assert.throws(() => read({}, { body: { type: 'a', id: ['x'] } }), { code: 'invalid_request' });
  });

  it('for a webhook that does not exist is refused', () => {
    const delivery = { method: 'POST', headers: {}, query: {}, rawBody: Buffer.from('{}') };
    for (const name of ['other', 'constructor'])
      assert.throws(() => readDelivery(makePackage({ webhook: {} }), name, delivery), { code: 'not_found' });
    assert.throws(() => readDelivery(makePackage({}), undefined, delivery), {
      code: 'not_found',
      message: /it has none/,
    });
  });

  it('by another method than POST is refused', () => {
    assert.throws(() => read({}, { method: 'GET' }), { code: 'method_not_allowed' });
  });
});

describe('a delivery id', () => {
  const ids = ['{{event.headers.x-id}}', '{{event.body.a}}-{{event.body.b}}'];
  const idOf = (webhook: Partial<ConnectorWebhook>, sent: Sent): string | null | undefined =>
    eventsOf({ event: 'e', ...webhook }, sent)[0]?.deliveryId;

  it('is the first of the list that is there', () => {
    assert.equal(idOf({ deliveryId: ids }, { headers: { 'x-id': 'h' }, body: { a: 1, b: 2 } }), 'h');
    assert.equal(idOf({ deliveryId: ids }, { body: { a: 1, b: 2 } }), '1-2');
  });

  for (const [what, value] of [
    ['absent', undefined],
    ['null', null],
    ['empty', ''],
    ['blank', ' \t'],
  ] as const) {
    it(`that is ${what} is missing, and each delivery runs where the webhook says so`, () => {
      assert.equal(idOf({ deliveryId: '{{event.body.id}}', missingId: 'run' }, { body: { id: value } }), null);
    });
  }

  it('that is missing is refused where the webhook says so', () => {
    assert.throws(() => idOf({ deliveryId: ids, missingId: 'refuse' }, { body: { a: 1 } }), {
      code: 'invalid_request',
      message: /no id/,
    });
  });

  it('that is missing is the digest of the bytes where the webhook says so', () => {
    const webhook = { deliveryId: ids, missingId: 'hashBody' as const };
    const id = idOf(webhook, { body: { a: 1 } });
    assert.match(id!, /^sha256:[0-9a-f]{64}$/);
    assert.equal(idOf(webhook, { body: { a: 1 } }), id);
    assert.notEqual(idOf(webhook, { body: { a: 2 } }), id);
  });

  it('that is missing in a part is the digest of the part', () => {
    const webhook = { deliveryId: '{{event.item.id}}', missingId: 'hashBody' as const, split: 'event.body' };
    const events = eventsOf({ event: 'e', ...webhook }, { body: [{ n: 1 }, { n: 2 }] });
    assert.equal(new Set(events.map(({ deliveryId }) => deliveryId)).size, 2);
  });
});

describe('a handshake', () => {
  const handshake: ConnectorWebhook['handshake'] = [
    { when: [{ path: 'event.body.type', is: 'url_verification' }], answer: { text: '{{event.body.challenge}}' } },
    {
      method: 'GET',
      when: [{ path: 'event.query.[hub.mode]', is: 'subscribe' }],
      answer: { text: '{{event.query.[hub.challenge]}}' },
    },
    {
      when: [{ path: 'event.body.plain', isNot: null }],
      answer: { json: { hash: '{{event.body.plain|hmac_sha256 account.token}}' } },
    },
  ];

  it('is answered and starts nothing', () => {
    assert.deepEqual(read({ handshake }, { body: { type: 'url_verification', challenge: '3eZb' } }), {
      kind: 'handshake',
      answer: { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: '3eZb' },
    });
  });

  it('may come by GET', () => {
    const reading = read({ handshake }, { method: 'GET', query: { 'hub.mode': 'subscribe', 'hub.challenge': 'c' } });
    assert.equal(reading.answer.body, 'c');
  });

  it('may be answered with a value signed with a secret of the account', () => {
    const reading = read({ handshake }, { body: { plain: 'qgg8' } }, { account: { token: 'key' } });
    const hash = 'dd64058f57ab18bddceef02673d8635c7bfc85af02a7cb69719da7e96ba15242';
    assert.equal(reading.answer.body, `{"hash":"${hash}"}`);
  });
});

describe('an ignored delivery', () => {
  it('is answered and starts nothing, with the reason', () => {
    const ignore = [
      { when: [{ path: 'event.headers.x-event', is: 'ping' }], reason: 'a ping', answer: { status: 204 } },
    ];
    assert.deepEqual(read({ ignore }, { headers: { 'x-event': 'ping' }, body: {} }), {
      kind: 'ignored',
      answer: { status: 204, headers: {}, body: '' },
      reason: 'a ping',
    });
  });
});

describe('the body of a delivery', () => {
  const payloadOf = (type: string | undefined, body: string, webhook: Partial<ConnectorWebhook> = {}): unknown =>
    eventsOf(
      { event: 'e', account: 'any', deliveryId: 'x', ...webhook },
      { headers: type === undefined ? {} : { 'content-type': type }, body },
    )[0]?.payload;

  it('is read by its type', () => {
    assert.deepEqual(payloadOf('application/json; charset=utf-8', '{"a":1}'), { a: 1 });
    assert.deepEqual(payloadOf('application/cloudevents+json', '[1]'), [1]);
    assert.deepEqual(payloadOf('application/x-www-form-urlencoded', 'a=1&b=x+y&a=2'), { a: ['1', '2'], b: 'x y' });
    assert.equal(payloadOf('text/plain', '{"a":1}'), '{"a":1}');
    assert.equal(payloadOf('application/xml', '<a/>'), '<a/>');
    assert.deepEqual(payloadOf(undefined, '{"a":1}'), { a: 1 });
    assert.equal(payloadOf(undefined, 'hello'), 'hello');
    assert.equal(payloadOf('application/json', ''), null);
  });

  it('may be the JSON in a field of a form', () => {
    const form = `payload=${encodeURIComponent('{"a":"b+c"}')}&x=1`;
    assert.deepEqual(payloadOf('application/x-www-form-urlencoded', form, { formField: 'payload' }), { a: 'b+c' });
  });

  it('that is broken is refused', () => {
    assert.throws(() => payloadOf('application/json', '{'), { code: 'invalid_json' });
    assert.throws(() => payloadOf('application/x-www-form-urlencoded', 'payload=x', { formField: 'payload' }), {
      code: 'invalid_json',
    });
    assert.throws(() => payloadOf('image/png', 'x'), { code: 'unsupported_type' });
  });

  it('that is nested too deep is refused', () => {
    for (const levels of [101, 5_000]) {
      assert.throws(() => payloadOf('application/json', '['.repeat(levels) + ']'.repeat(levels)), { name: 'Problem' });
    }
    assert.ok(payloadOf('application/json', '['.repeat(100) + ']'.repeat(100)));
  });

  it('keeps keys that objects have anyway as data', () => {
    const payload = payloadOf('application/json', '{"__proto__":{"a":1},"constructor":1}') as object;
    assert.equal(Object.hasOwn(payload, '__proto__'), true);
    assert.equal(({} as { a?: number }).a, undefined);
  });
});
