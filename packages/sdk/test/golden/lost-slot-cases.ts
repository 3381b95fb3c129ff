import { action, connector, type GoldenCase, upload, webhook } from './golden-case.ts';

const title = '"title": { "type": "string" },';
const output = '"{{response.body.id}}"';

/** A text in a file instead of another, and where it then is told. */
function lost(title: string, file: string, find: string, written: string, ...expected: string[]): GoldenCase {
  return { title, edits: [[file, find, JSON.stringify(written)]], expected: expected.map((one) => `${file}:${one}`) };
}

const subscription = (target: string): string =>
  '"label": "Events", "subscribe": { "request": { "method": "POST", "path": "/hooks", ' +
  `"body": { "json": { "to": "${target}" } } }, "keep": { "id": { "value": "{{response.body.id}}" } } }, ` +
  '"unsubscribe": { "method": "DELETE", "path": "/hooks/{{subscription.id}}" },';

/** What reads like a slot of a name that is known, and puts no value in. */
export const lostSlotCases: GoldenCase[] = [
  ...(
    [
      ['one brace on each side', '{response.body.data.gid}'],
      ['one brace in front and two behind', '{response.body.data.gid}}'],
      ['the signs of a template of Ruby or JavaScript', '<%= response.body.data.gid %>'],
      ['the words of JavaScript', '${response.body.x}'],
      ['encoded braces', '%7B%7Bresponse.body.x%7D%7D'],
    ] as const
  ).map(([what, written]) =>
    lost(`a value of the answer in ${what}`, action, output, written, '19:24 #/request/output/id slot_syntax'),
  ),
  lost(
    'a lost brace behind a sound slot',
    action,
    output,
    '{{response.body.id}}-{response.body.gid|json}',
    '19:45 #/request/output/id slot_syntax',
  ),
  ...(
    [
      ['{title}}', 35],
      ['{title|json}', 35],
      ['New: {title}', 40],
      ['${title}', 35],
      ['{{title}}}', 44],
      ['{{{title}}', 35],
    ] as const
  ).map(([written, column]) =>
    lost(
      `an input as ${written}, and no word of an input that nothing uses`,
      action,
      '"{{title}}"',
      written,
      `17:${column} #/request/body/json/title slot_syntax`,
    ),
  ),
  ...(
    [
      ['name {{project|base64}},filetype title|base64}}', 68],
      ['name {{project|base64}},filetype project | base64 }}', 68],
      ['mutation { add(name:title|json}}) { id } }', 55],
      ['mutation { add(name: title}}) { title } }', 56],
      ['{"name":title|json}}}', 45],
      ['#{title}', 35],
      ['<@{title}>', 36],
    ] as const
  ).map(([written, column]) =>
    lost(`a value as ${written}`, action, '"{{title}}"', written, `17:${column} #/request/body/json/title slot_syntax`),
  ),
  lost(
    'a header without the beginning of its slot',
    action,
    '"{{account.shop}}"',
    'title|base64}}',
    '16:29 #/request/headers/X-Shop slot_syntax',
  ),
  ...(
    [
      ['{{project|url}}/project|url}}/x', 40],
      ['{{project|url}}/title}}', 40],
      ['{project|url}}', 24],
      ['#{project}', 24],
    ] as const
  ).map(([written, column]) =>
    lost(
      `a part of a path as ${written}`,
      action,
      '"/projects/{{project|url}}/issues"',
      `/projects/${written}`,
      `14:${column} #/request/path wrong_url`,
    ),
  ),
  lost(
    'the item of a loop in one brace',
    action,
    '"{{labels}}"',
    '{{#each labels as |label|}}{{label}}{label|url}{{/each}}',
    '17:94 #/request/body/json/labels slot_syntax',
  ),
  lost(
    'a delivery id that would be the same for all',
    webhook,
    '"{{event.item.id}}"',
    '{event.item.id}}-',
    '12:19 #/deliveryId/0 slot_syntax',
  ),
  lost(
    'a delivery id that is a path without braces',
    webhook,
    '"{{event.item.id}}"',
    'event.item.id',
    '12:18 #/deliveryId/0 constant_delivery_id',
  ),
  lost(
    'a value of the account in a path',
    action,
    '"/projects/{{project|url}}/issues"',
    '/projects/{account.shop}/{{project|url}}',
    '14:24 #/request/path wrong_url',
  ),
  {
    title: 'a value of the account in one brace in the host of an address, and no word of the host',
    edits: [[action, '"path": "/projects/', '"url": "https://{account.shop}.example.com/projects/']],
    expected: ['actions/create-issue.json:14:21 #/request/url wrong_url'],
  },
  lost(
    'several values in one brace in a path, and no word of the blanks in them',
    action,
    '"/projects/{{project|url}}/issues"',
    '/projects/{{project|url}}/{ account.shop }/{ title }',
    '14:40 #/request/path wrong_url',
  ),
  {
    title: 'a value of the test as the label of an account',
    edits: [[connector, '"label": "{{account.shop}}"', '"label": "{test.body.data.email}}"']],
    expected: ['connector.json:12:15 #/account/label slot_syntax'],
  },
  lost(
    'the answer of a handshake that is a path without braces',
    webhook,
    '"{{event.body.token|hmac_sha256 account.token}}"',
    'event.query.challenge',
    '6:28 #/handshake/0/answer/text constant_value',
  ),
  ...(
    [
      '{else}}',
      '{else}',
      '{ {else}}',
      '{else',
      'else}}',
      '{else if project}',
      '{% else %}',
      '{%- else -%}',
      '<% else %>',
    ] as const
  ).map((written) =>
    lost(
      `an else as ${written}`,
      action,
      '"{{title}}"',
      `{{#if title}}{{title}}${written} x{{/if}}`,
      '17:57 #/request/body/json/title slot_syntax',
    ),
  ),
  ...(['{elseOther', 'else}}Other'] as const).map((written) =>
    lost(
      `an else between letters as ${written}`,
      action,
      '"{{title}}"',
      `{{#if title}}Some${written}{{/if}}`,
      '17:52 #/request/body/json/title slot_syntax',
    ),
  ),
  lost(
    'an else and an end that lost a brace each',
    action,
    '"{{title}}"',
    '{{#if title}}a{{else}b{{/if}}}}',
    '17:55 #/request/body/json/title slot_syntax',
  ),
  lost(
    'an else in one brace in a path, and no value of that name',
    action,
    '"/projects/{{project|url}}/issues"',
    '/projects/{{#if project}}{{project|url}}{else}}all{{/if}}',
    '14:54 #/request/path slot_syntax',
  ),
  lost(
    'an else in one brace in a text that is JSON',
    action,
    '{ "title": "{{title}}", "labels": "{{labels}}" }',
    '{"labels":{{#if labels}}{{labels|json}}{else}[]{{/if}},"title":{{title|json}}}',
    '17:65 #/request/body/json slot_syntax',
  ),
  lost(
    'an else in one brace in the name of an event',
    webhook,
    '"{{event.item.kind}}"',
    '{{#if event.item.kind}}{{event.item.kind}}{else}unknown{{/if}}',
    '11:55 #/event slot_syntax',
  ),
  {
    title: 'a host with a value in one brace',
    edits: [[connector, '"{{account.shop}}.example.com"', '"{account.shop}.example.com"']],
    expected: ['connector.json:5:33 #/hosts/1 slot_syntax'],
  },
  {
    title: 'the address for the file in one brace',
    edits: [[upload, '"{{start.headers.location}}"', '"{start.headers.location}"']],
    expected: ['actions/send-file.json:16:12 #/upload/to slot_syntax'],
  },
  {
    title: 'the address of the hook in one brace',
    edits: [[webhook, '"label": "Events",', subscription('{hook.url}}')]],
    expected: ['webhooks/events.json:2:113 #/subscribe/request/body/json/to slot_syntax'],
  },
  {
    title: 'a lost brace beside an input that nothing uses',
    edits: [
      [action, title, `${title} "state": { "type": "string" },`],
      [action, '"{{title}}"', '"{title}"'],
    ],
    expected: [
      'actions/create-issue.json:7:38 #/input/properties/state unused_input',
      'actions/create-issue.json:17:35 #/request/body/json/title slot_syntax',
    ],
  },
];

/** Texts of other languages, in which braces mean something else. */
export const soundBraces: readonly string[] = [
  '{"title":{{title|json}}}',
  '{ viewer { title } }',
  '{viewer{title}}',
  'query { title }',
  'mutation($title: String!) { add(title: $title) { title project } }',
  '^[a-z]{2,}$',
  '\\{{title}} {{title}}',
  '{{title}} {0} {} {other}',
  '{{title}} {{#if title}}{"a":{"b":1}}{{/if}}',
  'response.times',
  'account.create',
  'mutation($input: AddInput!) { add(input: $input, name: {{title|json}}) { project {title}} }',
  'query { viewer { labels { title}} {{title}} }',
  'string|json',
  'Closes #{{title}} for @{{project}}',
  '{else}} {{#if title}}{{title}}{{else}}{else}{{/if}}',
  '{{#if title}}{{{!}}else}} else{{!}}}}{{/if}}',
  '{{#if title}}query { orelse{elsewhere} viewer{orelse}}{{/if}}',
  '{{#if title}}if (a) { b } else { c }{{/if}}',
  '{{#if title}}{% if a %}{{title}}{% else %}{% if b %}b{% endif %}{% endif %}{{/if}}',
  '{{#if title}}{%- for a in b %}{% if a %}b{% endif %}{% else %}b{%- endfor %}{{/if}}',
  '{% if a %}{{#if title}}{{title}}{% else %}b{{/if}}{% endif %}',
  '{{#if title}}<% if a %>{{title}}<% else %>b<% end %>{{/if}}',
  '{{#if title}}<% begin %>{{title}}<% rescue %>b<% else %>c<% end %>{{/if}}',
  '{{#if title}}{% try %}{{title}}{% else %}b{% endtry %}{{/if}}',
  '{{#if title}}{{{!}}% else %} and <%{{!}} else %>{{/if}}',
  '{{#if title}}{{title}}{{/if}}{% else %}',
  '{{#if title}}{"else":{"or else":"{{title}}"}}{{/if}}',
  '{{#if title}}{{#each labels as |label|}}{else}{{label}}{{/each}}{{/if}}',
];
