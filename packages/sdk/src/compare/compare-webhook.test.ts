import assert from 'node:assert/strict';
import type { ConnectorWebhook } from '@tallyhook/schemas';
import { compareWebhook } from './compare-webhook.ts';

const ping = { when: [{ path: 'event.headers.x-event', is: 'ping' }], reason: 'a ping' };
const challenge = { when: [{ path: 'event.body.type', is: 'hello' }], answer: { text: '{{event.body.token}}' } };
const topic = { type: 'string' } as const;
const subscribe = {
  input: { type: 'object', properties: { topic }, required: ['topic'] },
  request: { method: 'POST', path: '/hooks', body: { json: { topic: '{{topic}}', url: '{{hook.url}}' } } },
  keep: { id: { value: '{{response.body.id}}' }, key: { value: '{{response.body.key}}', secret: true } },
} satisfies ConnectorWebhook['subscribe'];

const sound: ConnectorWebhook = {
  label: 'Events',
  match: [{ path: 'event.headers.x-resource', is: 'order' }],
  handshake: [challenge],
  ignore: [ping],
  split: 'event.body.entries',
  event: '{{event.item.kind}}',
  deliveryId: '{{event.item.id}}',
  missingId: 'refuse',
  account: '{{event.body.shop}}',
  answer: { status: 204 },
  subscribe,
  unsubscribe: { method: 'DELETE', path: '/hooks/{{subscription.id}}' },
};

type OptionalKey = 'match' | 'split' | 'answer' | 'handshake' | 'ignore' | 'subscribe' | 'unsubscribe';

const without = (key: OptionalKey): ConnectorWebhook => {
  const rest = structuredClone(sound);
  delete rest[key];
  return rest;
};
const subscribing = (change: object): Partial<ConnectorWebhook> => ({ subscribe: { ...subscribe, ...change } });
const keeping = (keep: object): Partial<ConnectorWebhook> => subscribing({ keep });
const inputs = (properties: object, required: string[]): Partial<ConnectorWebhook> =>
  subscribing({ input: { type: 'object', properties, required } });
const unsubscribe = (path: string): Partial<ConnectorWebhook> => ({ unsubscribe: { method: 'DELETE', path } });
const { id, key } = subscribe.keep;

type Change = Partial<ConnectorWebhook> | OptionalKey;

/** A change to the sound webhook (or to `of`) and the changes that are reported. */
const rows: [title: string, change: Change, expected: string[], of?: Partial<ConnectorWebhook>][] = [
  ['another label', { label: 'Orders' }, ['correction #/label']],
  ['a description', { description: 'Add it there.' }, ['correction #/description']],

  ['another match', { match: [{ path: 'event.headers.x-resource', is: 'orders' }] }, ['breaking #/match']],
  ['no match any more', 'match', ['breaking #/match']],
  ['other names of events', { event: '{{event.item.type}}' }, ['breaking #/event']],
  ['another list to split by', { split: 'event.body.items' }, ['breaking #/split']],
  ['a delivery that is not split any more', 'split', ['breaking #/split']],
  ['a body that is JSON whatever its type', { body: 'json' }, ['breaking #/body']],
  ['a form that holds the body', { formField: 'payload' }, ['breaking #/formField']],

  ['another account', { account: '{{event.body.team}}' }, ['breaking #/account']],
  ['all accounts', { account: 'any' }, ['breaking #/account']],
  ['the same account in a list', { account: ['{{event.body.shop}}'] }, []],
  [
    'one more place for the account',
    { account: ['{{event.body.shop}}', '{{event.query.account}}'] },
    ['addition #/account'],
  ],
  [
    'a place for the account that comes first',
    { account: ['{{event.query.account}}', '{{event.body.shop}}'] },
    ['breaking #/account'],
  ],

  ['another delivery id', { deliveryId: '{{event.body.id}}' }, ['breaking #/deliveryId']],
  [
    'a delivery id for those that were refused',
    { deliveryId: ['{{event.item.id}}', '{{event.item.key}}'] },
    ['addition #/deliveryId'],
  ],
  [
    'a delivery id for those that ran',
    { missingId: 'run', deliveryId: ['{{event.item.id}}', '{{event.item.key}}'] },
    ['breaking #/deliveryId'],
    { missingId: 'run' },
  ],
  ['a run for each delivery without an id', { missingId: 'run' }, ['correction #/missingId']],
  ['a body that stands for the id', { missingId: 'hashBody' }, ['correction #/missingId']],
  [
    'no body that stands for the id any more',
    { missingId: 'refuse' },
    ['breaking #/missingId'],
    { missingId: 'hashBody' },
  ],
  [
    'a body that ran and is now known by its bytes',
    { missingId: 'hashBody' },
    ['breaking #/missingId'],
    { missingId: 'run' },
  ],
  [
    'a body that was known by its bytes and now runs',
    { missingId: 'run' },
    ['breaking #/missingId'],
    { missingId: 'hashBody' },
  ],
  ['no runs without an id any more', { missingId: 'refuse' }, ['breaking #/missingId'], { missingId: 'run' }],

  ['another answer', { answer: { status: 202 } }, ['correction #/answer']],
  ['no answer of its own', 'answer', ['correction #/answer']],
  ['no handshake any more', 'handshake', ['breaking #/handshake']],
  [
    'a handshake that is known by something else',
    { handshake: [{ ...challenge, when: [{ path: 'event.body.type', is: 'verify' }] }] },
    ['breaking #/handshake', 'addition #/handshake/0'],
  ],
  [
    'a handshake with another method',
    { handshake: [{ ...challenge, method: 'PUT' as 'GET' }] },
    ['breaking #/handshake', 'addition #/handshake/0'],
  ],
  [
    'a handshake whose method is written out',
    { handshake: [{ ...challenge, method: 'POST' }] },
    ['correction #/handshake/0'],
  ],
  ['another answer to a handshake', { handshake: [{ ...challenge, answer: {} }] }, ['correction #/handshake/0']],
  ['one more handshake', { handshake: [challenge, { ...challenge, method: 'GET' }] }, ['addition #/handshake/1']],
  ['handshakes where there were none', { handshake: [challenge] }, ['addition #/handshake/0'], { handshake: [] }],
  ['nothing to ignore any more', 'ignore', ['addition #/ignore']],
  [
    'more to ignore',
    { ignore: [ping, { when: [{ path: 'event.body.a', is: 1 }], reason: 'a' }] },
    ['breaking #/ignore/1'],
  ],
  ['another reason to ignore', { ignore: [{ ...ping, reason: 'ping' }] }, ['correction #/ignore/0']],

  ['no way to set it up any more', 'subscribe', ['breaking #/subscribe']],
  ['no way to take it away any more', 'unsubscribe', ['breaking #/unsubscribe']],
  [
    'another request that sets it up',
    subscribing({ request: { method: 'PUT', path: '/hooks' } }),
    ['correction #/subscribe/request'],
  ],
  ['another request that takes it away', unsubscribe('/v2/hooks/{{subscription.id}}'), ['correction #/unsubscribe']],
  [
    'an input that is new and has to be there',
    inputs({ topic, shop: topic }, ['topic', 'shop']),
    ['breaking #/subscribe/input/properties/shop'],
  ],
  [
    'an input that is new and may be absent',
    inputs({ topic, shop: topic }, ['topic']),
    ['addition #/subscribe/input/properties/shop'],
  ],
  ['an input that is gone', inputs({}, []), ['breaking #/subscribe/input/properties/topic']],
  [
    'the first input, which has to be there',
    inputs({ topic }, ['topic']),
    ['breaking #/subscribe/input/properties/topic'],
    {
      subscribe: { request: subscribe.request, keep: subscribe.keep },
    },
  ],
  [
    'a kept value of another name, which is what takes it away now',
    { ...keeping({ hookId: id, key }), ...unsubscribe('/hooks/{{subscription.hookId}}') },
    ['correction #/subscribe/keep/id', 'breaking #/subscribe/keep/hookId', 'correction #/unsubscribe'],
  ],
  [
    'one more kept value that takes it away and may be absent',
    {
      ...keeping({ id, key, shard: { ...id, optional: true } }),
      ...unsubscribe('/hooks/{{subscription.id}}/{{subscription.shard}}'),
    },
    ['correction #/subscribe/keep/shard', 'correction #/unsubscribe'],
  ],
  ['one more kept value that nothing uses', keeping({ id, key, more: id }), ['correction #/subscribe/keep/more']],
  ['a kept value that nothing uses, and that is gone', keeping({ id }), ['correction #/subscribe/keep/key']],
  [
    'a kept value that is read from elsewhere',
    keeping({ id: { value: '{{response.body.data.id}}' }, key }),
    ['correction #/subscribe/keep/id'],
  ],
  [
    'another kept value for another request that takes it away',
    { ...keeping({ id: { value: '{{response.body.uuid}}' }, key }), ...unsubscribe('/v2/hooks/{{subscription.id}}') },
    ['breaking #/subscribe/keep/id', 'correction #/unsubscribe'],
  ],
  [
    'a kept value that is shown from now on',
    keeping({ id, key: { value: key.value } }),
    ['breaking #/subscribe/keep/key/secret'],
  ],
];

describe('two versions of a webhook', () => {
  it('that are the same do not differ', () => assert.deepEqual(changesOf(sound, structuredClone(sound)), []));

  for (const [title, change, expected, of = {}] of rows) {
    it(`differ in ${title}`, () => {
      const after = typeof change === 'string' ? without(change) : { ...sound, ...change };
      assert.deepEqual(changesOf({ ...sound, ...of }, after), expected);
    });
  }

  it('differ in how they are set up where there was no way', () => {
    const bare = { ...without('subscribe') };
    delete bare.unsubscribe;
    assert.deepEqual(changesOf(bare, sound), ['addition #/subscribe', 'addition #/unsubscribe']);
  });

  it('say each key of the schema', async () => {
    const { default: schema } = await import('../../../../schemas/webhook.schema.json', { with: { type: 'json' } });
    const told = new Set(rows.flatMap(([, , expected]) => expected.map((line) => line.split('/')[1])));
    assert.deepEqual(
      Object.keys(schema.properties).filter((name) => name !== '$schema' && !told.has(name)),
      [],
    );
  });
});

function changesOf(before: ConnectorWebhook, after: ConnectorWebhook): string[] {
  const changes: string[] = [];
  compareWebhook((path, weight) => void changes.push(`${weight} #/${path.join('/')}`), before, after);
  return changes;
}
