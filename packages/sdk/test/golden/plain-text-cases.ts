import { action, type Edit, type GoldenCase, upload, webhook } from './golden-case.ts';

/** Makes `labels` required, and adds the required inputs `links` and `page`. */
const inputs: Edit = [
  action,
  '"items": { "type": "string" } }\n    },\n    "required": [',
  `"items": { "type": "string" } },
      "links": { "type": "array", "items": { "type": "object" } },
      "page": { "type": "object", "properties": { "id": { "type": "integer" } }, "required": ["id"] }
    },
    "required": ["labels", "links", "page", `,
];
const notify = '"notify": true';
const header = '"X-Shop": "{{account.shop}}"';
const json = '"json": { "title": "{{title}}", "labels": "{{labels}}" }';
const path = '/projects/{{project|url}}/issues';

const used = (edit: Edit): Edit[] => [
  inputs,
  [action, json, '"json": { "title": "{{title}}", "labels": "{{labels}}", "links": "{{links}}", "page": "{{page}}" }'],
  edit,
];

const inAction = (title: string, find: string, replacement: string, place: string): GoldenCase => ({
  title,
  edits: used([action, find, replacement]),
  expected: [`actions/create-issue.json:${place} wrong_type`],
});

/** Lists and objects where only plain text is possible: every run with them is refused. */
export const plainTextCases: GoldenCase[] = [
  inAction('a list in a path', path, `${path}/{{labels|url}}`, '16:49 #/request/path'),
  inAction('an object in a path', path, `${path}/{{page}}`, '16:49 #/request/path'),
  inAction('a list in a header', '{{account.shop}}', '{{labels}}', '18:31 #/request/headers/X-Shop'),
  inAction('a list inside a query parameter', notify, '"labels": "all {{labels}}"', '17:33 #/request/query/labels'),
  inAction('an object in the query', notify, '"page": "{{page}}"', '17:27 #/request/query/page'),
  inAction('a list of objects in the query', notify, '"links": "{{links}}"', '17:28 #/request/query/links'),
  inAction(
    'a list inside a text of a structure',
    '"{{labels}}"',
    '"of {{labels}}"',
    '19:63 #/request/body/json/labels',
  ),
  inAction('a list under a condition', notify, '"l": "{{#if labels}}{{labels}}{{/if}}"', '17:38 #/request/query/l'),
  inAction(
    'the headers of a response in a text',
    '{{response.body.id}}',
    'a {{response.headers}}',
    '21:28 #/request/output/id',
  ),
  {
    title: 'an object from a list in a loop',
    edits: used([action, notify, '"links": "{{#each links as |link|}}{{link}}{{/each}}"']),
    expected: ['actions/create-issue.json:17:53 #/request/query/links wrong_type'],
  },
  {
    title: 'a list in a text body',
    edits: [[action, json, '"text": "{{title}} {{#if labels}}{{labels}}{{/if}}"']],
    expected: ['actions/create-issue.json:17:50 #/request/body/text wrong_type'],
  },
  {
    title: 'an object in a form, and lists inside a form value',
    edits: [
      inputs,
      [action, json, '"form": { "a": "{{title}}", "b": "{{page}}", "c": "{{labels}},{{links}}", "d": "{{labels}}" }'],
    ],
    expected: [
      'actions/create-issue.json:19:51 #/request/body/form/b wrong_type',
      'actions/create-issue.json:19:68 #/request/body/form/c wrong_type',
      'actions/create-issue.json:19:79 #/request/body/form/c wrong_type',
    ],
  },
  {
    title: 'a list as a part of a form',
    edits: [
      [
        action,
        json,
        '"multipart": [{ "name": "title", "value": "{{title}}" }, { "name": "labels", "value": "{{labels}}" }]',
      ],
    ],
    expected: ['actions/create-issue.json:17:104 #/request/body/multipart/1/value wrong_type'],
  },
  {
    title: 'the whole file in a path',
    edits: [[upload, '"path": "/files"', '"path": "/files/{{file}}"']],
    expected: ['actions/send-file.json:10:23 #/request/path wrong_type'],
  },
  ...['event.headers', 'event.query'].map((name): GoldenCase => ({
    title: `all of ${name} as the account`,
    edits: [[webhook, '{{event.body.shop}}', `{{${name}}}`]],
    expected: ['webhooks/events.json:14:17 #/account wrong_type'],
  })),
  {
    title: 'all headers as an event and an id',
    edits: [
      [webhook, '{{event.item.kind}}', '{{event.headers}}'],
      [webhook, '{{event.item.id}}', '{{event.item.id}}-{{event.headers}}'],
    ],
    expected: ['webhooks/events.json:11:15 #/event wrong_type', 'webhooks/events.json:12:39 #/deliveryId/0 wrong_type'],
  },
];

/** Places that accept a list: repeated parameters, and structures, which keep it unchanged. */
export const soundLists: readonly Edit[] = [
  [action, notify, '"labels": "{{labels}}"'],
  [action, notify, '"labels": ["{{labels}}", "urgent"]'],
  [action, notify, '"labels": "{{labels|json}}"'],
  [action, header, '"X-Labels": "{{#each labels as |label|}}{{label}},{{/each}}"'],
  [action, header, '"X-Count": "{{labels.length}}"'],
  [action, '"id": "{{response.body.id}}"', '"headers": "{{response.headers}}"'],
];
