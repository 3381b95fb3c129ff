import type { CodeExplanation } from './explanation.ts';

/** Codes of actions, of the files they send, and of webhooks. */
export const actionCodes = {
  reserved_name: {
    title: 'An input called like something that templates know',
    why: '`account`, `event`, `file`, `piece`, `response`, `start`, `test`, `transfer` and `upload` already mean something. Call the input otherwise.',
    file: 'actions/create-issue.json',
    bad: '"response": { "type": "string" }',
    good: '"title": { "type": "string" }',
  },
  wrong_schema: {
    title: 'A keyword that says nothing about the type it stands beside',
    why: 'JSON Schema passes such keywords over, so the rule that was meant would never be checked.',
    file: 'actions/create-issue.json',
    bad: '"title": { "type": "string", "maximum": 80 }',
    good: '"title": { "type": "string" }',
  },
  unused_input: {
    title: 'An input that no template uses',
    why: 'A warning: people would fill it in for nothing. Use it, or remove it.',
    file: 'actions/create-issue.json',
    bad: '"title": "A title"',
    good: '"title": "{{title}}"',
  },
  optional_in_path: {
    title: 'A path that needs an input which may be absent',
    why: 'A warning: without the value there is no address, and the step fails. Name the input in `required`.',
    file: 'actions/create-issue.json',
    bad: '"required": ["title"]',
    good: '"required": ["project", "title"]',
  },
  wrong_file_input: {
    title: 'An input for a file that is no text',
    why: 'The input receives the id of a file, which is a text.',
    file: 'actions/send-file.json',
    bad: '"file": { "type": "integer" }',
    good: '"file": { "type": "string" }',
  },
  optional_file: {
    title: 'A file that may be absent',
    why: 'Without the file there is nothing to send. Name its input in `required`.',
    file: 'actions/send-file.json',
    bad: '"required": ["title"]',
    good: '"required": ["title", "file"]',
  },
  header_set_by_upload: {
    title: 'A header that is set for each piece',
    why: '`Content-Range` says which part of the file a piece is. Leave it out, or write "contentRange": false and set it yourself.',
    file: 'actions/send-file.json',
    bad: '"Content-Range": "bytes {{piece.start}}-"',
    good: '"X-Part": "{{piece.index}}"',
  },
  wrong_form: {
    title: 'A form that does not hold the file once',
    why: 'With "send": "form" the request that carries the file has a multipart body with exactly one part that is the file.',
    file: 'actions/send-file.json',
    bad: '"body": { "multipart": [{ "name": "title", "value": "{{title}}" }] }',
    good: '"body": { "multipart": [{ "name": "title", "value": "{{title}}" }, { "name": "file", "file": true }] }',
  },
  any_account: {
    title: 'Deliveries that go to everybody',
    why: 'A warning: with "any" each delivery reaches all linked accounts of all workspaces. Name the value of the delivery that says whose it is, if there is one.',
    file: 'webhooks/events.json',
    bad: '"account": "any"',
    good: '"account": "{{event.body.shop}}"',
  },
  constant_delivery_id: {
    title: 'A delivery id that is always the same',
    why: 'The first delivery would start something and all later ones would count as sent again. Name a value of the delivery. With `split` each element is an event, so the id holds a value of the element: what only the whole delivery has is the same for all of them. Where `account` names a part of the element, so that several may be of one account, that is a warning.',
    file: 'webhooks/events.json',
    bad: '"deliveryId": ["id", "{{event.headers.x-delivery}}-{{event.item|json}}"]',
    good: '"deliveryId": ["{{event.item.id}}", "{{event.headers.x-delivery}}-{{event.item|json}}"]',
  },
  unreachable_webhook: {
    title: 'A webhook that no delivery reaches',
    why: 'The webhooks of a connector share one address. `match` says which deliveries are of each; one of them may have none and takes the rest.',
    file: 'webhooks/orders.json',
    bad: '"label": "Orders", "event": "{{event.body.topic}}"',
    good: '"label": "Orders", "match": [{ "path": "event.body.kind", "is": "order" }], "event": "{{event.body.topic}}"',
  },
} satisfies Record<string, CodeExplanation>;
