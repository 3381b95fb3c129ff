import { webhook, type GoldenCase } from './golden-case.ts';

/** Webhooks. */
export const webhookCases: GoldenCase[] = [
  {
    title: 'a delivery id that is always the same',
    edits: [[webhook, '"{{event.item.id}}"', '"id"']],
    expected: ['webhooks/events.json:12:18 #/deliveryId/0 constant_delivery_id'],
  },
  {
    title: 'events for everybody',
    edits: [[webhook, '"{{event.body.shop}}"', '"any"']],
    expected: ['webhooks/events.json:14:14 #/account any_account'],
  },
  {
    title: 'events whose account is always the same',
    edits: [[webhook, '"{{event.body.shop}}"', '"fern"']],
    expected: ['webhooks/events.json:14:14 #/account constant_account'],
  },
  {
    title: 'two bodies of an answer',
    edits: [[webhook, '"answer": {', '"answer": { "json": {},']],
    expected: ['webhooks/events.json:6:17 #/handshake/0/answer too_many'],
  },
  {
    title: 'a list of delivery ids without one',
    edits: [[webhook, '["{{event.item.id}}", "{{event.headers.x-delivery}}"]', '[]']],
    expected: ['webhooks/events.json:12:17 #/deliveryId too_few'],
  },
  {
    title: 'a delivery id that is a number',
    edits: [[webhook, '["{{event.item.id}}", "{{event.headers.x-delivery}}"]', '7']],
    expected: ['webhooks/events.json:12:17 #/deliveryId wrong_type'],
  },
  {
    title: 'an unknown part of a delivery',
    edits: [[webhook, '{{event.body.shop}}', '{{event.payload.shop}}']],
    expected: ['webhooks/events.json:14:23 #/account unknown_name'],
  },
  {
    title: 'an answer that is not JSON though its header says so',
    edits: [
      [
        webhook,
        '"text": "{{event.body.token|hmac_sha256 account.token}}"',
        '"headers": { "Content-Type": "application/json" }, "text": "{\\"a\\":{{event.body.token|json}}"',
      ],
    ],
    expected: ['webhooks/events.json:6:111 #/handshake/0/answer/text template_not_json'],
  },
];
