import { action, type GoldenCase } from './golden-case.ts';

/** Invalid input schemas. */
export const inputSchemaCases: GoldenCase[] = [
  {
    title: 'an abbreviated type',
    edits: [[action, '"title": { "type": "string" }', '"title": { "type": "bool" }']],
    expected: ['actions/create-issue.json:7:26 #/input/properties/title/type not_allowed'],
  },
  {
    title: 'two types in one',
    edits: [[action, '"title": { "type": "string" }', '"title": { "type": ["string", "null"] }']],
    expected: ['actions/create-issue.json:7:26 #/input/properties/title/type not_allowed'],
  },
  {
    title: 'items that are not a schema',
    edits: [[action, '"items": { "type": "string" }', '"items": "string"']],
    expected: ['actions/create-issue.json:8:45 #/input/properties/labels/items wrong_type'],
  },
  {
    title: 'items that are a list of schemas',
    edits: [[action, '"items": { "type": "string" }', '"items": [{ "type": "string" }]']],
    expected: ['actions/create-issue.json:8:45 #/input/properties/labels/items wrong_type'],
  },
  {
    title: 'properties that are not schemas',
    edits: [[action, '"title": { "type": "string" }', '"title": "string"']],
    expected: ['actions/create-issue.json:7:16 #/input/properties/title wrong_type'],
  },
  {
    title: 'a regular expression',
    edits: [[action, '"title": { "type": "string" }', '"title": { "type": "string", "pattern": "^(a+)+$" }']],
    expected: ['actions/create-issue.json:7:36 #/input/properties/title/pattern unknown_key'],
  },
  {
    title: 'a union',
    edits: [
      [action, '"title": { "type": "string" }', '"title": { "anyOf": [{ "type": "string" }, { "type": "number" }] }'],
    ],
    expected: ['actions/create-issue.json:7:18 #/input/properties/title/anyOf unknown_key'],
  },
  {
    title: 'a reference',
    edits: [[action, '"title": { "type": "string" }', '"title": { "$ref": "#/$defs/title" }']],
    expected: ['actions/create-issue.json:7:18 #/input/properties/title/$ref unknown_key'],
  },
  {
    title: 'required as true or false',
    edits: [[action, '"title": { "type": "string" }', '"title": { "type": "string", "required": true }']],
    expected: ['actions/create-issue.json:7:48 #/input/properties/title/required wrong_type'],
  },
  {
    title: 'a keyword for another type',
    edits: [[action, '"items"', '"maximum": 1, "items"']],
    expected: ['actions/create-issue.json:8:36 #/input/properties/labels/maximum wrong_schema'],
  },
  {
    title: 'a keyword without a type',
    edits: [[action, '"title": { "type": "string" }', '"title": { "minLength": 1 }']],
    expected: ['actions/create-issue.json:7:18 #/input/properties/title/minLength wrong_schema'],
  },
  {
    title: 'a keyword for another type deep inside',
    edits: [
      [
        action,
        '"items": { "type": "string" }',
        '"items": { "type": "object", "properties": { "name": { "type": "string", "minimum": 1 } } }',
      ],
    ],
    expected: ['actions/create-issue.json:8:109 #/input/properties/labels/items/properties/name/minimum wrong_schema'],
  },
  {
    title: 'a required name that is not declared',
    edits: [[action, '["project", "title"]', '["project", "titel"]']],
    expected: ['actions/create-issue.json:10:29 #/input/required/1 unknown_name did you mean "title"?'],
  },
  {
    title: 'a duplicate required name',
    edits: [[action, '["project", "title"]', '["project", "title", "project"]']],
    expected: ['actions/create-issue.json:10:38 #/input/required/2 duplicate_entry'],
  },
  {
    title: 'a choice of another type',
    edits: [[action, '"title": { "type": "string" }', '"title": { "type": "integer", "enum": [1, "two"] }']],
    expected: ['actions/create-issue.json:7:49 #/input/properties/title/enum/1 wrong_schema'],
  },
  {
    title: 'a minimum that is larger than the maximum',
    edits: [[action, '"title": { "type": "string" }', '"title": { "type": "string", "minLength": 9, "maxLength": 8 }']],
    expected: ['actions/create-issue.json:7:49 #/input/properties/title/minLength wrong_schema'],
  },
  ...(
    [
      ['else', '17:45', 'unopened_block'],
      ['this', '17:47', 'slot_syntax'],
    ] as const
  ).map(([word, place, code]): GoldenCase => ({
    title: `an input named ${word}, and a slot with it`,
    edits: [
      [action, '"title": { "type": "string" }', `"title": { "type": "string" }, "${word}": { "type": "string" }`],
      [action, '"{{title}}"', `"{{title}} {{${word}}}"`],
    ],
    expected: [
      `actions/create-issue.json:7:38 #/input/properties/${word} reserved_name`,
      `actions/create-issue.json:${place} #/request/body/json/title ${code}`,
    ],
  })),
  {
    title: 'an input named like a root',
    edits: [[action, '"title": { "type": "string" }', '"title": { "type": "string" }, "event": { "type": "string" }']],
    expected: ['actions/create-issue.json:7:38 #/input/properties/event reserved_name'],
  },
  {
    title: 'an input with a name that templates cannot read',
    edits: [
      [action, '"title": { "type": "string" }', '"title": { "type": "string" }, "due date": { "type": "string" }'],
    ],
    expected: ['actions/create-issue.json:7:38 #/input/properties/due%20date wrong_key'],
  },
  {
    title: 'an input that nothing uses',
    edits: [[action, '"{{title}}"', '"A title"']],
    expected: ['actions/create-issue.json:17:37 #/request/body/json/title unused_input'],
  },
  {
    title: 'an optional input in a path',
    edits: [[action, '["project", "title"]', '["title"]']],
    expected: ['actions/create-issue.json:14:26 #/request/path optional_in_path'],
  },
  {
    title: 'an optional input in a path, inside its own #if and outside',
    edits: [
      [action, '["project", "title"]', '["title"]'],
      [action, '/{{project|url}}', '{{#if project}}/{{project|url}}{{else}}/{{project|url}}{{/if}}'],
    ],
    expected: ['actions/create-issue.json:14:65 #/request/path optional_in_path'],
  },
  {
    title: 'an optional input in a text body',
    edits: [[action, '"json": { "title": "{{title}}", "labels": "{{labels}}" }', '"text": "{{title}}: {{labels}}"']],
    expected: [
      'actions/create-issue.json:17:37 #/request/body/text wrong_type',
      'actions/create-issue.json:17:37 #/request/body/text optional_needed',
    ],
  },
  {
    title: 'a limit that is not a number, but not the other limit',
    edits: [[action, '"labels": { "type": "array"', '"labels": { "type": "array", "minItems": 1, "maxItems": "x"']],
    expected: ['actions/create-issue.json:8:63 #/input/properties/labels/maxItems wrong_type'],
  },
  {
    title: 'a type that is a number, but not the choices of that type',
    edits: [[action, '"title": { "type": "string" }', '"title": { "type": 7, "enum": ["a", "b"] }']],
    expected: ['actions/create-issue.json:7:26 #/input/properties/title/type not_allowed'],
  },
  {
    title: 'a misspelt type, but not the choices of that type',
    edits: [[action, '"title": { "type": "string" }', '"title": { "type": "sting", "enum": ["a", "b"] }']],
    expected: ['actions/create-issue.json:7:26 #/input/properties/title/type not_allowed did you mean "string"?'],
  },
  {
    title: 'all inputs as a list, but no missing names',
    edits: [[action, '"type": "object"', '"type": "array"']],
    expected: ['actions/create-issue.json:4:13 #/input/type not_allowed'],
  },
];
