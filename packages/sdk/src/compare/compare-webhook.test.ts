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
  renew: { request: { method: 'PATCH', path: '/hooks/{{subscription.id}}' } },
  unsubscribe: { method: 'DELETE', path: '/hooks/{{subscription.id}}' },
};

type OptionalKey = 'match' | 'split' | 'answer' | 'handshake' | 'ignore' | 'subscribe' | 'renew' | 'unsubscribe';

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
  ['a different label', { label: 'Orders' }, ['correction #/label']],
  ['a description', { description: 'Add it there.' }, ['correction #/description']],

  ['a different match', { match: [{ path: 'event.headers.x-resource', is: 'orders' }] }, ['breaking #/match']],
  ['a removed match', 'match', ['breaking #/match']],
  ['different event names', { event: '{{event.item.type}}' }, ['breaking #/event']],
  ['a different list to split by', { split: 'event.body.items' }, ['breaking #/split']],
  ['a delivery that is no longer split', 'split', ['breaking #/split']],
  ['a body that is now always JSON', { body: 'json' }, ['breaking #/body']],
  ['a body in a form field', { formField: 'payload' }, ['breaking #/formField']],
  [
    'a signature',
    { signature: { algorithm: 'hmacSha256', key: '{{account.secret}}', signature: { header: 'x-signature' } } },
    ['breaking #/signature'],
  ],
  ['a place for the id that addresses name', { idParameter: 'id' }, ['breaking #/idParameter']],

  ['a different account', { account: '{{event.body.team}}' }, ['breaking #/account']],
  ['all accounts', { account: 'any' }, ['breaking #/account']],
  ['the same account in a list', { account: ['{{event.body.shop}}'] }, []],
  [
    'another place for the account',
    { account: ['{{event.body.shop}}', '{{event.query.account}}'] },
    ['addition #/account'],
  ],
  [
    'a new first place for the account',
    { account: ['{{event.query.account}}', '{{event.body.shop}}'] },
    ['breaking #/account'],
  ],

  ['a different delivery id', { deliveryId: '{{event.body.id}}' }, ['breaking #/deliveryId']],
  [
    'a delivery id for deliveries that were refused',
    { deliveryId: ['{{event.item.id}}', '{{event.item.key}}'] },
    ['addition #/deliveryId'],
  ],
  [
    'a delivery id for deliveries that ran',
    { missingId: 'run', deliveryId: ['{{event.item.id}}', '{{event.item.key}}'] },
    ['breaking #/deliveryId'],
    { missingId: 'run' },
  ],
  ['a run for each delivery without an id, instead of a refusal', { missingId: 'run' }, ['correction #/missingId']],
  ['the body hash as the id', { missingId: 'hashBody' }, ['correction #/missingId']],
  ['a removed body hash as the id', { missingId: 'refuse' }, ['breaking #/missingId'], { missingId: 'hashBody' }],
  ['a body hash instead of a run each', { missingId: 'hashBody' }, ['breaking #/missingId'], { missingId: 'run' }],
  ['a run each instead of a body hash', { missingId: 'run' }, ['breaking #/missingId'], { missingId: 'hashBody' }],
  ['a refusal instead of runs without an id', { missingId: 'refuse' }, ['breaking #/missingId'], { missingId: 'run' }],

  ['a different answer', { answer: { status: 202 } }, ['correction #/answer']],
  ['a removed answer', 'answer', ['correction #/answer']],
  ['a removed handshake', 'handshake', ['breaking #/handshake']],
  [
    'a handshake with different conditions',
    { handshake: [{ ...challenge, when: [{ path: 'event.body.type', is: 'verify' }] }] },
    ['breaking #/handshake', 'addition #/handshake/0'],
  ],
  [
    'a handshake with a different method',
    { handshake: [{ ...challenge, method: 'PUT' as 'GET' }] },
    ['breaking #/handshake', 'addition #/handshake/0'],
  ],
  [
    'a handshake with an explicit default method',
    { handshake: [{ ...challenge, method: 'POST' }] },
    ['correction #/handshake/0'],
  ],
  ['a different answer to a handshake', { handshake: [{ ...challenge, answer: {} }] }, ['correction #/handshake/0']],
  ['an additional handshake', { handshake: [challenge, { ...challenge, method: 'GET' }] }, ['addition #/handshake/1']],
  ['a first handshake', { handshake: [challenge] }, ['addition #/handshake/0'], { handshake: [] }],
  ['a removed ignore rule', 'ignore', ['addition #/ignore']],
  [
    'an additional ignore rule',
    { ignore: [ping, { when: [{ path: 'event.body.a', is: 1 }], reason: 'a' }] },
    ['breaking #/ignore/1'],
  ],
  ['a different reason to ignore', { ignore: [{ ...ping, reason: 'ping' }] }, ['correction #/ignore/0']],

  ['a removed subscribe', 'subscribe', ['breaking #/subscribe']],
  ['a removed renewal', 'renew', ['breaking #/renew']],
  [
    'a different renewal',
    { renew: { request: { method: 'POST', path: '/hooks/{{subscription.id}}' } } },
    ['correction #/renew'],
  ],
  ['a removed unsubscribe', 'unsubscribe', ['breaking #/unsubscribe']],
  [
    'a different subscribe request',
    subscribing({ request: { method: 'PUT', path: '/hooks' } }),
    ['correction #/subscribe/request'],
  ],
  [
    'a scope that the subscription needs and accounts may lack',
    subscribing({ scopes: ['read', 'hooks.write'] }),
    ['breaking #/subscribe/scopes'],
  ],
  [
    'a scope that the subscription needs and every account has',
    subscribing({ scopes: ['read'] }),
    ['correction #/subscribe/scopes'],
  ],
  ['a different unsubscribe request', unsubscribe('/v2/hooks/{{subscription.id}}'), ['correction #/unsubscribe']],
  [
    'a new required input',
    inputs({ topic, shop: topic }, ['topic', 'shop']),
    ['breaking #/subscribe/input/properties/shop'],
  ],
  ['a new optional input', inputs({ topic, shop: topic }, ['topic']), ['addition #/subscribe/input/properties/shop']],
  ['a removed input', inputs({}, []), ['breaking #/subscribe/input/properties/topic']],
  [
    'a first input, which is required',
    inputs({ topic }, ['topic']),
    ['breaking #/subscribe/input/properties/topic'],
    {
      subscribe: { request: subscribe.request, keep: subscribe.keep },
    },
  ],
  [
    'a renamed kept value that unsubscribe needs',
    { ...keeping({ hookId: id, key }), ...unsubscribe('/hooks/{{subscription.hookId}}') },
    ['correction #/subscribe/keep/id', 'breaking #/subscribe/keep/hookId', 'correction #/unsubscribe'],
  ],
  [
    'a new optional kept value that unsubscribe uses',
    {
      ...keeping({ id, key, shard: { ...id, optional: true } }),
      ...unsubscribe('/hooks/{{subscription.id}}/{{subscription.shard}}'),
    },
    ['correction #/subscribe/keep/shard', 'correction #/unsubscribe'],
  ],
  ['a new kept value that nothing uses', keeping({ id, key, more: id }), ['correction #/subscribe/keep/more']],
  ['a removed kept value that nothing uses', keeping({ id }), ['correction #/subscribe/keep/key']],
  [
    'a kept value read from a different place',
    keeping({ id: { value: '{{response.body.data.id}}' }, key }),
    ['correction #/subscribe/keep/id'],
  ],
  [
    'a different kept value for a different unsubscribe request',
    { ...keeping({ id: { value: '{{response.body.uuid}}' }, key }), ...unsubscribe('/v2/hooks/{{subscription.id}}') },
    ['breaking #/subscribe/keep/id', 'correction #/unsubscribe'],
  ],
  [
    'a kept value that is no longer secret',
    keeping({ id, key: { value: key.value } }),
    ['breaking #/subscribe/keep/key/secret'],
  ],
];

describe('comparing versions of a webhook', () => {
  it('reports nothing for identical versions', () => assert.deepEqual(changesOf(sound, structuredClone(sound)), []));

  for (const [title, change, expected, of = {}] of rows) {
    it(`classifies ${title}`, () => {
      const after = typeof change === 'string' ? without(change) : { ...sound, ...change };
      assert.deepEqual(changesOf({ ...sound, ...of }, after), expected);
    });
  }

  it('classifies a setup where there was none', () => {
    const bare = { ...without('subscribe') };
    delete bare.unsubscribe;
    delete bare.renew;
    assert.deepEqual(changesOf(bare, sound), ['addition #/subscribe', 'addition #/renew', 'addition #/unsubscribe']);
  });

  it('covers every key of the schema', async () => {
    const { default: schema } = await import('../../../../schemas/webhook.schema.json', { with: { type: 'json' } });
    const covered = new Set(rows.flatMap(([, , expected]) => expected.map((line) => line.split('/')[1])));
    assert.deepEqual(
      Object.keys(schema.properties).filter((name) => name !== '$schema' && !covered.has(name)),
      [],
    );
  });
});

function changesOf(before: ConnectorWebhook, after: ConnectorWebhook): string[] {
  const changes: string[] = [];
  compareWebhook((path, weight) => void changes.push(`${weight} #/${path.join('/')}`), before, after, ['read']);
  return changes;
}
