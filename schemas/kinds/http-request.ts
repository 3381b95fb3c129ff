import type { HttpRequestStep } from '../generated/workflow.ts';
import { defineStepKind } from './kind.ts';

export const httpRequest = defineStepKind<HttpRequestStep>({
  kind: 'httpRequest',
  name: 'HTTP request',
  description:
    'Calls an address of another service. The output has its answer as `status`, `headers` and `body`; an answer other than 2xx fails the step.',
  schema: {
    title: 'HttpRequestStep',
    required: ['url'],
    properties: {
      method: { type: 'string', enum: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], default: 'GET' },
      url: {
        type: 'string',
        minLength: 1,
        maxLength: 4_000,
        description: 'The full address, with encoded query parameters; a template.',
      },
      headers: {
        type: 'object',
        maxProperties: 50,
        propertyNames: { pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$" },
        additionalProperties: { type: 'string', maxLength: 4_000 },
        description:
          'Headers by name; templates. They are shown on the run, so keep credentials in a linked account of the connector `http` instead.',
      },
      json: { description: 'A body sent as JSON; its texts are templates.' },
      text: { type: 'string', minLength: 1, maxLength: 100_000, description: 'A body sent as text; a template.' },
      form: {
        type: 'object',
        maxProperties: 200,
        additionalProperties: { type: 'string', maxLength: 10_000 },
        description: 'A body sent as a form; templates.',
      },
      account: {
        $ref: '#/$defs/accountChoice',
        description:
          'A name for a linked account of the connector `http`: its credentials are sent, and only to its host. By default none are sent.',
      },
    },
    examples: [
      { id: 'rates', kind: 'httpRequest', url: 'https://api.example.com/rates?base={{trigger.inputs.currency}}' },
      {
        id: 'tell',
        kind: 'httpRequest',
        method: 'POST',
        url: 'https://api.example.com/notes',
        json: { text: '{{steps.open.output.overall.count}} open' },
        account: 'notes',
      },
    ],
  },
  templates: ['url', 'headers', 'json', 'text', 'form'],
  plan: () => Promise.resolve('long'),
  output: { status: 'single', headers: 'any', body: 'any' },
  summary: ({ method = 'GET', url }) => `${method} ${url}`,
  accounts: ({ account }) => (account === undefined ? [] : [{ name: account, connector: 'http' }]),
  findMistakes: ({ method = 'GET', json, text, form }) => {
    const bodies = [json, text, form].filter((body) => body !== undefined).length;
    if (bodies > 1)
      return Promise.resolve([
        { path: [], code: 'too_many', detail: 'a request has one body: "json", "text" or "form"' },
      ]);
    if (bodies === 0 || method !== 'GET') return Promise.resolve([]);
    return Promise.resolve([{ path: ['method'], code: 'not_allowed', detail: 'a GET request has no body' }]);
  },
});
