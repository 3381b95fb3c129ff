import { action, connector, webhook, type GoldenCase } from './golden-case.ts';

/** Text that is not JSON. */
export const syntaxCases: GoldenCase[] = [
  {
    title: 'a comma before a closing bracket',
    edits: [[action, '"title"]', '"title",]']],
    expected: ['actions/create-issue.json:10:36 # trailing_comma'],
  },
  {
    title: 'a comma before a closing brace',
    edits: [[connector, '"label": "Shop" }', '"label": "Shop", }']],
    expected: ['connector.json:9:40 # trailing_comma'],
  },
  {
    title: 'a comment at the end of a line',
    edits: [[action, '"label": "Create an issue",', '"label": "Create an issue", // for everybody']],
    expected: ['actions/create-issue.json:2:31 # comment'],
  },
  {
    title: 'a comment over several lines',
    edits: [[action, '"label"', '/* what\n people see */ "label"']],
    expected: ['actions/create-issue.json:2:3 # comment'],
  },
  {
    title: 'a missing comma between keys',
    edits: [[action, '"Create an issue",', '"Create an issue"']],
    expected: ['actions/create-issue.json:2:29 # json_syntax'],
  },
  {
    title: 'a missing comma between entries',
    edits: [[action, '["project", "title"]', '["project" "title"]']],
    expected: ['actions/create-issue.json:10:27 # json_syntax'],
  },
  {
    title: 'a missing colon',
    edits: [[action, '"method": "POST"', '"method" "POST"']],
    expected: ['actions/create-issue.json:13:13 # json_syntax'],
  },
  {
    title: 'text without a closing quote',
    edits: [[action, '"POST",', '"POST,']],
    expected: ['actions/create-issue.json:13:15 # json_syntax'],
  },
  {
    title: 'single quotes',
    edits: [[action, '"POST"', "'POST'"]],
    expected: ['actions/create-issue.json:13:15 # json_syntax'],
  },
  {
    title: 'a key without quotes',
    edits: [[action, '"method":', 'method:']],
    expected: ['actions/create-issue.json:13:5 # json_syntax'],
  },
  {
    title: 'a byte order mark, and the mistakes after it',
    edits: [
      [connector, '{', '\ufeff{'],
      [connector, '"kind": "bearer"', '"kind": "baerer"'],
    ],
    expected: [
      'connector.json:1:1 # byte_order_mark',
      'connector.json:6:23 #/signIn/kind not_allowed did you mean "bearer"?',
    ],
  },
  { title: 'a byte order mark', edits: [[connector, '{', '﻿{']], expected: ['connector.json:1:1 # byte_order_mark'] },
  {
    title: 'a duplicate key',
    edits: [[connector, '"name": "Tracker"', '"id": "tracker"']],
    expected: ['connector.json:3:3 # duplicate_key'],
  },
  {
    title: 'a duplicate key deep inside',
    edits: [[action, '"query": { "notify": true }', '"query": { "notify": true, "all": 1, "notify": false }']],
    expected: ['actions/create-issue.json:15:42 # duplicate_key'],
  },
  {
    title: 'a number with a leading zero',
    edits: [[action, '"notify": true', '"notify": 01']],
    expected: ['actions/create-issue.json:15:26 # json_syntax'],
  },
  {
    title: 'a word that is not JSON',
    edits: [[action, '"notify": true', '"notify": True']],
    expected: ['actions/create-issue.json:15:26 # json_syntax'],
  },
  {
    title: 'a line break in text',
    edits: [[action, 'Create an', 'Create\nan']],
    expected: ['actions/create-issue.json:2:12 # json_syntax'],
  },
  {
    title: 'an unknown escape',
    edits: [[action, 'Create an issue', 'C:\\issue']],
    expected: ['actions/create-issue.json:2:15 # json_syntax'],
  },
  {
    title: 'a truncated escape',
    edits: [[action, 'Create an issue', '\\u12']],
    expected: ['actions/create-issue.json:2:13 # json_syntax'],
  },
  {
    title: 'nesting that is too deep',
    edits: [
      [
        action,
        '"json": { "title": "{{title}}", "labels": "{{labels}}" }',
        '"json": [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]',
      ],
    ],
    expected: ['actions/create-issue.json:17:120 # too_deep'],
  },
  {
    title: 'a truncated file',
    edits: [[webhook, '  "account": "{{event.body.shop}}"\n}\n', '']],
    expected: ['webhooks/events.json:13:25 # json_syntax'],
  },
  {
    title: 'an empty file',
    edits: [{ file: webhook, text: '\n' }],
    expected: ['webhooks/events.json:1:1 # empty_file'],
  },
  {
    title: 'two values in one file',
    edits: [[webhook, '"account": "{{event.body.shop}}"\n}\n', '"account": "{{event.body.shop}}"\n}\n{}\n']],
    expected: ['webhooks/events.json:16:1 # json_syntax'],
  },
  {
    title: 'a list instead of the top-level object',
    edits: [{ file: webhook, text: '[]' }],
    expected: ['webhooks/events.json:1:1 # wrong_type'],
  },
  {
    title: 'a tab later in text',
    edits: [[action, '"Create an issue"', '"Create an\tissue"']],
    expected: ['actions/create-issue.json:2:22 # json_syntax'],
  },
];
