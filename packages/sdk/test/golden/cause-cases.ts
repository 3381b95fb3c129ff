import { goldenConnector } from '../golden-connector.ts';
import { richConnector } from '../rich-connector.ts';
import { action, connector, type GoldenCase, upload, webhook } from './golden-case.ts';

const accountOfGolden = /  "account": \{[^]*?\n  \},\n/.exec(goldenConnector[connector]!)![0];

const subscription =
  '"label": "Events", "subscribe": { "request": { "method": "POST", "path": "/hooks", ' +
  '"body": { "json": { "to": "{{hook.url}}" } } }, "keep": { "id": { "value": "{{response.body.id}}" } } }, ' +
  '"unsubscribe": { "method": "DELETE", "path": "/hooks/{{subscription.id}}" },';

const links = (relation: string, url: string): string =>
  '"pagination": { "kind": "linkList", "items": "response.body.data", "links": "response.body.links", "where": ' +
  `[{ "path": "${relation}", "is": "next" }], "url": "${url}" }, "label"`;

/** Mistakes that make much else seem wrong: only the cause is reported. */
export const causeCases: GoldenCase[] = [
  {
    title: 'an unknown input type, but not the loop over that input',
    edits: [
      [action, '"project": { "type": "string"', '"project": { "type": "Array"'],
      [action, '"{{title}}"', '"{{#each project as |one|}}{{one}}{{/each}}"'],
    ],
    expected: ['actions/create-issue.json:6:28 #/input/properties/project/type not_allowed did you mean "array"?'],
  },
  {
    title: 'a slot that is not closed before the next one',
    edits: [[action, '"{{title}}"', '"{{title|base64{{#if title}}x{{/if}}"']],
    expected: ['actions/create-issue.json:17:35 #/request/body/json/title unclosed_slot'],
  },
  {
    title: 'an input as a host',
    edits: [[action, '"path": "/projects', '"url": "https://{{project}}/projects']],
    expected: ['actions/create-issue.json:14:21 #/request/url host_not_listed'],
  },
  {
    title: 'the relation of a link without its root',
    edits: [[action, '"label"', links('rel', 'link.href')]],
    expected: ['actions/create-issue.json:2:123 #/pagination/where/0/path unknown_name'],
  },
  {
    title: 'the address of a link read from the whole response',
    edits: [[action, '"label"', links('link.rel', 'response.body.links.0.href')]],
    expected: ['actions/create-issue.json:2:159 #/pagination/url unknown_name'],
  },
  {
    title: 'a missing key next to an unknown one that cannot be it',
    edits: [[webhook, '"account": "{{event.body.shop}}"', '"belongsTo": 7']],
    expected: ['webhooks/events.json:14:3 #/belongsTo unknown_key', 'webhooks/events.json:1:1 # missing_key'],
  },
  {
    title: 'a missing account that templates use',
    edits: [[connector, accountOfGolden, '']],
    expected: ['connector.json:1:1 # missing_key'],
  },
  {
    title: 'a transfer without an address',
    edits: [[upload, '"to": "{{start.headers.location}}",', '']],
    expected: ['actions/send-file.json:18:5 #/upload/transfer key_not_here'],
  },
  ...(['upload', 'to'] as const).map((key): GoldenCase => ({
    title: `only the unknown key in place of ${key}`,
    edits: [[upload, `"${key}":`, '"zzz":']],
    expected: [`actions/send-file.json:${key === 'to' ? '16:5 #/upload' : '13:3 #'}/zzz unknown_key`],
  })),
  {
    title: 'only the unknown key in place of split',
    edits: [[webhook, '"split":', '"zzz":']],
    expected: ['webhooks/events.json:10:3 #/zzz unknown_key'],
  },
  {
    title: 'only the unknown key in place of subscribe',
    edits: [[webhook, '"label": "Events",', subscription.replace('subscribe', 'zzz')]],
    expected: ['webhooks/events.json:2:22 #/zzz unknown_key'],
  },
  {
    title: 'a misspelt page offset',
    of: richConnector,
    edits: [['actions/by-offset.json', 'page.offset', 'page.ofset']],
    expected: ['actions/by-offset.json:11:21 #/request/query/at unknown_name did you mean "offset"?'],
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
    title: 'a misspelt account despite an input with an equally similar name',
    edits: [
      [action, '{{account.shop}}', '{{acount.shop}}'],
      [action, '"title": { "type": "string" }', '"title": { "type": "string" }, "count": { "type": "integer" }'],
    ],
    expected: ['actions/create-issue.json:16:31 #/request/headers/X-Shop unknown_name did you mean "account"?'],
  },
];
