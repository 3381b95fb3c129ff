import { action, connector, webhook, type GoldenCase } from './golden-case.ts';

/**
 * What the validators of other products report at the wrong place, without a word of what was meant, or not at all:
 * zapier-platform-schema 19.1.0, the declarative schema of airbyte-cdk, and published connectors of Power Platform.
 */
export const peerCases: GoldenCase[] = [
  {
    title: 'help_text and the type bool on one input: both, at their places',
    edits: [[action, '"title": { "type": "string" }', '"title": { "type": "bool", "help_text": "What it says" }']],
    expected: [
      'actions/create-issue.json:7:26 #/input/properties/title/type not_allowed did you mean "boolean"?',
      'actions/create-issue.json:7:34 #/input/properties/title/help_text unknown_key did you mean "description"?',
    ],
  },
  {
    title: 'helpText, as another product calls it',
    edits: [[action, '"title": { "type": "string" }', '"title": { "type": "string", "helpText": "What it says" }']],
    expected: [
      'actions/create-issue.json:7:36 #/input/properties/title/helpText unknown_key did you mean "description"?',
    ],
  },
  {
    title: 'mehtod',
    edits: [[action, '"method": "POST"', '"mehtod": "POST"']],
    expected: ['actions/create-issue.json:13:5 #/request/mehtod unknown_key did you mean "method"?'],
  },
  {
    title: 'api_tokenn in a template',
    edits: [[connector, '"token": "{{account.token}}"', '"token": "{{account.tokenn}}"']],
    expected: ['connector.json:6:53 #/signIn/token unknown_name did you mean "token"?'],
  },
  {
    title: 'tokenn as a key of the sign-in',
    edits: [[connector, '"token": "{{account.token}}"', '"tokenn": "{{account.token}}"']],
    expected: ['connector.json:6:33 #/signIn/tokenn unknown_key did you mean "token"?'],
  },
  {
    title: 'http_methodd',
    edits: [[action, '"method": "POST"', '"http_methodd": "POST"']],
    expected: ['actions/create-issue.json:13:5 #/request/http_methodd unknown_key did you mean "method"?'],
  },
  {
    title: 'http_method, as another product calls it',
    edits: [[action, '"method": "POST"', '"http_method": "POST"']],
    expected: ['actions/create-issue.json:13:5 #/request/http_method unknown_key did you mean "method"?'],
  },
  {
    title: "{{ confg['k'] }}",
    edits: [[action, '"{{title}}"', '"{{title}}{{ confg[\'k\'] }}"']],
    expected: ['actions/create-issue.json:17:52 #/request/body/json/title slot_syntax'],
  },
  {
    title: "{{ config['k'] }}",
    edits: [[action, '"{{title}}"', '"{{title}}{{ config[\'k\'] }}"']],
    expected: ['actions/create-issue.json:17:53 #/request/body/json/title slot_syntax'],
  },
  {
    title: '{{ config.k }}',
    edits: [[action, '"{{title}}"', '"{{title}}{{ config.k }}"']],
    expected: ['actions/create-issue.json:17:47 #/request/body/json/title unknown_name'],
  },
  {
    title: '{{bundle.inputData.title}}',
    edits: [[action, '"{{title}}"', '"{{bundle.inputData.title}}"']],
    expected: ['actions/create-issue.json:17:37 #/request/body/json/title unknown_name did you mean "title"?'],
  },
  {
    title: '{{ input.title }}',
    edits: [[action, '"{{title}}"', '"{{ input.title }}"']],
    expected: ['actions/create-issue.json:17:38 #/request/body/json/title unknown_name did you mean "title"?'],
  },
  {
    title: '={{ $json.title }}',
    edits: [[action, '"{{title}}"', '"={{ $json.title }}"']],
    expected: ['actions/create-issue.json:17:39 #/request/body/json/title unknown_name did you mean "title"?'],
  },
  {
    title: '${connectionConfig.shop} in a host',
    edits: [[connector, 'https://api.example.com/v1', 'https://${connectionConfig.shop}.example.com/v1']],
    expected: ['connector.json:15:36 #/request/baseUrl wrong_url'],
  },
  {
    title: 'a schema of an input that is itself broken',
    edits: [
      [action, '"title": { "type": "string" }', '"title": { "type": "object", "properties": { "text": "string" } }'],
    ],
    expected: ['actions/create-issue.json:7:60 #/input/properties/title/properties/text wrong_type'],
  },
  {
    title: 'x-ms-summmary',
    edits: [[action, '"title": { "type": "string" }', '"title": { "type": "string", "x-ms-summmary": "Title" }']],
    expected: [
      'actions/create-issue.json:7:36 #/input/properties/title/x-ms-summmary unknown_key did you mean "title"?',
    ],
  },
  {
    title: 'a wrong kind deep in a union',
    edits: [[connector, '"kind": "bearer"', '"kind": "apiKey"']],
    expected: ['connector.json:6:23 #/signIn/kind not_allowed did you mean "key"?'],
  },
  {
    title: 'a delivery id that is the text null',
    edits: [[webhook, '"{{event.item.id}}"', '"null"']],
    expected: ['webhooks/events.json:12:18 #/deliveryId/0 constant_delivery_id'],
  },
  {
    title: 'params instead of query',
    edits: [[action, '"query": { "notify": true }', '"params": { "notify": true }']],
    expected: ['actions/create-issue.json:15:5 #/request/params unknown_key did you mean "query"?'],
  },
  {
    title: 'queryParameters instead of query',
    edits: [[action, '"query": { "notify": true }', '"queryParameters": { "notify": true }']],
    expected: ['actions/create-issue.json:15:5 #/request/queryParameters unknown_key did you mean "query"?'],
  },
  {
    title: 'displayName instead of name',
    edits: [[connector, '"name": "Tracker"', '"displayName": "Tracker"']],
    expected: ['connector.json:3:3 #/displayName unknown_key did you mean "name"?'],
  },
  {
    title: 'endpoint instead of path',
    edits: [[action, '"path": "/projects', '"endpoint": "/projects']],
    expected: ['actions/create-issue.json:14:5 #/request/endpoint unknown_key did you mean "path"?'],
  },
  {
    title: 'type int',
    edits: [[action, '"title": { "type": "string" }', '"title": { "type": "int" }']],
    expected: ['actions/create-issue.json:7:26 #/input/properties/title/type not_allowed did you mean "integer"?'],
  },
  {
    title: 'camel case where hyphens belong',
    edits: [[webhook, '"deliveryId"', '"delivery_id"']],
    expected: ['webhooks/events.json:12:3 #/delivery_id unknown_key did you mean "deliveryId"?'],
  },
];
