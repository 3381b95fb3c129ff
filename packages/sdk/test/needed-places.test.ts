import assert from 'node:assert/strict';
import type { Connector, Request } from '@tallyhook/schemas';
import { buildRequest, compileConnector } from '../src/index.ts';
import { soundConnector } from './sound-connector.ts';

const code = 'optional_needed';
const account = { shop: 'fern', token: 'test-token' };
const signIn = { kind: 'bearer' as const, token: '{{account.token}}' };

interface Parts {
  request?: Omit<Request, 'method'>;
  pagination?: object;
  connector?: Partial<Connector>;
}

/** The sound connector with an action whose input `opt` is optional, and an optional account field. */
function compile({ request = {}, pagination, connector = {} }: Parts) {
  const sound = JSON.parse(soundConnector['connector.json']!) as Connector;
  const fields = [
    { name: 'shop', label: 'Shop' },
    { name: 'token', label: 'Token', secret: true },
    { name: 'spare', label: 'Spare', secret: connector.signIn !== undefined, optional: true },
  ];
  const properties = { opt: { type: 'string' }, flag: { type: 'boolean' }, list: { type: 'array' } };
  const action = {
    label: 'Call',
    input: {
      type: 'object',
      properties: { ...properties, o: { type: 'object', properties } },
      required: ['flag', 'o'],
    },
    request: { method: 'POST', ...(request.url === undefined && { path: '/x' }), ...request },
    ...(pagination !== undefined && { pagination }),
  };
  const compiled = compileConnector(
    new Map([
      ['connector.json', JSON.stringify({ ...sound, account: { ...sound.account, fields }, signIn, ...connector })],
      ['actions/call.json', JSON.stringify(action)],
    ]),
  );
  const errors = compiled.problems.filter(({ severity }) => severity !== 'warning');
  assert.deepEqual(errors, []);
  return compiled;
}

function warningsOf(parts: Parts): { code: string; hint?: string | undefined }[] {
  return compile(parts)
    .problems.filter((problem) => ['optional_in_path', code].includes(problem.code))
    .map(({ code: found, hint }) => ({ code: found, hint }));
}

function buildWithout(parts: Parts): void {
  buildRequest(compile(parts).package!, 'call', { input: { flag: true, o: {} }, account });
}

const hosts = ['api.example.com', '{{account.spare}}.example.com'];
const byCursor = { kind: 'cursor', cursor: '{{response.body.next}}', items: 'response.body.list' };
const basic = { kind: 'basic' as const, username: '{{account.spare}}', password: '{{account.token}}' };
const key = (place: 'header' | 'query'): Connector['signIn'] =>
  ({ kind: 'key', in: place, name: 'k', value: '{{account.spare}}' }) as const;

describe('an optional value', () => {
  const needing: [place: string, parts: Parts, code: string][] = [
    ['a path', { request: { path: '/x/{{opt|url}}' } }, 'optional_in_path'],
    ['a path, from the account', { request: { path: '/x/{{account.spare|url}}' } }, 'optional_in_path'],
    ['a path, inside an input', { request: { path: '/x/{{o.opt|url}}' } }, 'optional_in_path'],
    ['a url', { request: { url: 'https://api.example.com/x/{{opt|url}}' } }, 'optional_in_path'],
    [
      'the base address',
      { connector: { hosts, request: { baseUrl: 'https://{{account.spare}}.example.com' } } },
      'optional_in_path',
    ],
    ['a text', { request: { body: { text: '{{opt}}' } } }, code],
    ['a text, with a filter', { request: { body: { text: 'a {{opt|base64}}' } } }, code],
    ['JSON as text', { request: { body: { json: '{"a":"{{opt|url}}"}' } } }, code],
    ['JSON that is one slot', { request: { body: { json: '{{opt}}' } } }, code],
    ['a user name', { connector: { signIn: basic } }, code],
    ['a key', { connector: { signIn: key('header') } }, code],
    ['a key in the query', { connector: { signIn: key('query') } }, code],
    [
      'a text, as the cursor, which is absent on the first page',
      { request: { body: { text: '{{page.cursor}}' }, output: '{{items}}' }, pagination: byCursor },
      code,
    ],
    ['an #if on another value', { request: { path: '/{{#if flag}}{{opt}}{{/if}}' } }, 'optional_in_path'],
    ['the else of its own #if', { request: { path: '/{{#if opt}}a{{else}}{{opt}}{{/if}}' } }, 'optional_in_path'],
  ];
  for (const [place, parts, expected] of needing)
    it(`causes a warning, and fails the run if absent, in ${place}`, () => {
      assert.deepEqual(
        warningsOf(parts).map((warning) => warning.code),
        [expected],
      );
      assert.throws(() => buildWithout(parts), /a value is required here|the body needs one|the account lacks a value/);
    });

  const leaving: [place: string, parts: Parts][] = [
    ['a query', { request: { query: { q: '{{opt}}' } } }],
    ['a header', { request: { headers: { 'X-Opt': 'a {{opt}}' } } }],
    ['a form', { request: { body: { form: { a: '{{opt}}' } } } }],
    ['a part of a form', { request: { body: { multipart: [{ name: 'a', value: '{{opt}}', filename: '{{opt}}' }] } } }],
    ['a JSON structure', { request: { body: { json: { a: '{{opt}}' } } } }],
    ['a host', { connector: { hosts } }],
    ['JSON as text with |json', { request: { body: { json: '{"a":{{opt|json}}}' } } }],
    ['its own #if', { request: { path: '/x{{#if opt}}/{{opt|url}}{{/if}}' } }],
    ['its own #if with another spelling of the name', { request: { path: '/x{{#if opt}}/{{[opt]|url}}{{/if}}' } }],
    ['an #if on a value inside it', { request: { path: '/x{{#if o.opt}}/{{o.opt|url}}{{/if}}' } }],
    ['a nested #if', { request: { path: '/x{{#if opt}}{{#if flag}}/{{opt|url}}{{/if}}{{/if}}' } }],
    ['a loop over it', { request: { path: '/x{{#each list as |one|}}/{{one|url}}{{list.length}}{{/each}}' } }],
    ['only the condition of an #if', { request: { path: '/{{#if opt}}a{{else}}b{{/if}}' } }],
  ];
  for (const [place, parts] of leaving)
    it(`causes no warning in ${place}`, () => {
      assert.deepEqual(warningsOf(parts), []);
      buildWithout(parts);
    });

  it('causes no warning in the else of another optional value', () => {
    assert.deepEqual(warningsOf({ request: { path: '/{{#if o.opt}}{{o.opt|url}}{{else}}{{opt|url}}{{/if}}' } }), []);
    assert.equal(warningsOf({ request: { path: '/{{#if flag}}a{{else}}{{opt|url}}{{/if}}' } }).length, 1);
  });

  it('has a hint that removes the warning', () => {
    const hintOf = (parts: Parts): string | undefined => warningsOf(parts)[0]?.hint;
    assert.equal(
      hintOf({ request: { path: '/{{opt}}' } }),
      'add "opt" to required, or write it inside {{#if opt}}…{{/if}}',
    );
    assert.match(hintOf({ request: { path: '/{{o.opt}}' } })!, /^add "opt" to required of "o", or/);
    assert.match(hintOf({ request: { path: '/{{account.spare}}' } })!, /^remove "optional" from the field "spare", or/);
    assert.match(
      hintOf({ request: { body: { json: '{"a":"{{opt|url}}"}' } } })!,
      /or write the body as a JSON structure/,
    );
    assert.equal(hintOf({ connector: { signIn: key('header') } }), 'remove "optional" from the field "spare"');
  });
});
