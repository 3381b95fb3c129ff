import { connector, webhook, type GoldenCase } from './golden-case.ts';

/** Webhooks. */
export const webhookCases: GoldenCase[] = [
  {
    title: 'a delivery id that is always the same',
    edits: [[webhook, '"{{event.item.id}}"', '"id"']],
    expected: ['webhooks/events.json:12:18 #/deliveryId/0 constant_delivery_id'],
  },
  {
    title: 'a delivery id that all elements share',
    edits: [[webhook, '"{{event.item.id}}"', '"{{event.body.shop}}"']],
    expected: ['webhooks/events.json:12:18 #/deliveryId/0 constant_delivery_id'],
  },
  {
    title: 'a fallback delivery id that all elements share',
    edits: [[webhook, '-{{event.item|json}}', '']],
    expected: ['webhooks/events.json:12:39 #/deliveryId/1 constant_delivery_id'],
  },
  {
    title: 'a delivery id that the elements of one account share',
    edits: [
      [webhook, '["{{event.item.id}}", "{{event.headers.x-delivery}}-{{event.item|json}}"]', '"{{event.body.id}}"'],
      [webhook, '"{{event.body.shop}}"', '"{{event.item.shop}}"'],
    ],
    expected: ['webhooks/events.json:12:17 #/deliveryId constant_delivery_id'],
  },
  {
    title: 'a delivery id of the outer elements if the inner ones are the events',
    edits: [
      [
        webhook,
        '"event.body.entries"',
        '[{ "path": "event.body.entries", "as": "entry" }, { "path": "event.entry.changes", "as": "change" }]',
      ],
      [webhook, '"{{event.item.id}}"', '"{{event.entry.id}}"'],
      [webhook, '-{{event.item|json}}', '-{{event.entry|json}}'],
    ],
    expected: ['webhooks/events.json:12:18 #/deliveryId/0 constant_delivery_id'],
  },
  {
    title: 'an optional credential that a sign-in and a handshake need',
    edits: [[connector, '"secret": true }', '"secret": true, "optional": true }']],
    expected: [
      'connector.json:6:45 #/signIn/token optional_needed',
      'webhooks/events.json:6:59 #/handshake/0/answer/text optional_needed',
    ],
  },
  {
    title: 'a signature with a public key value',
    edits: [[webhook, 'hmac_sha256 account.token', 'hmac_sha256 account.shop']],
    expected: ['webhooks/events.json:6:59 #/handshake/0/answer/text open_signing_key'],
  },
  {
    title: 'a signature of a value without a declared shape',
    edits: [[webhook, '"path": "event.body.token", "characters"', '"path": "event.body.tokens", "characters"']],
    expected: ['webhooks/events.json:6:30 #/handshake/0/answer/text unshaped_signature'],
  },
  {
    title: 'a shape that no text has',
    edits: [
      [webhook, '"maxLength": 64', '"maxLength": 8'],
      [webhook, '"minLength": 8', '"minLength": 9'],
    ],
    expected: ['webhooks/events.json:5:147 #/handshake/0/signs/0/minLength wrong_schema'],
  },
  {
    title: 'events for all accounts',
    edits: [[webhook, '"{{event.body.shop}}"', '"any"']],
    expected: ['webhooks/events.json:14:14 #/account any_account'],
  },
  {
    title: 'a constant account of events',
    edits: [[webhook, '"{{event.body.shop}}"', '"fern"']],
    expected: ['webhooks/events.json:14:14 #/account constant_account'],
  },
  {
    title: 'an answer with two bodies',
    edits: [[webhook, '"answer": {', '"answer": { "json": {},']],
    expected: ['webhooks/events.json:6:17 #/handshake/0/answer too_many'],
  },
  {
    title: 'an empty list of delivery ids',
    edits: [[webhook, '["{{event.item.id}}", "{{event.headers.x-delivery}}-{{event.item|json}}"]', '[]']],
    expected: ['webhooks/events.json:12:17 #/deliveryId too_few'],
  },
  {
    title: 'a delivery id that is a number',
    edits: [[webhook, '["{{event.item.id}}", "{{event.headers.x-delivery}}-{{event.item|json}}"]', '7']],
    expected: ['webhooks/events.json:12:17 #/deliveryId wrong_type'],
  },
  ...['7', 'null', '["{{event.item.id}}"]', '{ "value": "{{event.item.id}}" }'].flatMap((entry): GoldenCase[] => [
    {
      title: `a list of delivery ids with ${entry} in it`,
      edits: [[webhook, '["{{event.item.id}}",', `[${entry},`]],
      expected: ['webhooks/events.json:12:18 #/deliveryId/0 wrong_type'],
    },
    {
      title: `a list of accounts with ${entry} in it`,
      edits: [[webhook, '"account": "{{event.body.shop}}"', `"account": [${entry}]`]],
      expected: ['webhooks/events.json:14:15 #/account/0 wrong_type'],
    },
  ]),
  {
    title: 'two webhooks that match the same deliveries',
    edits: [
      [webhook, '"label": "Events",', '"label": "Events", "match": [{ "path": "event.body.shop", "is": "fern" }],'],
      {
        file: 'webhooks/orders.json',
        text: `{
  "label": "Orders",
  "match": [{ "path": "event.body.shop", "is": "fern" }],
  "event": "{{event.body.kind}}",
  "deliveryId": "{{event.body.id}}",
  "missingId": "refuse",
  "account": "{{event.body.shop}}"
}`,
      },
    ],
    expected: ['webhooks/orders.json:3:3 #/match unreachable_webhook', 'webhooks/orders.json:1:1 # no_fixture'],
  },
  {
    title: 'two webhooks without a match',
    edits: [
      {
        file: 'webhooks/orders.json',
        text: `{
  "label": "Orders",
  "event": "{{event.body.kind}}",
  "deliveryId": "{{event.body.id}}",
  "missingId": "refuse",
  "account": "{{event.body.shop}}"
}`,
      },
    ],
    expected: ['webhooks/orders.json:1:1 # unreachable_webhook', 'webhooks/orders.json:1:1 # no_fixture'],
  },
  {
    title: 'a match on a value that deliveries do not have',
    edits: [[webhook, '"label": "Events",', '"label": "Events", "match": [{ "path": "event.item.kind", "is": "a" }],']],
    expected: ['webhooks/events.json:2:49 #/match/0/path unknown_name'],
  },
  {
    title: 'an inner list outside the outer elements, and a reserved element name',
    edits: [
      [
        webhook,
        '"split": "event.body.entries",',
        '"split": [{ "path": "event.body.entries", "as": "entry" }, { "path": "event.body.more", "as": "body" }],',
      ],
    ],
    expected: [
      'webhooks/events.json:10:79 #/split/1/path unknown_name',
      'webhooks/events.json:10:97 #/split/1/as reserved_name',
    ],
  },
  {
    title: 'an unknown element of a split',
    edits: [
      [webhook, '"split": "event.body.entries",', '"split": [{ "path": "event.body.entries", "as": "entry" }],'],
      [webhook, '"{{event.item.kind}}"', '"{{event.entri.kind}}"'],
    ],
    expected: ['webhooks/events.json:11:21 #/event unknown_name did you mean "entry"?'],
  },
  {
    title: 'a body declared both as JSON and as a form field',
    edits: [[webhook, '"label": "Events",', '"label": "Events", "body": "json", "formField": "payload",']],
    expected: ['webhooks/events.json:2:38 #/formField key_not_here'],
  },
  {
    title: 'a name with unbalanced brackets',
    edits: [
      [webhook, '{{event.body.shop}}', '{{event.body.[data[id]}}'],
      [webhook, '"event.body.type"', '"event.body.[data[id]"'],
      [webhook, '{{event.item.kind}}', '{{event.item.[kind[a]]}} {{event.itm.[kind[a\\\\]]}}'],
    ],
    expected: [
      'webhooks/events.json:5:38 #/handshake/0/when/0/path slot_syntax',
      'webhooks/events.json:11:50 #/event slot_syntax',
      'webhooks/events.json:14:28 #/account slot_syntax',
    ],
  },
  {
    title: 'a body in an answer whose status allows none',
    edits: [[webhook, '"answer": { "text"', '"answer": { "status": 204, "text"']],
    expected: ['webhooks/events.json:6:34 #/handshake/0/answer/text body_not_here'],
  },
  {
    title: 'the body of a GET delivery',
    edits: [[webhook, '"when": [{ "path": "event.body.type"', '"method": "GET", "when": [{ "path": "event.body.type"']],
    expected: [
      'webhooks/events.json:5:50 #/handshake/0/when/0/path unknown_name',
      'webhooks/events.json:6:36 #/handshake/0/answer/text unknown_name',
    ],
  },
];
