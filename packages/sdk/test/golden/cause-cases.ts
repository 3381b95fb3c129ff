import { goldenConnector } from '../golden-connector.ts';
import { oauthConnector } from '../oauth-connector.ts';
import { richConnector } from '../rich-connector.ts';
import { action, actionFixture, connector, type GoldenCase, upload, webhook } from './golden-case.ts';

const accountOfGolden = /  "account": \{[^]*?\n  \},\n/.exec(goldenConnector[connector]!)![0];

const subscription =
  '"label": "Events", "subscribe": { "request": { "method": "POST", "path": "/hooks", ' +
  '"body": { "json": { "to": "{{hook.url}}" } } }, "keep": { "id": { "value": "{{response.body.id}}" } } }, ' +
  '"unsubscribe": { "method": "DELETE", "path": "/hooks/{{subscription.id}}" },';

const pages =
  '"pagination": { "kind": "cursor", "items": "response.body.data", "next": "{{response.body.next}}" }, "label"';

const links = (relation: string, url: string): string =>
  '"pagination": { "kind": "linkList", "items": "response.body.data", "links": "response.body.links", "where": ' +
  `[{ "path": "${relation}", "is": "next" }], "url": "${url}" }, "label"`;

/** A key that another format calls otherwise, and where it then stands. */
function calledOtherwise(file: string, meant: string, written: string, place: string, of = {}): GoldenCase {
  return {
    title: `${written} for ${meant}`,
    edits: [[file, `"${meant}":`, `"${written}":`]],
    expected: [`${file}:${place} unknown_key did you mean "${meant}"?`],
    ...of,
  };
}

const rich = { of: richConnector };

/** Mistakes that much else seems wrong because of: the cause alone is told. */
export const causeCases: GoldenCase[] = [
  {
    title: 'a type of an input that is none, and nothing of the list that it was to be',
    edits: [
      [action, '"project": { "type": "string"', '"project": { "type": "Array"'],
      [action, '"{{title}}"', '"{{#each project as |one|}}{{one}}{{/each}}"'],
    ],
    expected: ['actions/create-issue.json:6:28 #/input/properties/project/type not_allowed did you mean "array"?'],
  },
  {
    title: 'a slot that is never closed before the next one',
    edits: [[action, '"{{title}}"', '"{{title|base64{{#if title}}x{{/if}}"']],
    expected: ['actions/create-issue.json:17:35 #/request/body/json/title unclosed_slot'],
  },
  {
    title: 'an input for a host',
    edits: [[action, '"path": "/projects', '"url": "https://{{project}}/projects']],
    expected: ['actions/create-issue.json:14:21 #/request/url host_not_listed'],
  },
  calledOtherwise(webhook, 'split', 'forEach', '10:3 #/forEach'),
  calledOtherwise(webhook, 'event', 'eventType', '11:3 #/eventType'),
  calledOtherwise(webhook, 'deliveryId', 'id', '12:3 #/id'),
  calledOtherwise(webhook, 'answer', 'respond', '6:7 #/handshake/0/respond'),
  calledOtherwise(webhook, 'answer', 'response', '6:7 #/handshake/0/response'),
  calledOtherwise(webhook, 'is', 'equals', '5:45 #/handshake/0/when/0/equals'),
  calledOtherwise(upload, 'upload', 'file', '13:3 #/file'),
  calledOtherwise(upload, 'to', 'url', '16:5 #/upload/url'),
  calledOtherwise(upload, 'chunkSize', 'pieceSize', '17:5 #/upload/pieceSize'),
  calledOtherwise(upload, 'finish', 'commit', '23:5 #/upload/commit'),
  calledOtherwise(action, 'input', 'inputSchema', '3:3 #/inputSchema'),
  calledOtherwise(actionFixture, 'status', 'statusCode', '9:21 #/exchanges/0/response/statusCode'),
  calledOtherwise('actions/by-offset.json', 'pagination', 'paging', '14:3 #/paging', rich),
  calledOtherwise('actions/add.json', 'errors', 'errorMap', '30:3 #/errorMap', rich),
  calledOtherwise('actions/add.json', 'message', 'msg', '42:7 #/errors/0/msg', rich),
  {
    title: 'register for subscribe',
    edits: [[webhook, '"label": "Events",', subscription.replace('subscribe', 'register')]],
    expected: ['webhooks/events.json:2:22 #/register unknown_key did you mean "subscribe"?'],
  },
  {
    title: 'unregister for unsubscribe',
    edits: [[webhook, '"label": "Events",', subscription.replace('unsubscribe', 'unregister')]],
    expected: ['webhooks/events.json:2:191 #/unregister unknown_key did you mean "unsubscribe"?'],
  },
  {
    title: 'save for keep',
    edits: [[webhook, '"label": "Events",', subscription.replace('"keep"', '"save"')]],
    expected: ['webhooks/events.json:2:134 #/subscribe/save unknown_key did you mean "keep"?'],
  },
  {
    title: 'next for cursor',
    edits: [
      [action, '"label"', pages],
      [action, '"notify": true', '"at": "{{page.cursor}}"'],
    ],
    expected: ['actions/create-issue.json:2:68 #/pagination/next unknown_key did you mean "cursor"?'],
  },
  {
    title: 'the relation of a link without the link',
    edits: [[action, '"label"', links('rel', 'link.href')]],
    expected: ['actions/create-issue.json:2:123 #/pagination/where/0/path unknown_name'],
  },
  {
    title: 'the address of a link as if it were the whole answer’s',
    edits: [[action, '"label"', links('link.rel', 'response.body.links.0.href')]],
    expected: ['actions/create-issue.json:2:159 #/pagination/url unknown_name'],
  },
  {
    title: 'a required key by a name that nobody knows, whose value fits it',
    edits: [[webhook, '"account": "{{', '"belongsTo": "{{']],
    expected: ['webhooks/events.json:14:3 #/belongsTo unknown_key did you mean "account"?'],
  },
  {
    title: 'a required key that is missing beside another whose value does not fit it',
    edits: [[webhook, '"account": "{{event.body.shop}}"', '"belongsTo": 7']],
    expected: ['webhooks/events.json:14:3 #/belongsTo unknown_key', 'webhooks/events.json:1:1 # missing_key'],
  },
  {
    title: 'a fixture of an action that says it is of a webhook',
    edits: [[actionFixture, '"kind": "action"', '"kind": "webhook"']],
    expected: ['fixtures/create-issue.json:2:11 #/kind not_allowed did you mean "action"?'],
  },
  {
    title: 'a fixture of an action that says it is of a webhook, and holds another mistake',
    edits: [
      [actionFixture, '"kind": "action"', '"kind": "webhook"'],
      [actionFixture, '"status": 201', '"status": 2010'],
    ],
    expected: [
      'fixtures/create-issue.json:2:11 #/kind not_allowed did you mean "action"?',
      'fixtures/create-issue.json:9:31 #/exchanges/0/response/status too_large',
    ],
  },
  {
    title: 'the fields of a body without its kind',
    edits: [
      [
        action,
        '{ "json": { "title": "{{title}}", "labels": "{{labels}}" } }',
        '{ "title": "{{title}}", "labels": "{{labels}}" }',
      ],
    ],
    expected: [
      'actions/create-issue.json:17:15 #/request/body/title unknown_key did you mean "json": { "title": …, "labels": … }?',
    ],
  },
  {
    title: 'authorizeUrl beside the page that a person is sent to',
    of: oauthConnector,
    edits: [[connector, '"authorize": {', '"authorizeUrl": "https://login.example.com/authorize", "authorize": {']],
    expected: ['connector.json:10:5 #/signIn/authorizeUrl unknown_key did you mean "url" in "authorize"?'],
  },
  {
    title: 'tokenUrl in the place of the request for the token',
    of: oauthConnector,
    edits: [
      [
        connector,
        '"token": { "url": "https://login.example.com/token", "client": "basic", "parameters": { "region": "{{account.region}}" } }',
        '"tokenUrl": "https://login.example.com/token"',
      ],
    ],
    expected: ['connector.json:11:5 #/signIn/tokenUrl unknown_key did you mean "url" in "token"?'],
  },
  {
    title: 'no account in a connector whose templates use one',
    edits: [[connector, accountOfGolden, '']],
    expected: ['connector.json:1:1 # missing_key'],
  },
  {
    title: 'a form where the other keys speak of pieces',
    edits: [[upload, '"send": "pieces"', '"send": "form"']],
    expected: ['actions/send-file.json:15:13 #/upload/send key_not_here'],
  },
  {
    title: 'a request for the file without its address',
    edits: [[upload, '"to": "{{start.headers.location}}",', '']],
    expected: ['actions/send-file.json:18:5 #/upload/transfer key_not_here'],
  },
  ...(['upload', 'to'] as const).map((key): GoldenCase => ({
    title: `a key of which nobody knows that it was meant as ${key}`,
    edits: [[upload, `"${key}":`, '"zzz":']],
    expected: [`actions/send-file.json:${key === 'to' ? '16:5 #/upload' : '13:3 #'}/zzz unknown_key`],
  })),
  {
    title: 'a key of which nobody knows that it was meant as split',
    edits: [[webhook, '"split":', '"zzz":']],
    expected: ['webhooks/events.json:10:3 #/zzz unknown_key'],
  },
  {
    title: 'a key of which nobody knows that it was meant as subscribe',
    edits: [[webhook, '"label": "Events",', subscription.replace('subscribe', 'zzz')]],
    expected: ['webhooks/events.json:2:22 #/zzz unknown_key'],
  },
  {
    title: 'a misspelt number of the page',
    of: richConnector,
    edits: [['actions/by-offset.json', 'page.offset', 'page.ofset']],
    expected: ['actions/by-offset.json:11:21 #/request/query/at unknown_name did you mean "offset"?'],
  },
  {
    title: 'webhook.url for hook.url',
    edits: [[webhook, '"label": "Events",', subscription.replace('hook.url', 'webhook.url')]],
    expected: ['webhooks/events.json:2:115 #/subscribe/request/body/json/to unknown_name did you mean "hook"?'],
  },
  {
    title: 'inputs as a list',
    edits: [[action, '"properties": {\n', '"properties": [{ "name": "title" }], "examples": {\n']],
    expected: [
      'actions/create-issue.json:5:42 #/input/examples unknown_key',
      'actions/create-issue.json:5:19 #/input/properties wrong_type',
    ],
  },
  {
    title: 'a misspelt account beside an input that is as near and has no such value',
    edits: [
      [action, '{{account.shop}}', '{{acount.shop}}'],
      [action, '"title": { "type": "string" }', '"title": { "type": "string" }, "count": { "type": "integer" }'],
    ],
    expected: ['actions/create-issue.json:16:31 #/request/headers/X-Shop unknown_name did you mean "account"?'],
  },
];
