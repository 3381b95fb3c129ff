import { action, connector, webhook, type GoldenCase } from './golden-case.ts';

/**
 * Mistakes that other validators report at the wrong place, without a suggestion, or not at all: zapier-platform-schema
 * 19.1.0, the declarative schema of airbyte-cdk, and published connectors of Power Platform.
 */
export const peerCases: GoldenCase[] = [
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
    title: '${connectionConfig.shop} in a host',
    edits: [[connector, 'https://api.example.com/v1', 'https://${connectionConfig.shop}.example.com/v1']],
    expected: ['connector.json:15:37 #/request/baseUrl wrong_url'],
  },
  {
    title: 'an invalid input schema',
    edits: [
      [action, '"title": { "type": "string" }', '"title": { "type": "object", "properties": { "text": "string" } }'],
    ],
    expected: ['actions/create-issue.json:7:60 #/input/properties/title/properties/text wrong_type'],
  },
  {
    title: 'a wrong kind deep in a union',
    edits: [[connector, '"kind": "bearer"', '"kind": "apiKey"']],
    expected: ['connector.json:6:23 #/signIn/kind not_allowed'],
  },
  {
    title: 'a delivery id that is the text null',
    edits: [[webhook, '"{{event.item.id}}"', '"null"']],
    expected: ['webhooks/events.json:12:18 #/deliveryId/0 constant_delivery_id'],
  },
  {
    title: 'camel case instead of hyphens',
    edits: [[webhook, '"deliveryId"', '"delivery_id"']],
    expected: ['webhooks/events.json:12:3 #/delivery_id unknown_key did you mean "deliveryId"?'],
  },
];
