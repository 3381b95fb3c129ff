import assert from 'node:assert/strict';
import { createValidator } from './validate.ts';

const schema = {
  $id: 'call.schema.json',
  type: 'object',
  additionalProperties: false,
  required: ['method'],
  properties: {
    method: { enum: ['GET', 'POST'] },
    helpText: { type: 'string', maxLength: 5 },
    status: {
      anyOf: [
        { type: 'integer', minimum: 100 },
        { type: 'array', items: { type: 'integer' } },
      ],
    },
    body: {
      type: 'object',
      oneOf: [
        { additionalProperties: false, required: ['kind'], properties: { kind: { const: 'json' }, value: {} } },
        {
          additionalProperties: false,
          required: ['kind', 'text'],
          properties: { kind: { const: 'text' }, text: { type: 'string' } },
        },
      ],
    },
    name: { type: 'string', pattern: '^[a-z]+$', expected: 'lower-case letters' },
    inner: { $ref: '#/$defs/inner' },
  },
  $defs: {
    inner: { type: 'object', additionalProperties: { type: 'number' }, propertyNames: { pattern: '^[a-z]+$' } },
  },
};

function codes(value: unknown): string[] {
  return createValidator(schema)(value).map((mistake) => `${mistake.pointer} ${mistake.code}`);
}

describe('validator', () => {
  it('reports nothing for a valid value', () => {
    assert.deepEqual(createValidator(schema)({ method: 'GET', status: [200, 201] }), []);
  });

  it('suggests the nearest key for an unknown one, and does not also report that one as missing', () => {
    const mistakes = createValidator(schema)({ mehtod: 'GET' });
    assert.deepEqual(mistakes.length, 1);
    assert.equal(mistakes[0]?.pointer, '#/mehtod');
    assert.equal(mistakes[0]?.code, 'unknown_key');
    assert.equal(mistakes[0]?.suggestion, 'method');
    assert.equal(mistakes[0]?.detail, 'unknown key "mehtod"; did you mean "method"?');
  });

  it('suggests a key in another spelling', () => {
    assert.equal(createValidator(schema)({ method: 'GET', help_text: 'x' })[0]?.suggestion, 'helpText');
  });

  it('reports all mistakes in the order of the value', () => {
    assert.deepEqual(codes({ name: 'A', helpText: 'too long', method: 'PUT' }), [
      '#/name wrong_format',
      '#/helpText too_long',
      '#/method not_allowed',
    ]);
  });

  it('uses the description of the schema for the expected value', () => {
    const mistakes = createValidator(schema)({ method: 'GET', name: 'A' });
    assert.equal(mistakes[0]?.detail, 'expected lower-case letters, got "A"');
  });

  it('suggests the nearest of the allowed values', () => {
    const mistakes = createValidator(schema)({ method: 'get' });
    assert.equal(mistakes[0]?.suggestion, 'GET');
    assert.deepEqual(mistakes[0]?.allowed, ['GET', 'POST']);
  });

  it('reports once that a value is not allowed, with the value', () => {
    const validate = createValidator({
      type: 'object',
      properties: { width: { enum: [1, 2, 3], type: 'integer' }, method: { enum: ['GET'], type: 'string' } },
    });
    const said = (value: object) => validate(value).map(({ code, detail }) => `${code}: ${detail}`);
    assert.deepEqual(said({ width: 4 }), ['not_allowed: 4 is not allowed; expected one of 1, 2, 3']);
    assert.deepEqual(said({ width: 1.5 }), ['not_allowed: 1.5 is not allowed; expected one of 1, 2, 3']);
    assert.deepEqual(said({ width: '2' }), ['not_allowed: "2" is not allowed; expected one of 1, 2, 3']);
    assert.deepEqual(said({ method: 5 }), ['not_allowed: a number is not allowed; expected "GET"']);
  });

  it('reports only the intended branch of a union', () => {
    assert.deepEqual(codes({ method: 'GET', status: 7 }), ['#/status too_small']);
    assert.deepEqual(codes({ method: 'GET', status: ['a'] }), ['#/status/0 wrong_type']);
  });

  it('names the kinds that a union accepts if none matches', () => {
    const mistakes = createValidator(schema)({ method: 'GET', status: 'ok' });
    assert.equal(mistakes[0]?.detail, 'expected a whole number or a list, got text');
    assert.equal(mistakes.length, 1);
  });

  it('reports a tagged union by its tag', () => {
    assert.deepEqual(codes({ method: 'GET', body: { kind: 'text' } }), ['#/body missing_key']);
    assert.deepEqual(codes({ method: 'GET', body: { kind: 'xml' } }), ['#/body/kind not_allowed']);
    assert.deepEqual(codes({ method: 'GET', body: {} }), ['#/body missing_key']);
  });

  it('names the tags that a union accepts, including those of referenced branches', () => {
    const branch = (kind: string) => ({ type: 'object', properties: { kind: { const: kind } }, required: ['kind'] });
    const elsewhere = createValidator({
      oneOf: [{ $ref: '#/$defs/report' }, { $ref: '#/$defs/action' }],
      $defs: { report: branch('runReport'), action: branch('action') },
    });
    const [mistake] = elsewhere({ kind: 'runReprt' });
    assert.deepEqual(
      [mistake!.allowed, mistake!.suggestion, mistake!.detail],
      [['runReport', 'action'], 'runReport', '"runReprt" is not allowed; expected one of "runReport", "action"'],
    );
  });

  it('reports an invalid key at the key', () => {
    assert.deepEqual(codes({ method: 'GET', inner: { 'a/b#': 1 } }), ['#/inner/a~1b%23 wrong_key']);
  });

  it('treats keys that every object inherits as unknown', () => {
    assert.deepEqual(codes(JSON.parse('{"method":"GET","__proto__":1,"constructor":2}')).sort(), [
      '#/__proto__ unknown_key',
      '#/constructor unknown_key',
    ]);
  });

  it('reports a single mistake for a value that is nested too deeply', () => {
    const deep: unknown = JSON.parse('['.repeat(5000) + ']'.repeat(5000));
    assert.deepEqual(
      createValidator(schema)(deep).map((mistake) => mistake.code),
      ['too_deep'],
    );
  });

  it('accepts text that is not well-formed Unicode', () => {
    assert.equal(createValidator(schema)({ method: 'GET', '\ud800': 1 })[0]?.code, 'unknown_key');
  });
});

describe('found value', () => {
  const schema = {
    $id: 'found.schema.json',
    type: 'object',
    properties: {
      status: { type: 'integer', minimum: 200, maximum: 599 },
      name: { type: 'string', minLength: 1, maxLength: 5 },
      list: { type: 'array', minItems: 1, maxItems: 2 },
      part: { type: 'object', minProperties: 2, properties: { name: {}, value: {}, file: {} } },
      any: { type: 'object', minProperties: 1 },
      pair: { type: 'object', maxProperties: 1, expected: 'one of a and b' },
      secret: { type: 'string', pattern: '^test-', expected: 'a made-up secret', writeOnly: true },
    },
  };
  const rows: [given: object, detail: string][] = [
    [{ status: 99 }, 'expected at least 200, got 99'],
    [{ status: 600 }, 'expected at most 599, got 600'],
    [{ name: '' }, 'expected at least 1 character, got none'],
    [{ name: 'secret' }, 'expected at most 5 characters, got 6'],
    [{ list: [] }, 'expected at least 1 entry, got none'],
    [{ list: [1, 2, 3] }, 'expected at most 2 entries, got 3'],
    [{ part: { name: 'a' } }, 'expected at least 2 of name, value, file, got name'],
    [{ part: {} }, 'expected at least 2 of name, value, file, got none'],
    [{ any: {} }, 'expected at least 1 key, got none'],
    [{ pair: { a: 1, b: 1 } }, 'expected one of a and b, got a, b'],
    [{ secret: 'real' }, 'expected a made-up secret'],
  ];
  for (const [given, detail] of rows) {
    it(`is reported: ${detail}`, () =>
      assert.deepEqual(
        createValidator(schema)(given).map((mistake) => mistake.detail),
        [detail],
      ));
  }
});

it('shows a text in the wrong format next to the expected format', () => {
  const validate = createValidator({ $id: 'mail.schema.json', type: 'string', format: 'email' });
  assert.equal(validate('nobody')[0]!.detail, 'expected the format "email", got "nobody"');
});
