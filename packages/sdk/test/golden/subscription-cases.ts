import { subscribingConnector } from '../subscribing-connector.ts';
import type { GoldenCase } from './golden-case.ts';

const of = subscribingConnector;
const webhook = 'webhooks/orders.json';
const made = 'fixtures/subscribe.json';
const taken = 'fixtures/unsubscribe.json';
const unsubscribe = /,\n {2}"unsubscribe".*\n/.exec(of[webhook]!)![0];
const subscribe = /,\n {2}"subscribe": [^]*?\n {2}\}(?=,\n)/.exec(of[webhook]!)![0];

/** Fixtures of webhooks that subscribe and unsubscribe. */
export const subscriptionCases: GoldenCase[] = [
  {
    title: 'a subscription of a webhook that does not exist',
    of,
    edits: [[made, '"webhook": "orders"', '"webhook": "order"']],
    expected: ['fixtures/subscribe.json:3:14 #/webhook unknown_name did you mean "orders"?'],
  },
  {
    title: 'a subscription of a webhook that a person sets up',
    of,
    edits: [[webhook, subscribe, ''], [webhook, unsubscribe, '\n'], { remove: taken }],
    expected: ['fixtures/subscribe.json:3:14 #/webhook unknown_name'],
  },
  {
    title: 'the end of a subscription that nothing takes away',
    of,
    edits: [[webhook, unsubscribe, '\n']],
    expected: [
      'fixtures/unsubscribe.json:3:14 #/webhook unknown_name',
      'webhooks/orders.json:7:3 #/subscribe no_unsubscribe',
    ],
  },
  {
    title: 'an input that the subscription of a fixture does not have',
    of,
    edits: [[made, '"topic": "order.made"', '"topics": "order.made"']],
    expected: ['fixtures/subscribe.json:4:14 #/input/topics unknown_name did you mean "topic"?'],
  },
  {
    title: 'an input of another type in the subscription of a fixture',
    of,
    edits: [[made, '"topic": "order.made"', '"topic": 7']],
    expected: ['fixtures/subscribe.json:4:23 #/input/topic wrong_type'],
  },
  {
    title: 'a subscription of a fixture without what a person gives',
    of,
    edits: [[made, '"input": { "topic": "order.made" }', '"input": {}']],
    expected: ['fixtures/subscribe.json:4:12 #/input missing_key'],
  },
  {
    title: 'a subscription of a fixture without any input',
    of,
    edits: [[made, '  "input": { "topic": "order.made" },\n', '']],
    expected: ['fixtures/subscribe.json:1:1 #/input missing_key'],
  },
  {
    title: 'a fixture that expects what no subscription keeps',
    of,
    edits: [[made, '{ "id": "42", "key"', '{ "ids": "42", "key"']],
    expected: ['fixtures/subscribe.json:23:33 #/expect/subscription/ids unknown_name did you mean "id"?'],
  },
  {
    title: 'a fixture that gives what no subscription keeps',
    of,
    edits: [[taken, '"id": "42"', '"uid": "42"']],
    expected: ['fixtures/unsubscribe.json:4:21 #/subscription/uid unknown_name did you mean "id"?'],
  },
  {
    title: 'a fixture without what a subscription always keeps',
    of,
    edits: [[taken, '"id": "42", ', '']],
    expected: ['fixtures/unsubscribe.json:4:19 #/subscription missing_key'],
  },
  {
    title: 'a fixture without anything that a subscription keeps',
    of,
    edits: [[taken, '  "subscription": { "id": "42", "key": "test-key" },\n', '']],
    expected: ['fixtures/unsubscribe.json:1:1 # missing_key'],
  },
  {
    title: 'a kept credential that looks real in a fixture',
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
    title: 'a value of an account in a subscription that no account has',
    of,
    edits: [[made, '"apiHost"', '"apiHots"']],
    expected: ['fixtures/subscribe.json:5:16 #/account/apiHots unknown_name did you mean "apiHost"?'],
  },
  {
    title: 'an address for deliveries that is none',
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
    title: 'an address for deliveries without its beginning, and a text for them that may be real',
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
    title: 'a subscription that expects what is kept and an error',
    of,
    edits: [[made, '"expect": { ', '"expect": { "error": "conflict", ']],
    expected: ['fixtures/subscribe.json:23:24 #/expect/error not_allowed'],
  },
  {
    title: 'the end of a subscription that expects what is kept',
    of,
    edits: [[taken, '"error": "transient"', '"subscription": {}, "error": "transient"']],
    expected: ['fixtures/unsubscribe.json:12:15 #/expect/subscription unknown_key'],
  },
];
