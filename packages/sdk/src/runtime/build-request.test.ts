import assert from 'node:assert/strict';
import type { Request } from '@tallyhook/schemas';
import { account, makePackage } from '../../test/make-package.ts';
import { buildRequest } from './build-request.ts';
import type { PreparedRequest } from './prepared-request.ts';

type Parts = Omit<Request, 'method'> & { method?: Request['method'] };

function build(
  parts: Parts,
  input: object = {},
  connector: Parameters<typeof makePackage>[0]['connector'] = {},
): PreparedRequest {
  const request = { method: 'POST' as const, ...(parts.url === undefined ? { path: '/' } : {}), ...parts };
  return buildRequest(makePackage({ request, connector }), 'call', { input, account });
}

const bodyOf = (json: unknown, input: object = {}): string => build({ body: { json } }, input).body!.toString();

describe('request address', () => {
  const rows: [title: string, parts: Parts, input: object, expected: string][] = [
    ['appends the path to the base address', { path: '/x/{{a}}' }, { a: 7 }, 'https://api.example.com/v1/x/7'],
    [
      'puts an encoded value into one segment',
      { path: '/x/{{a|url}}' },
      { a: '../b?c#d e' },
      'https://api.example.com/v1/x/..%2Fb%3Fc%23d%20e',
    ],
    ['keeps text that is already encoded', { path: '/x/{{a}}' }, { a: 'b%2Fc' }, 'https://api.example.com/v1/x/b%2Fc'],
    [
      'encodes query parameters',
      { query: { 'q[a]': '{{a}}' } },
      { a: 'a&b #1.pdf+é' },
      'https://api.example.com/v1/?q%5Ba%5D=a%26b%20%231.pdf%2B%C3%A9',
    ],
    [
      'omits absent query parameters',
      { query: { x: '{{a}}', y: 'v{{a.b}}', z: 1 } },
      { a: null },
      'https://api.example.com/v1/?z=1',
    ],
    [
      'repeats a parameter for a list',
      { query: { x: '{{a}}', y: ['1', '{{b}}'] } },
      { a: ['p', 2], b: true },
      'https://api.example.com/v1/?x=p&x=2&y=1&y=true',
    ],
    [
      'keeps a complete address byte for byte',
      { url: '{{a}}', query: { z: 1 } },
      { a: 'https://api.example.com/u?sig=%2b%2F==' },
      'https://api.example.com/u?sig=%2b%2F==&z=1',
    ],
    [
      'may be on a host of the account',
      { url: 'https://fern.example.com/{{a}}' },
      { a: 'x' },
      'https://fern.example.com/x',
    ],
  ];
  for (const [title, parts, input, expected] of rows) {
    it(title, () => assert.equal(build(parts, input).url, expected));
  }

  const refused: [title: string, parts: Parts, input: object, message: RegExp][] = [
    ['requires every value of its path', { path: '/x/{{a.b}}' }, {}, /request\.path: "a\.b" is absent/],
    ['refuses an empty value in the path', { path: '/x/{{a}}/y' }, { a: '' }, /request\.path: "a" is empty/],
    ['refuses a slash in a value', { path: '/x/{{a}}' }, { a: 'b/c' }, /"a" contains "\/".*write \|url/],
    ['refuses a backslash in a value', { path: '/x/{{a}}' }, { a: 'b\\c' }, /contains/],
    ['refuses a question mark in a value', { path: '/x/{{a}}' }, { a: 'b?c' }, /contains "\?"/],
    ['refuses a line break in a value', { path: '/x/{{a}}' }, { a: 'b\r\nc' }, /contains/],
    ['refuses ..', { path: '/x/{{a}}/y' }, { a: '..' }, /"\." or "\.\."/],
    ['refuses an encoded ".." segment', { path: '/x/{{a}}/y' }, { a: '%2E%2e' }, /"\." or "\.\."/],
    ['refuses ".." made of two values', { path: '/x/{{a}}{{b}}/y' }, { a: '.', b: '.' }, /"\." or "\.\."/],
    ['refuses ".." even after |url', { path: '/x/{{a|url}}/y' }, { a: '..' }, /"\." or "\.\."/],
    ['refuses a list in the path', { path: '/x/{{a}}' }, { a: [1] }, /a list cannot be written as plain text/],
    ['refuses another host', { url: '{{a}}' }, { a: 'https://evil.example/' }, /"evil\.example" is not one of/],
    [
      'refuses a host that only ends like its own host',
      { url: '{{a}}' },
      { a: 'https://evilapi.example.com/' },
      /is not one of/,
    ],
    [
      'refuses another port',
      { url: '{{a}}' },
      { a: 'https://api.example.com:8443/' },
      /"api\.example\.com:8443" is not one of/,
    ],
    [
      'refuses a user in front of the host',
      { url: '{{a}}' },
      { a: 'https://api.example.com@evil.example/' },
      /is not one of/,
    ],
    [
      'refuses a user in front of its own host',
      { url: '{{a}}' },
      { a: 'https://x:y@api.example.com/' },
      /is not one of/,
    ],
    [
      'refuses a backslash that changes the host',
      { url: '{{a}}' },
      { a: 'https:\\\\evil.example\\.api.example.com/' },
      /is not one of/,
    ],
    [
      'refuses another scheme',
      { url: '{{a}}' },
      { a: 'file:///etc/passwd' },
      /request\.url: expected an address that starts with https:\/\/, got "file:\/\/\/etc\/passwd" from \{\{a\}\}$/,
    ],
    [
      'refuses a value that is not an address and shows it',
      { url: '{{a}}' },
      { a: 'me:word@nothing?key=1' },
      /request\.url: expected an address that starts with https:\/\/, got "nothing" from \{\{a\}\}$/,
    ],
    ['refuses an object as a query parameter', { query: { x: '{{a}}' } }, { a: {} }, /request\.query\.x: an object/],
  ];
  for (const [title, parts, input, message] of refused) {
    it(title, () => assert.throws(() => build(parts, input), { name: 'ActionError', message }));
  }

  it('refuses an account value that would change the host', () => {
    const released = makePackage({
      request: { method: 'GET', path: '/' },
      connector: { request: { baseUrl: 'https://{{account.shop}}.example.com' } },
    });
    const call = (shop: string): string =>
      buildRequest(released, 'call', { input: {}, account: { shop, token: 'test' } }).url;
    assert.equal(call('fern'), 'https://fern.example.com/');
    for (const shop of ['evil.example/#', 'evil.example/', 'a@evil.example', 'evil.example:1', '']) {
      assert.throws(() => call(shop), { name: 'ActionError' }, shop);
    }
  });
});

describe('base address from an account', () => {
  for (const [apiHost, shown] of [
    ['eu.example.com', '"eu.example.com"'],
    ['eu.example.com:8443', '"eu.example.com:8443"'],
    ['', '""'],
  ] as const) {
    it(`does not blame the input if it is ${shown}`, () => {
      const released = makePackage({
        request: { method: 'GET', path: '/' },
        connector: { request: { baseUrl: '{{account.apiHost}}' } },
      });
      assert.throws(() => buildRequest(released, 'call', { input: {}, account: { apiHost, token: 'test' } }), {
        class: 'fatal',
        message: `connector.request.baseUrl: expected an address that starts with https://, got ${shown} from {{account.apiHost}}`,
      });
    });
  }
});

describe('request headers', () => {
  it('combine shared headers, overriding own headers in any case, and the sign-in', () => {
    const shared = { Accept: 'text/html', 'X-Shared': '{{account.shop}}' };
    const { headers } = build(
      { headers: { accept: '{{a}}', 'X-Gone': '{{b}}' } },
      { a: 'x/y' },
      { request: { baseUrl: 'https://api.example.com', headers: shared } },
    );
    assert.deepEqual(headers, { Accept: 'x/y', 'X-Shared': 'fern', Authorization: `Bearer ${account.token}` });
  });

  it('refuse line breaks and characters outside Latin-1, and say where', () => {
    for (const a of ['x\r\nX-Evil: 1', 'x\n', '\u0000']) {
      assert.throws(() => build({ headers: { 'X-A': '{{a}}' } }, { a }), {
        message: /request\.headers\.X-A: .*line breaks/,
      });
    }
    assert.throws(() => build({ headers: { 'X-A': '{{a}}' } }, { a: '😀' }), { message: /asciijson/ });
    assert.equal(
      build({ headers: { 'X-A': '{{a|asciijson}}' } }, { a: 'x\r\n😀' }).headers['X-A'],
      '"x\\r\\n\\ud83d\\ude00"',
    );
  });

  const signIns: [
    title: string,
    signIn: NonNullable<Parameters<typeof makePackage>[0]['connector']>['signIn'],
    url: string,
    headers: object,
  ][] = [
    [
      'a token with a different scheme',
      { kind: 'bearer', token: '{{account.shop}}', scheme: 'Bot' },
      '/',
      { Authorization: 'Bot fern' },
    ],
    [
      'a user and a password',
      { kind: 'basic', username: '{{account.shop}}', password: 'é{{account.shop}}' },
      '/',
      { Authorization: 'Basic ZmVybjrDqWZlcm4=' },
    ],
    [
      'a key in a header',
      { kind: 'key', in: 'header', name: 'X-Key', value: 'k={{account.shop}}' },
      '/',
      { 'X-Key': 'k=fern' },
    ],
    ['a key in the query', { kind: 'key', in: 'query', name: 'key', value: '{{account.shop}}' }, '/?key=fern', {}],
    ['a key in front of the path', { kind: 'key', in: 'path', value: '/bot{{account.shop}}' }, '/botfern/', {}],
    ['nothing', { kind: 'none' }, '/', {}],
  ];
  for (const [title, signIn, url, headers] of signIns) {
    it(`sign in with ${title}`, () => {
      const request = build({}, {}, { ...(signIn && { signIn }), request: { baseUrl: 'https://api.example.com' } });
      assert.deepEqual([request.url, request.headers], [`https://api.example.com${url}`, headers]);
    });
  }

  it('report a missing credential of the account', () => {
    assert.throws(() => buildRequest(makePackage({}), 'call', { input: {}, account: {} }), {
      class: 'auth',
      message: /signIn\.token/,
    });
  });
});

describe('request body', () => {
  it('keeps the types of whole expressions and omits absent keys', () => {
    const json = { n: '{{a}}', t: 'no. {{a}}', gone: '{{b}}', deep: { list: ['{{a}}', '{{b}}', 'x'] }, fixed: null };
    assert.deepEqual(JSON.parse(bodyOf(json, { a: 7 })), { n: 7, t: 'no. 7', deep: { list: [7, 'x'] }, fixed: null });
  });

  it('omits an object that would be empty without absent values, unless it says what to send then', () => {
    const json = { name: '{{a}}', to: { mail: '{{b}}', deep: { phone: '{{c}}' } }, list: [{ x: '{{b}}' }], own: {} };
    assert.equal(bodyOf(json, { a: 1 }), '{"name":1,"list":[],"own":{}}');
    assert.equal(bodyOf(json, { c: 2 }), '{"to":{"deep":{"phone":2}},"list":[],"own":{}}');
    const kept = { to: { mail: '{{b}}', '{{else}}': {} }, from: { mail: '{{b}}', '{{else}}': { mail: '{{a}}' } } };
    assert.equal(bodyOf(kept, { a: 1 }), '{"to":{},"from":{"mail":1}}');
    assert.equal(bodyOf(kept, { b: 2 }), '{"to":{"mail":2},"from":{"mail":2}}');
    assert.equal(bodyOf({ name: '{{a}}' }), '{}');
  });

  it('makes a list of objects from another list, with the types of its values', () => {
    const line = { sku: '{{line.sku}}', at: '{{index}}', note: '{{line.note}}', by: '{{a}}' };
    const json = { lines: { '{{#each c as |line index|}}': line, '{{else}}': [] } };
    const lines = [{ sku: 7 }, { sku: 'b', note: 'x' }];
    assert.equal(
      bodyOf(json, { c: lines, a: true }),
      '{"lines":[{"sku":7,"at":0,"by":true},{"sku":"b","at":1,"note":"x","by":true}]}',
    );
    assert.equal(bodyOf(json), '{"lines":[]}');
    assert.equal(bodyOf({ lines: { '{{#each c as |line|}}': '{{line.sku}}' } }), '{}');
    const nested = { '{{#each a as |row|}}': { '{{#each row as |cell|}}': { cell: '{{cell}}' } } };
    assert.equal(bodyOf(nested, { a: [[1], [2, 3]] }), '[[{"cell":1}],[{"cell":2},{"cell":3}]]');
    assert.throws(() => bodyOf(json, { c: 'b' }), { message: /expected a list at "c", got string$/ });
  });

  it('may be a text with |json inside nested braces', () => {
    const text = bodyOf('{"a":{"b":{{a|json}},"c":{{b.c|json}}}}', { a: '"},"x":{"y":"\n' });
    assert.deepEqual(JSON.parse(text), { a: { b: '"},"x":{"y":"\n', c: null } });
  });

  it('may be a single value', () => assert.equal(bodyOf('{{a}}', { a: [1] }), '[1]'));

  it('says where a text is not JSON after inserting a value', () => {
    assert.throws(() => bodyOf('{"a":"{{a}}"}', { a: '"' }), { message: /request\.body\.json: .*write \|json/ });
  });

  it('keeps its structure whatever the values contain', () => {
    assert.deepEqual(JSON.parse(bodyOf({ a: '{{a}}' }, { a: '","admin":true,"x":"' })), { a: '","admin":true,"x":"' });
  });

  it('sets its content type unless a header does', () => {
    const types = [{ json: {} }, { text: 'x' }, { form: {} }, { none: true as const }].map(
      (body) => build({ body }).headers['Content-Type'],
    );
    assert.deepEqual(types, [
      'application/json',
      'text/plain; charset=utf-8',
      'application/x-www-form-urlencoded',
      undefined,
    ]);
    const { headers } = build({ headers: { 'content-type': 'application/xml' }, body: { text: '<a/>' } });
    assert.equal(headers['content-type'], 'application/xml');
    assert.equal(headers['Content-Type'], undefined);
  });

  it('may be a form', () => {
    const { body } = build({ body: { form: { x: '{{a}}', y: ['1', '{{b}}'], z: '{{c}}' } } }, { a: 'a&b=é', b: 2 });
    assert.equal(body?.toString(), 'x=a%26b%3D%C3%A9&y=1&y=2');
  });

  it('as text requires its values', () => {
    assert.throws(() => build({ body: { text: 'Hello {{a}}' } }), { message: /request\.body\.text: "a" is absent/ });
  });
});

describe('action input', () => {
  const input = {
    type: 'object' as const,
    properties: { number: { type: 'integer' as const, minimum: 1 }, title: { type: 'string' as const } },
    required: ['number'],
  };
  const call = (value: unknown): PreparedRequest =>
    buildRequest(makePackage({ action: { input } }), 'call', { input: value, account });

  it('is checked against its schema and reports all mistakes at once', () => {
    call({ number: 1 });
    assert.throws(() => call({ number: 0, title: 7, extra: 1 }), {
      class: 'invalid_input',
      message:
        'input.number: expected at least 1, got 0; input.title: expected text, got a number; input.extra: unknown key "extra"; known keys are number, title',
    });
    assert.throws(() => call('x'), { message: 'input: expected an object, got text' });
  });

  it('for an unknown action fails and lists the known actions', () => {
    for (const name of ['cal', 'constructor']) {
      assert.throws(() => buildRequest(makePackage({}), name, { input: {}, account }), {
        class: 'fatal',
        message: /it has call/,
      });
    }
  });
});

describe('repeatable', () => {
  const repeatable = (method: Request['method'], action = {}, idempotencyKey?: string): boolean =>
    buildRequest(makePackage({ request: { method, path: '/' }, action }), 'call', {
      input: {},
      account,
      ...(idempotencyKey && { idempotencyKey }),
    }).repeatable;

  it('depends on the method unless the action declares it', () => {
    assert.deepEqual(
      (['GET', 'HEAD', 'PUT', 'DELETE', 'POST', 'PATCH'] as const).map((method) => repeatable(method)),
      [true, true, true, true, false, false],
    );
    assert.deepEqual(
      (['PROPFIND', 'REPORT', 'MKCOL', 'COPY', 'MOVE', 'PROPPATCH'] as const).map((method) => repeatable(method)),
      [true, true, false, false, false, false],
    );
    assert.equal(repeatable('POST', { repeatable: true }), true);
    assert.equal(repeatable('PUT', { repeatable: false }), false);
  });

  it('is true with an idempotency key', () => {
    const action = { idempotencyHeader: 'Idempotency-Key' };
    assert.equal(repeatable('POST', action), false);
    assert.equal(repeatable('POST', action, 'run 1'), true);
  });
});
