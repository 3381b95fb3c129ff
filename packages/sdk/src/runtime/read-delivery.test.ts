import assert from 'node:assert/strict';
import type { ConnectorWebhook } from '@tallyhook/schemas';
import { makePackage } from '../../test/make-package.ts';
import { type Delivery, readDelivery, type ReadDelivery } from './read-delivery.ts';
import { splitEvent } from './split-event.ts';
import { HandshakeNeedsAccount, UnansweredHandshake } from './unanswered-handshake.ts';

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

describe('delivery', () => {
  const body = { type: 'opened', id: 'e1', account: 'fern' };

  it('becomes one event with its id, account and body', () => {
    assert.deepEqual(eventsOf({}, { body }), [
      { event: 'opened', deliveryId: 'e1', externalId: 'fern', payload: body },
    ]);
  });

  it('is answered with 200 and an empty body by default', () => {
    assert.deepEqual(read({}, { body }).answer, { status: 200, headers: {}, body: '' });
    const answer = { status: 202, headers: { 'X-Got': '{{event.body.id}}' }, json: { got: '{{event.body.id}}' } };
    assert.deepEqual(read({ answer }, { body }).answer, {
      status: 202,
      headers: { 'content-type': 'application/json', 'x-got': 'e1' },
      body: '{"got":"e1"}',
    });
  });

  it('may go to all accounts', () => {
    assert.equal(eventsOf({ account: 'any' }, { body })[0]?.externalId, null);
  });

  it('for an account named "any" goes only to that account', () => {
    assert.equal(eventsOf({}, { body: { ...body, account: 'any' } })[0]?.externalId, 'any');
  });

  it('without an account belongs to no account', () => {
    assert.equal(eventsOf({}, { body: { type: 'a', id: 'b' } })[0]?.externalId, '');
  });

  it('is split into events, each with its own id', () => {
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
      { event: 'a', deliveryId: '1-e1', externalId: 'fern', payload: list[0], around: { body } },
      { event: 'b', deliveryId: '2-e1', externalId: 'fern', payload: list[1], around: { body } },
    ]);
    assert.throws(() => read(webhook, { body }), { code: 'invalid_request', message: /no list at event\.body\.list/ });
    assert.equal(read(webhook, { body: { list: [] } }).kind, 'ignored');
  });

  describe('with nested lists', () => {
    const webhook: Partial<ConnectorWebhook> = {
      split: [
        { path: 'event.body.entry', as: 'entry' },
        { path: 'event.entry.changes', as: 'change' },
        { path: 'event.change.messages', as: 'message' },
      ],
      event: '{{event.body.object}}.{{event.change.field}}',
      deliveryId: ['{{event.message.id}}', '{{event.entry.id}}-{{event.change.field}}'],
      account: '{{event.entry.id}}',
      missingId: 'refuse',
    };
    const short = (body: object): unknown[] =>
      eventsOf(webhook, { body }).map(({ event, deliveryId, externalId }) => [event, deliveryId, externalId]);

    it('becomes one event per innermost element, with the account of its parent', () => {
      const entry = [
        { id: 'a', changes: [{ field: 'said', messages: [{ id: 'm1' }, { id: 'm2' }] }, { field: 'read' }] },
        { id: 'b', changes: [{ field: 'said', messages: [{ id: 'm3' }] }] },
      ];
      assert.deepEqual(short({ object: 'page', entry }), [
        ['page.said', 'm1', 'a'],
        ['page.said', 'm2', 'a'],
        ['page.read', 'a-read', 'a'],
        ['page.said', 'm3', 'b'],
      ]);
    });

    it('has what stood around the lists, each without the list inside it', () => {
      const entry = [{ id: 'a', time: 5, changes: [{ field: 'said', from: 'x', messages: [{ id: 'm1' }] }] }];
      const [event] = eventsOf(webhook, { body: { object: 'page', entry } });
      assert.deepEqual(event?.around, {
        body: { object: 'page' },
        entry: { id: 'a', time: 5 },
        change: { field: 'said', from: 'x' },
      });
    });

    it('treats an element with a missing or empty inner list as one event', () => {
      const entry = [
        {
          id: 'a',
          changes: [
            { field: 'said', messages: [] },
            { field: 'read', messages: null },
          ],
        },
      ];
      assert.deepEqual(
        eventsOf(webhook, { body: { object: 'page', entry } }).map(({ payload }) => payload),
        entry[0]!.changes,
      );
    });

    it('has the same limit of events as a flat list', () => {
      const changes = Array.from({ length: 2_501 }, (_, index) => ({ field: `f${index}` }));
      const body = {
        entry: [
          { id: 'a', changes },
          { id: 'b', changes },
        ],
      };
      assert.throws(() => read(webhook, { body }), { code: 'body_too_large', message: /at most 5000.*contains 5002/ });
    });

    it('is refused for too many elements before any becomes an event', () => {
      const many = Object.assign(
        Array.from({ length: 5_001 }, () => 0),
        { map: () => assert.fail('too late') },
      );
      const at = (body: unknown) => ({ method: 'POST', headers: {}, query: {}, body });
      const tooMany = { code: 'body_too_large', message: /contains 5001/ };
      assert.throws(() => splitEvent({ split: 'event.body' } as ConnectorWebhook, at(many)), tooMany);
      const levels = [
        { path: 'event.body', as: 'outer' },
        { path: 'event.outer.inner', as: 'element' },
      ];
      assert.throws(() => splitEvent({ split: levels } as ConnectorWebhook, at([{ inner: many }])), tooMany);
    });
  });

  describe('with parts that are not events', () => {
    const webhook: Partial<ConnectorWebhook> = {
      split: 'event.body',
      event: '{{event.item.type}}',
      deliveryId: '{{event.item.id}}',
      account: 'any',
      missingId: 'refuse',
    };
    const good = { type: 'opened', id: 'e1' };

    it('returns the other events and reports what was left out', () => {
      const body = [good, 7, { type: 'opened' }, { type: { no: 'text' }, id: 'e2' }];
      const reading = read(webhook, { body });
      assert.ok(reading.kind === 'events');
      assert.deepEqual(
        reading.events.map(({ deliveryId }) => deliveryId),
        ['e1'],
      );
      assert.deepEqual(reading.leftOut?.slice(0, 2), [
        'event.body.1 has no id: it is expected in {{event.item.id}}',
        'event.body.2 has no id: it is expected in {{event.item.id}}',
      ]);
      assert.match(reading.leftOut?.[2] ?? '', /^event\.body\.3 cannot be read: /);
      const unnamed = read({ ...webhook, missingId: 'run' }, { body: [good, 7] });
      assert.deepEqual('leftOut' in unnamed && unnamed.leftOut, [
        'event.body.1 has no event name: it is expected in {{event.item.type}}',
      ]);
    });

    it('is refused if no event remains and the webhook refuses missing ids', () => {
      assert.throws(() => read(webhook, { body: [1, 2] }), { code: 'invalid_request', message: /body\.0 has no id/ });
      assert.equal(read({ ...webhook, missingId: 'run' }, { body: [1, 2] }).kind, 'ignored');
    });

    it('reports nothing if all parts are events', () => {
      assert.equal('leftOut' in read(webhook, { body: [good] }), false);
    });
  });

  describe('with duplicate ids', () => {
    const webhook: Partial<ConnectorWebhook> = {
      split: 'event.body',
      event: '{{event.item.type}}',
      deliveryId: '{{event.item.id}}',
      account: '{{event.item.of}}',
      missingId: 'run',
    };
    const clashesOf = (body: unknown): string[] | undefined => {
      const reading = read(webhook, { body });
      assert.ok(reading.kind === 'events');
      return reading.clashes;
    };
    const one = { type: 'opened', id: 'e1', of: 'fern', text: 'a' };

    it('reports each element that differs from the first with its id', () => {
      assert.deepEqual(clashesOf([one, { ...one, text: 'b' }, { ...one, id: 'e2' }, { ...one, type: 'closed' }]), [
        'event.body.1 has the same delivery id "e1" as event.body.0 but different content, so it starts nothing',
        'event.body.3 has the same delivery id "e1" as event.body.0 but different content, so it starts nothing',
      ]);
    });

    it('reports no exact repeats, other accounts or missing ids', () => {
      assert.equal(clashesOf([one, one, { ...one, of: 'moss', text: 'b' }]), undefined);
      const without = { ...one, id: undefined };
      assert.equal(clashesOf([without, { ...without, text: 'b' }]), undefined);
    });
  });

  it('keeps all digits of a large numeric id, in JSON and in a form', () => {
    const ids = (body: string, headers: Sent['headers'], webhook = {}): unknown[] =>
      eventsOf({ event: 'e', account: 'any', ...webhook }, { body, headers }).map(({ deliveryId }) => deliveryId);
    const json = { 'content-type': 'application/json' };
    assert.deepEqual(ids('{"id":17841405793187219}', json), ['17841405793187219']);
    assert.deepEqual(ids('{"id":17841405793187220}', json), ['17841405793187220']);
    assert.deepEqual(ids('{"id":17841405793187219}', {}), ['17841405793187219']);
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    assert.deepEqual(ids('payload={"id":17841405793187219}', form, { formField: 'payload' }), ['17841405793187219']);
  });

  it('without an event name is ignored', () => {
    assert.equal(read({}, { body: { id: 'x' } }).kind, 'ignored');
  });

  it('reads keys with special characters', () => {
    const webhook = {
      event: '{{event.body.[event-data].[@type]}}',
      deliveryId: '{{event.headers.x-id}}',
      account: 'any',
    };
    const events = eventsOf(webhook, { headers: { 'X-Id': ['a', 'b'] }, body: { 'event-data': { '@type': 't' } } });
    assert.deepEqual([events[0]?.event, events[0]?.deliveryId], ['t', 'a, b']);
  });

  it('with values of the wrong type is refused, not an internal error', () => {
    assert.throws(() => read({}, { body: { type: {}, id: 'x' } }), { code: 'invalid_request' });
    assert.throws(() => read({}, { body: { type: 'a', id: ['x'] } }), { code: 'invalid_request' });
  });

  it('for an unknown webhook is refused', () => {
    const delivery = { method: 'POST', headers: {}, query: {}, rawBody: Buffer.from('{}') };
    for (const name of ['other', 'constructor'])
      assert.throws(() => readDelivery(makePackage({ webhook: {} }), name, delivery), { code: 'not_found' });
    assert.throws(() => readDelivery(makePackage({}), undefined, delivery), {
      code: 'not_found',
      message: /it has no webhooks/,
    });
  });

  it('with a method other than POST is refused', () => {
    assert.throws(() => read({}, { method: 'GET' }), { code: 'method_not_allowed' });
  });
});

describe('delivery id', () => {
  const ids = ['{{event.headers.x-id}}', '{{event.body.a}}-{{event.body.b}}'];
  const idOf = (webhook: Partial<ConnectorWebhook>, sent: Sent): string | null | undefined =>
    eventsOf({ event: 'e', ...webhook }, sent)[0]?.deliveryId;

  it('is the first one present in the list', () => {
    assert.equal(idOf({ deliveryId: ids }, { headers: { 'x-id': 'h' }, body: { a: 1, b: 2 } }), 'h');
    assert.equal(idOf({ deliveryId: ids }, { body: { a: 1, b: 2 } }), '1-2');
  });

  for (const [what, value] of [
    ['absent', undefined],
    ['null', null],
    ['empty', ''],
    ['blank', ' \t'],
  ] as const) {
    it(`counts as missing if ${what}; with missingId "run" each delivery runs`, () => {
      assert.equal(idOf({ deliveryId: '{{event.body.id}}', missingId: 'run' }, { body: { id: value } }), null);
    });
  }

  it('is required with missingId "refuse"', () => {
    assert.throws(() => idOf({ deliveryId: ids, missingId: 'refuse' }, { body: { a: 1 } }), {
      code: 'invalid_request',
      message: /no id/,
    });
  });

  it('is the digest of the body with missingId "hashBody"', () => {
    const webhook = { deliveryId: ids, missingId: 'hashBody' as const };
    const id = idOf(webhook, { body: { a: 1 } });
    assert.match(id!, /^sha256:[0-9a-f]{64}$/);
    assert.equal(idOf(webhook, { body: { a: 1 } }), id);
    assert.notEqual(idOf(webhook, { body: { a: 2 } }), id);
  });

  it('is the digest of the part for a part without an id', () => {
    const webhook = { deliveryId: '{{event.item.id}}', missingId: 'hashBody' as const, split: 'event.body' };
    const events = eventsOf({ event: 'e', ...webhook }, { body: [{ n: 1 }, { n: 2 }] });
    assert.equal(new Set(events.map(({ deliveryId }) => deliveryId)).size, 2);
  });
});

const signs = [{ path: 'event.body.plain', characters: 'alphanumeric' as const, minLength: 8, maxLength: 22 }];

describe('handshake', () => {
  const handshake: ConnectorWebhook['handshake'] = [
    { when: [{ path: 'event.body.type', is: 'url_verification' }], answer: { text: '{{event.body.challenge}}' } },
    {
      method: 'GET',
      when: [{ path: 'event.query.[hub.mode]', is: 'subscribe' }],
      answer: { text: '{{event.query.[hub.challenge]}}' },
    },
    {
      when: [{ path: 'event.body.plain', isNot: null }],
      signs,
      answer: { json: { hash: '{{event.body.plain|hmac_sha256 account.token}}' } },
    },
  ];

  it('is answered and produces no event', () => {
    assert.deepEqual(read({ handshake }, { body: { type: 'url_verification', challenge: '3eZb' } }), {
      kind: 'handshake',
      answer: { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: '3eZb' },
    });
  });

  it('may use GET', () => {
    const reading = read({ handshake }, { method: 'GET', query: { 'hub.mode': 'subscribe', 'hub.challenge': 'c' } });
    assert.equal(reading.answer.body, 'c');
  });

  it("may be answered with a value signed with the account's secret", () => {
    const reading = read({ handshake }, { body: { plain: 'qgg8vlvZ' } }, { account: { token: 'key' } });
    const hash = 'f2dfae26951ae84dbce12756b1bd6a133421b1bd979c439147739859c98324a3';
    assert.equal(reading.answer.body, `{"hash":"${hash}"}`);
    const text = '{{event.body.plain|hmac_sha256 account.token|base64}}';
    const inBase64: ConnectorWebhook['handshake'] = [{ ...handshake[2]!, answer: { text } }];
    const { answer } = read({ handshake: inBase64 }, { body: { plain: 'qgg8vlvZ' } }, { account: { token: 'key' } });
    assert.equal(answer.body, Buffer.from(hash, 'hex').toString('base64'));
  });

  it('never signs a text of another shape, such as a delivery that its sender made up', () => {
    const others = ['short', 'x'.repeat(23), '{"event":"paid"}', 'v0:1700000000:{}', 'a=1&event=paid', 12_345_678];
    for (const plain of others)
      assert.throws(
        () => read({ handshake }, { body: { plain } }, { account: { token: 'key' } }),
        (error) =>
          error instanceof UnansweredHandshake &&
          /the value "plain" of the body must be a text of \d+ to \d+ characters/.test(error.message),
      );
    const undeclared = handshake.map(({ when, answer }) => ({ when, answer }));
    assert.throws(
      () => read({ handshake: undeclared }, { body: { plain: 'qgg8vlvZ' } }, { account: { token: 'key' } }),
      /the value "plain" of the body is not signed, because its shape is not declared/,
    );
  });
});

describe('handshake answer', () => {
  const when = [{ path: 'event.body.plain', isNot: null }];
  const noToken = /cannot be answered: the linked account has no value "Token"\. Connect the account again with it/;
  const signed = { plain: '{{event.body.plain}}', hash: '{{event.body.plain|hmac_sha256 account.token}}' };

  it('fails and names a missing value instead of shortening the answer', () => {
    const refused = (answer: object, named: RegExp): void =>
      assert.throws(
        () =>
          read({ handshake: [{ when, signs, answer }] }, { body: { plain: 'qgg8vlvZ' } }, { account: { other: 'x' } }),
        (error) =>
          error instanceof UnansweredHandshake && error.code === 'invalid_request' && named.test(error.message),
      );
    refused({ json: signed }, noToken);
    refused(
      { text: '{{event.body.challenge}}' },
      /cannot be answered: the value "challenge" of the body is missing\. If/,
    );
    refused({ text: '{{event.query.[hub.challenge]}}' }, /: the query parameter "hub\.challenge" is missing\. /);
    refused({ headers: { 'X-Hash': signed.hash } }, noToken);
  });

  it('asks for the account that the delivery names if it needs one', () => {
    const needed = (webhook: Partial<ConnectorWebhook>): unknown => {
      try {
        return read(
          { handshake: [{ when, signs, answer: { json: signed } }], ...webhook },
          { body: { plain: 'qgg8vlvZ', account: 'fern' } },
        );
      } catch (error) {
        return error instanceof HandshakeNeedsAccount
          ? [error.externalId, error.answerWith({ token: 'k' }).status]
          : error;
      }
    };
    assert.deepEqual(needed({}), ['fern', 200]);
    assert.deepEqual(needed({ account: '{{event.query.account}}' }), ['', 200]);
    assert.deepEqual(needed({ account: 'any' }), [null, 200]);
  });
});

describe('ignored delivery', () => {
  it('is answered and produces no event, with the reason', () => {
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

describe('delivery body', () => {
  const payloadOf = (type: string | undefined, body: string, webhook: Partial<ConnectorWebhook> = {}): unknown =>
    eventsOf(
      { event: 'e', account: 'any', deliveryId: 'x', ...webhook },
      { headers: type === undefined ? {} : { 'content-type': type }, body },
    )[0]?.payload;

  it('of a form decodes percent-encoded bytes by its charset, and refuses those that are not in it', () => {
    const form = 'application/x-www-form-urlencoded';
    assert.deepEqual(payloadOf(`${form}; charset=iso-8859-1`, 'x=Gr%f6%dfe&y=%26+%3D'), { x: 'Größe', y: '& =' });
    assert.deepEqual(payloadOf(`${form}; charset=shift_jis`, 'x=%93%fa%96%7b'), { x: '日本' });
    assert.deepEqual(payloadOf(form, '%C3%A9=100%&=only&=&b'), { é: '100%', '': ['only', ''], b: '' });
    for (const body of ['x=a%ffb', '%ff=1', 'x=%C3'])
      assert.throws(() => payloadOf(form, body), { code: 'invalid_request', message: /bytes that are not utf-8/ });
  });

  it('is parsed by its content type', () => {
    assert.deepEqual(payloadOf('application/json; charset=utf-8', '{"a":1}'), { a: 1 });
    assert.deepEqual(payloadOf('application/cloudevents+json', '[1]'), [1]);
    assert.deepEqual(payloadOf('application/x-www-form-urlencoded', 'a=1&b=x+y&a=2'), { a: ['1', '2'], b: 'x y' });
    assert.equal(payloadOf('text/plain', '{"a":1}'), '{"a":1}');
    assert.equal(payloadOf('application/xml', '<a/>'), '<a/>');
    assert.deepEqual(payloadOf(undefined, '{"a":1}'), { a: 1 });
    assert.equal(payloadOf(undefined, 'hello'), 'hello');
    assert.equal(payloadOf('application/json', ''), null);
  });

  it('may be JSON in a form field', () => {
    const form = `payload=${encodeURIComponent('{"a":"b+c"}')}&x=1`;
    assert.deepEqual(payloadOf('application/x-www-form-urlencoded', form, { formField: 'payload' }), { a: 'b+c' });
  });

  it('with body "json" is parsed as JSON whatever its type, else refused', () => {
    for (const type of ['text/plain; charset=UTF-8', 'application/octet-stream', undefined])
      assert.deepEqual(payloadOf(type, '{"a":1}', { body: 'json' }), { a: 1 });
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', undefined])
      assert.throws(() => payloadOf(type, 'a=1', { body: 'json' }), { code: 'invalid_json' });
  });

  it('may be a multipart form; its files are left out', () => {
    const part = (name: string, value: string): string =>
      `--b-1\r\nContent-Disposition: form-data; ${name}\r\n\r\n${value}\r\n`;
    const form = [
      part('name="a"', '1'),
      part('name="t"', 'Grüße\r\n--b'),
      part('name="a"', '2'),
      part('name="scan"; filename="a.png"', '\x89PNG'),
      part('name="filename=\\"x\\""', ''),
    ].join('');
    for (const type of ['multipart/form-data; boundary=b-1', 'Multipart/Form-Data; charset=utf-8; Boundary="b-1"'])
      assert.deepEqual(payloadOf(type, `${form}--b-1--\r\n`), {
        a: ['1', '2'],
        t: 'Grüße\r\n--b',
        'filename="x"': '',
      });
    const json = `${part('name="rawRequest"', '{"q":[1]}')}--b-1--`;
    assert.deepEqual(payloadOf('multipart/form-data; boundary=b-1', json, { formField: 'rawRequest' }), { q: [1] });
  });

  it('refuses a broken multipart form, or one with too many parts', () => {
    const part = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n';
    const refused = (type: string, body: string, message: RegExp): void =>
      assert.throws(() => payloadOf(`multipart/form-data${type}`, body), { code: 'invalid_request', message });
    refused('', `${part}--b--`, /must name a boundary/);
    refused(`; boundary=${'b'.repeat(71)}`, `${part}--b--`, /must name a boundary/);
    refused('; boundary=b', part, /last boundary is missing/);
    refused('; boundary=b', 'hello', /last boundary is missing/);
    refused('; boundary=b', '--b\r\nhello\r\n--b--', /headers of a part do not end/);
    refused('; boundary=b', '--b\r\nX-A: b\r\n\r\n1\r\n--b--', /no name/);
    refused('; boundary=b', `${part.repeat(1_001)}--b--`, /more than 1000 parts/);
    assert.equal(
      (payloadOf('multipart/form-data; boundary=b', `${part.repeat(1_000)}--b--`) as { a: [] }).a.length,
      1_000,
    );
  });

  it('is parsed fast even if crafted to be slow', () => {
    const begun = process.cpuUsage();
    for (const slow of ['\\"', ';name="\\', '; ', ';name="', ';a']) {
      const head = `--b\r\nContent-Disposition: form-data; name="a"; x="${slow.repeat(15_000 / slow.length)}`;
      payloadOf('multipart/form-data; boundary=b', `${`${head}\r\n\r\n1\r\n`.repeat(100)}--b--`);
    }
    assert.ok(process.cpuUsage(begun).user < 3_000_000);
  });

  it('refuses broken JSON', () => {
    assert.throws(() => payloadOf('application/json', '{'), { code: 'invalid_json' });
    assert.throws(() => payloadOf('application/x-www-form-urlencoded', 'payload=x', { formField: 'payload' }), {
      code: 'invalid_json',
    });
    assert.throws(() => payloadOf('image/png', 'x'), { code: 'unsupported_type' });
  });

  it('refuses deep nesting', () => {
    for (const levels of [101, 5_000]) {
      assert.throws(() => payloadOf('application/json', '['.repeat(levels) + ']'.repeat(levels)), { name: 'Problem' });
    }
    assert.ok(payloadOf('application/json', '['.repeat(100) + ']'.repeat(100)));
  });

  it('keeps keys such as __proto__ as data', () => {
    const payload = payloadOf('application/json', '{"__proto__":{"a":1},"constructor":1}') as object;
    assert.equal(Object.hasOwn(payload, '__proto__'), true);
    assert.equal(({} as { a?: number }).a, undefined);
  });
});
