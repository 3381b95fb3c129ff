import { action, webhook, type GoldenCase } from './golden-case.ts';

const declared =
  '"o": { "type": "object", "properties": { "name": { "type": "string" } } }, ' +
  '"l": { "type": "array", "items": { "type": "object", "properties": { "list": { "type": "object", "properties": { "size": { "type": "integer" } } } } } }';

/** Templates with unknown names or syntax mistakes. */
export const templateCases: GoldenCase[] = [
  {
    title: 'an unknown input inside a text',
    edits: [[action, '"{{title}}"', '"New: {{titel}}"']],
    expected: ['actions/create-issue.json:17:42 #/request/body/json/title unknown_name did you mean "title"?'],
  },
  {
    title: 'a chain of too many filters',
    edits: [[action, '"{{title}}"', `"{{title${'|base64'.repeat(70)}}}"`]],
    expected: ['actions/create-issue.json:17:78 #/request/body/json/title template_too_large'],
  },
  {
    title: 'a path with too many names',
    edits: [[action, '{{response.body.id}}', `{{response.body${'.a'.repeat(1000)}}}`]],
    expected: ['actions/create-issue.json:19:26 #/request/output/id template_too_large'],
  },
  {
    title: 'a path of a condition with too many names',
    edits: [[action, '"response.body.ok"', `"response.body${'.a'.repeat(120)}"`]],
    expected: ['actions/create-issue.json:18:40 #/request/success/unless/0/path template_too_large'],
  },
  {
    title: 'an unknown input after escapes',
    edits: [[action, '"{{title}}"', '"\\"\\u00e9\\n{{titel}}"']],
    expected: ['actions/create-issue.json:17:47 #/request/body/json/title unknown_name did you mean "title"?'],
  },
  {
    title: 'an unknown account field',
    edits: [[action, '{{account.shop}}', '{{account.shp}}']],
    expected: ['actions/create-issue.json:16:39 #/request/headers/X-Shop unknown_name did you mean "shop"?'],
  },
  {
    title: 'an unknown part of an event',
    edits: [[webhook, '{{event.item.kind}}', '{{event.itm.kind}}']],
    expected: ['webhooks/events.json:11:21 #/event unknown_name did you mean "item"?'],
  },
  {
    title: 'a whole account where its secret is not allowed',
    edits: [[action, '{{project|url}}', '{{project|url}}-{{account|json|url}}']],
    expected: ['actions/create-issue.json:14:42 #/request/path secret_not_here'],
  },
  {
    title: 'a header of a delivery in capitals',
    edits: [[webhook, '{{event.headers.x-delivery}}', '{{event.headers.X-Delivery}}']],
    expected: ['webhooks/events.json:12:56 #/deliveryId/1 unknown_name'],
  },
  {
    title: 'the response before it exists',
    edits: [[action, '"{{title}}"', '"{{title}}{{response.status}}"']],
    expected: ['actions/create-issue.json:17:46 #/request/body/json/title unknown_name'],
  },
  {
    title: 'an item without a split',
    edits: [[webhook, '  "split": "event.body.entries",\n', '']],
    expected: ['webhooks/events.json:10:21 #/event unknown_name'],
  },
  {
    title: 'a field of a list',
    edits: [[action, '"{{labels}}"', '"{{labels.name}}"']],
    expected: ['actions/create-issue.json:17:67 #/request/body/json/labels unknown_name'],
  },
  {
    title: 'a field of text',
    edits: [[action, '"{{title}}"', '"{{title.text}}"']],
    expected: ['actions/create-issue.json:17:43 #/request/body/json/title unknown_name'],
  },
  {
    title: 'an unknown name in a loop',
    edits: [[action, '"{{labels}}"', '"{{#each labels as |label|}}{{lable}}{{/each}}"']],
    expected: ['actions/create-issue.json:17:87 #/request/body/json/labels unknown_name did you mean "label"?'],
  },
  {
    title: 'a loop that does not name its item',
    edits: [[action, '"{{labels}}"', '"{{#each labels}}{{this}}{{/each}}"']],
    expected: [
      'actions/create-issue.json:17:72 #/request/body/json/labels slot_syntax',
      'actions/create-issue.json:17:76 #/request/body/json/labels slot_syntax',
    ],
  },
  {
    title: 'an unknown filter',
    edits: [[action, '|url', '|uri']],
    expected: ['actions/create-issue.json:14:34 #/request/path unknown_filter did you mean "url"?'],
  },
  {
    title: 'a filter of another language',
    edits: [[action, '"{{title}}"', '"{{ title | upper }}"']],
    expected: ['actions/create-issue.json:17:46 #/request/body/json/title unknown_filter'],
  },
  {
    title: 'a filter that is not allowed here',
    edits: [[action, '"{{title}}"', '"{{title|hmac_sha256 title}}"']],
    expected: ['actions/create-issue.json:17:43 #/request/body/json/title filter_not_here'],
  },
  {
    title: 'a slot that is never closed',
    edits: [[action, '"{{title}}"', '"{{title}"']],
    expected: ['actions/create-issue.json:17:35 #/request/body/json/title unclosed_slot'],
  },
  {
    title: 'an empty slot',
    edits: [[action, '"{{title}}"', '"{{ }}"']],
    expected: ['actions/create-issue.json:17:38 #/request/body/json/title empty_slot'],
  },
  {
    title: 'code in a slot',
    edits: [[action, '"{{title}}"', '"{{title.toUpperCase()}}"']],
    expected: ['actions/create-issue.json:17:54 #/request/body/json/title slot_syntax'],
  },
  {
    title: 'an operator in a slot',
    edits: [[action, '"{{title}}"', '"{{title + labels}}"']],
    expected: ['actions/create-issue.json:17:43 #/request/body/json/title slot_syntax'],
  },
  {
    title: 'text in a slot',
    edits: [[action, '"{{title}}"', '"{{default title \\"none\\"}}"']],
    expected: ['actions/create-issue.json:17:45 #/request/body/json/title slot_syntax'],
  },
  {
    title: 'an unknown block',
    edits: [[action, '"{{title}}"', '"{{#unless title}}none{{/unless}}"']],
    expected: ['actions/create-issue.json:17:37 #/request/body/json/title unknown_block'],
  },
  {
    title: 'a block that is never closed',
    edits: [[action, '"{{title}}"', '"{{#if title}}{{title}}"']],
    expected: ['actions/create-issue.json:17:35 #/request/body/json/title unclosed_block'],
  },
  ...(
    [
      ['a block whose beginning has lost its braces', '#if title}}{{title}}{{/if}}', '17:55', 'unopened_block'],
      ['a block whose end has lost those before it', '{{#if title}}{{title}}/if}}', '17:35', 'unclosed_block'],
      ['a block that ends as in Go', '{{#if title}}{{title}}{{end}}', '17:35', 'unclosed_block'],
      ['a block without its sign', '{{if title}}{{title}}{{/if}}', '17:40', 'slot_syntax'],
      ['an end that is misspelt', '{{#if title}}x{{/fi}}', '17:52', 'unknown_block did you mean "/if"?'],
      ['a beginning in capitals', '{{#If title}}x{{/if}}', '17:37', 'unknown_block did you mean "#if"?'],
    ] as const
  ).map(([title, text, place, message]) => ({
    title,
    edits: [[action, '"{{title}}"', JSON.stringify(text)] as [string, string, string]],
    expected: [`actions/create-issue.json:${place} #/request/body/json/title ${message}`],
  })),
  {
    title: 'an end without an open block',
    edits: [[action, '"{{title}}"', '"{{title}}{{/each}}"']],
    expected: ['actions/create-issue.json:17:44 #/request/body/json/title unopened_block'],
  },
  {
    title: 'blocks that are closed in the wrong order',
    edits: [[action, '"{{title}}"', '"{{#if title}}{{#each labels as |x|}}{{x}}{{/if}}{{/each}}"']],
    expected: ['actions/create-issue.json:17:76 #/request/body/json/title unopened_block'],
  },
  {
    title: 'else outside #if',
    edits: [[action, '"{{title}}"', '"{{title}}{{else}}"']],
    expected: ['actions/create-issue.json:17:44 #/request/body/json/title unopened_block'],
  },
  {
    title: 'a partial',
    edits: [[action, '"{{title}}"', '"{{> header}}"']],
    expected: ['actions/create-issue.json:17:37 #/request/body/json/title slot_syntax'],
  },
  {
    title: 'the parent of an item',
    edits: [[action, '"{{title}}"', '"{{../title}}"']],
    expected: ['actions/create-issue.json:17:37 #/request/body/json/title slot_syntax'],
  },
  {
    title: 'the prototype of a value',
    edits: [[action, '"{{title}}"', '"{{title}}{{account.constructor}}"']],
    expected: ['actions/create-issue.json:17:54 #/request/body/json/title unknown_name'],
  },
  {
    title: 'two mistakes in one text',
    edits: [[action, '"{{title}}"', '"{{titel}} and {{lables}}"']],
    expected: [
      'actions/create-issue.json:17:37 #/request/body/json/title unknown_name did you mean "title"?',
      'actions/create-issue.json:17:51 #/request/body/json/title unknown_name did you mean "labels"?',
    ],
  },
  {
    title: 'a template in a key',
    edits: [[action, '"labels": "{{labels}}"', '"{{title}}": "{{labels}}"']],
    expected: ['actions/create-issue.json:17:47 #/request/body/json/%7B%7Btitle%7D%7D template_in_key'],
  },
  {
    title: 'a secret in a path',
    edits: [[action, '{{project|url}}', '{{project|url}}{{account.token}}']],
    expected: ['actions/create-issue.json:14:49 #/request/path secret_not_here'],
  },
  {
    title: 'a secret in an output',
    edits: [[action, '"id": "{{response.body.id}}"', '"id": "{{account.token}}"']],
    expected: ['actions/create-issue.json:19:34 #/request/output/id secret_not_here'],
  },
  {
    title: 'a secret in the answer to a handshake',
    edits: [[webhook, '{{event.body.token|', '{{account.token|']],
    expected: ['webhooks/events.json:6:38 #/handshake/0/answer/text secret_not_here'],
  },
  {
    title: 'a condition that is not a path',
    edits: [[action, '"response.body.ok"', '"response.body.ok|json"']],
    expected: ['actions/create-issue.json:18:39 #/request/success/unless/0/path slot_syntax'],
  },
  {
    title: 'a condition with braces',
    edits: [[action, '"response.body.ok"', '"{{response.body.ok}}"']],
    expected: ['actions/create-issue.json:18:39 #/request/success/unless/0/path slot_syntax'],
  },
  {
    title: 'an unknown name in a condition',
    edits: [[action, '"response.body.ok"', '"respons.body.ok"']],
    expected: ['actions/create-issue.json:18:40 #/request/success/unless/0/path unknown_name did you mean "response"?'],
  },
  {
    title: 'an unknown name in a split',
    edits: [[webhook, '"event.body.entries"', '"evnt.body.entries"']],
    expected: ['webhooks/events.json:10:13 #/split unknown_name did you mean "event"?'],
  },
  {
    title: 'a JSON body written as a single text',
    edits: [
      [
        action,
        '"json": { "title": "{{title}}", "labels": "{{labels}}" }',
        '"json": "{\\"title\\":{{title|json}},\\"labels\\":{{labels|json}}}"',
      ],
    ],
    expected: ['actions/create-issue.json:17:23 #/request/body/json json_as_text'],
  },
  {
    title: 'a list of a JSON body that is made from a single value',
    edits: [[action, '"labels": "{{labels}}"', '"labels": { "{{#each title as |label|}}": { "name": "{{label}}" } }']],
    expected: [
      'actions/create-issue.json:17:59 #/request/body/json/labels/%7B%7B%23each%20title%20as%20%7Clabel%7C%7D%7D wrong_type',
    ],
  },
  {
    title: 'a name of an element that its list does not have',
    edits: [
      [action, '"labels": "{{labels}}"', '"labels": { "{{#each labels as |label|}}": { "name": "{{label.name}}" } }'],
    ],
    expected: [
      'actions/create-issue.json:17:109 #/request/body/json/labels/%7B%7B%23each%20labels%20as%20%7Clabel%7C%7D%7D/name unknown_name',
    ],
  },
  {
    title: 'another value beside a list',
    edits: [
      [action, '"labels": "{{labels}}"', '"labels": { "{{#each labels as |label|}}": "{{label}}", "more": true }'],
    ],
    expected: ['actions/create-issue.json:17:103 #/request/body/json/labels/more key_not_here'],
  },
  {
    title: 'a value to send instead of nothing, in an object that is never empty',
    edits: [[action, '"labels": "{{labels}}"', '"labels": { "all": "{{labels}}", "more": true, "{{else}}": {} }']],
    expected: ['actions/create-issue.json:17:94 #/request/body/json/labels/%7B%7Belse%7D%7D key_not_here'],
  },
  {
    title: 'a loop over a single value',
    edits: [[action, '"title": "{{title}}"', '"title": "{{#each title as |t|}}{{t}}{{/each}}"']],
    expected: ['actions/create-issue.json:17:43 #/request/body/json/title wrong_type'],
  },
  {
    title: 'a line break in a header',
    edits: [[action, '"{{account.shop}}" }', '"{{account.shop}}\\r\\nB: c" }']],
    expected: ['actions/create-issue.json:16:45 #/request/headers/X-Shop wrong_format'],
  },
  {
    title: 'text written as JSON into a structure',
    edits: [[action, '"{{title}}"', '"{{title|json}}"']],
    expected: ['actions/create-issue.json:17:43 #/request/body/json/title filter_not_here'],
  },
  ...(
    [
      ['an item that hides the account', '{{title}}{{#each labels as |account|}}{{account}}{{/each}}', 52],
      ['an item with the same name as its index', '{{title}}{{#each labels as |a a|}}{{a}}{{/each}}', 58],
    ] as const
  ).map(([title, text, column]): GoldenCase => ({
    title,
    edits: [[action, '"{{title}}"', JSON.stringify(text)]],
    expected: [`actions/create-issue.json:17:${column} #/request/body/json/title slot_syntax`],
  })),
  ...(
    [
      ['a misspelt field of an object', '"{{o.nmae}}"', 39, 'unknown_name did you mean "name"?'],
      ['an undeclared field of an object', '"{{o.colour}}{{title}}{{l|json}}"', 39, 'unknown_name'],
      [
        'a misspelt field of list items',
        '"{{#each l as |p|}}{{p.lst|json}}{{/each}}"',
        57,
        'unknown_name did you mean "list"?',
      ],
      ['a loop over an object', '"{{#each o as |x|}}{{x}}{{/each}}"', 43, 'wrong_type'],
      ['a loop over a value inside an object', '"{{#each o.name as |x|}}{{x}}{{/each}}"', 43, 'wrong_type'],
      [
        'a loop over a value of an item',
        '"{{#each l as |p|}}{{#each p.list.size as |x|}}{{x}}{{/each}}{{/each}}"',
        61,
        'wrong_type',
      ],
    ] as const
  ).map(([title, text, column, code]) => ({
    title,
    edits: [
      [action, '"title": { "type": "string" },', `"title": { "type": "string" }, ${declared},`],
      [action, '"{{title}}"', text],
    ] as GoldenCase['edits'],
    expected: [`actions/create-issue.json:17:${column} #/request/body/json/title ${code}`],
  })),
  ...(
    [
      [
        'a value that is encoded twice in a query',
        '"notify": true',
        '"at": "{{title|url}}"',
        '15:31 #/request/query/at',
      ],
      [
        'text that is encoded twice in a form',
        '"json": {',
        '"form": { "b": "New {{title|url}}",',
        '17:43 #/request/body/form/b',
      ],
    ] as const
  ).map(([title, find, replacement, place]): GoldenCase => ({
    title,
    edits: [[action, find, replacement]],
    expected: [`actions/create-issue.json:${place} filter_not_here`],
  })),
  ...(
    [
      ['{title}}', 36],
      ['${title}', 37],
      ['<%= title %>', 39],
      ['title', 35],
      ['New: title', 40],
    ] as const
  ).map(([written, column]): GoldenCase => ({
    title: `an unused input that appears in text as ${written}`,
    edits: [[action, '"{{title}}"', `"${written}"`]],
    expected: [`actions/create-issue.json:17:${column} #/request/body/json/title unused_input`],
  })),
  {
    title: 'a value in single braces in a path',
    edits: [[action, '/{{project|url}}/issues"', '/{project}/issues"']],
    expected: ['actions/create-issue.json:14:24 #/request/path wrong_url'],
  },
];
