import { subscribingConnector } from '../subscribing-connector.ts';
import type { GoldenCase } from './golden-case.ts';

const of = subscribingConnector;
const webhook = 'webhooks/orders.json';
const made = 'fixtures/subscribe.json';
const taken = 'fixtures/unsubscribe.json';
const unsubscribe = /,\n {2}"unsubscribe".*\n/.exec(of[webhook]!)![0];
const subscribe = /,\n {2}"subscribe": [^]*?\n {2}\}(?=,\n)/.exec(of[webhook]!)![0];

const renewal = '  "renew": { "request": { "method": "PATCH", "path": "/hooks/{{subscription.id}}" } }';

/** Fixtures of webhooks that subscribe and unsubscribe. */
export const subscriptionCases: GoldenCase[] = [
  {
    title: 'a subscription of an unknown webhook',
    of,
    edits: [[made, '"webhook": "orders"', '"webhook": "order"']],
    expected: ['fixtures/subscribe.json:3:14 #/webhook unknown_name did you mean "orders"?'],
  },
  {
    title: 'a subscription of a webhook without subscribe',
    of,
    edits: [[webhook, subscribe, ''], [webhook, unsubscribe, '\n'], { remove: taken }],
    expected: ['fixtures/subscribe.json:3:14 #/webhook unknown_name'],
  },
  {
    title: 'an unsubscription of a webhook without unsubscribe',
    of,
    edits: [[webhook, unsubscribe, '\n']],
    expected: [
      'fixtures/unsubscribe.json:3:14 #/webhook unknown_name',
      'webhooks/orders.json:7:3 #/subscribe no_unsubscribe',
    ],
  },
  {
    title: 'an unknown subscription input in a fixture',
    of,
    edits: [[made, '"topic": "order.made"', '"topics": "order.made"']],
    expected: ['fixtures/subscribe.json:4:14 #/input/topics unknown_name did you mean "topic"?'],
  },
  {
    title: 'a subscription input of the wrong type in a fixture',
    of,
    edits: [[made, '"topic": "order.made"', '"topic": 7']],
    expected: ['fixtures/subscribe.json:4:23 #/input/topic wrong_type'],
  },
  {
    title: 'a subscription fixture without a required input',
    of,
    edits: [[made, '"input": { "topic": "order.made" }', '"input": {}']],
    expected: ['fixtures/subscribe.json:4:12 #/input missing_key'],
  },
  {
    title: 'a subscription fixture without any input',
    of,
    edits: [[made, '  "input": { "topic": "order.made" },\n', '']],
    expected: ['fixtures/subscribe.json:1:1 #/input missing_key'],
  },
  {
    title: 'a renewal without the moment when the subscription ends',
    of,
    edits: [[webhook, ',\n  "unsubscribe"', `,\n${renewal},\n  "unsubscribe"`]],
    expected: ['webhooks/orders.json:16:3 #/renew key_not_here'],
  },
  {
    title: 'a renewal that keeps what subscribe does not keep',
    of,
    edits: [
      [webhook, '"keep": { ', '"keep": { "endsAt": { "value": "{{response.body.end}}" }, '],
      [
        webhook,
        ',\n  "unsubscribe"',
        `,\n${renewal.replace(' }', ' }, "keep": { "ends": { "value": "{{response.body.end}}" } }')},\n  "unsubscribe"`,
      ],
      [made, '"key": "test-key" } }\n}', '"key": "test-key", "endsAt": "1" } }\n}'],
      [taken, '"id": "42"', '"id": "42", "endsAt": "1"'],
    ],
    expected: ['webhooks/orders.json:16:104 #/renew/keep/ends unknown_name'],
  },
  {
    title: 'the end of a subscription that is requested without one',
    of,
    edits: [[webhook, '"url": "{{hook.url}}"', '"url": "{{hook.url}}", "until": "{{hook.until}}"']],
    expected: ['webhooks/orders.json:12:89 #/subscribe/request/body/json/until unknown_name'],
  },
  {
    title: 'a fixture that expects a value that is not kept',
    of,
    edits: [[made, '{ "id": "42", "key"', '{ "ids": "42", "key"']],
    expected: ['fixtures/subscribe.json:23:33 #/expect/subscription/ids unknown_name did you mean "id"?'],
  },
  {
    title: 'a fixture that gives a value that is not kept',
    of,
    edits: [[taken, '"id": "42"', '"uid": "42"']],
    expected: ['fixtures/unsubscribe.json:4:21 #/subscription/uid unknown_name did you mean "id"?'],
  },
  {
    title: 'a fixture without a value that is always kept',
    of,
    edits: [[taken, '"id": "42", ', '']],
    expected: ['fixtures/unsubscribe.json:4:19 #/subscription missing_key'],
  },
  {
    title: 'a fixture without any kept value',
    of,
    edits: [[taken, '  "subscription": { "id": "42", "key": "test-key" },\n', '']],
    expected: ['fixtures/unsubscribe.json:1:1 # missing_key'],
  },
  {
    title: 'a real-looking kept credential in a fixture',
    of,
    edits: [
      [made, '"id": "42", "key": "test-key"', '"id": "42", "key": "hush"'],
      [taken, '"test-key"', '"hush"'],
    ],
    expected: [
      'fixtures/subscribe.json:23:52 #/expect/subscription/key credential_in_package',
      'fixtures/unsubscribe.json:4:40 #/subscription/key credential_in_package',
    ],
  },
  {
    title: 'an unknown account value in a subscription fixture',
    of,
    edits: [[made, '"apiHost"', '"apiHots"']],
    expected: ['fixtures/subscribe.json:5:16 #/account/apiHots unknown_name did you mean "apiHost"?'],
  },
  {
    title: 'an invalid address for deliveries',
    of,
    edits: [
      [
        made,
        '"url": "https://tallyhook.example.com/hooks/shop?webhook=orders", "secret"',
        '"url": "https://a b", "secret"',
      ],
    ],
    expected: ['fixtures/subscribe.json:7:20 #/hook/url wrong_url'],
  },
  {
    title: 'an address for deliveries without a scheme, and a secret that may be real',
    of,
    edits: [
      [
        made,
        '"https://tallyhook.example.com/hooks/shop?webhook=orders", "secret": "test-',
        '"/hooks/shop", "secret": "',
      ],
    ],
    expected: [
      'fixtures/subscribe.json:7:20 #/hook/url wrong_format',
      'fixtures/subscribe.json:7:45 #/hook/secret wrong_format',
    ],
  },
  {
    title: 'a subscription that expects both kept values and an error',
    of,
    edits: [[made, '"expect": { ', '"expect": { "error": "conflict", ']],
    expected: ['fixtures/subscribe.json:23:24 #/expect/error not_allowed'],
  },
  {
    title: 'an unsubscription that expects kept values',
    of,
    edits: [[taken, '"error": "transient"', '"subscription": {}, "error": "transient"']],
    expected: ['fixtures/unsubscribe.json:12:15 #/expect/subscription unknown_key'],
  },
];
