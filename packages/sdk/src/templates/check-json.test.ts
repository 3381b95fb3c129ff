import assert from 'node:assert/strict';
import fc from 'fast-check';
import { checkJson } from './check-json.ts';
import { literal, scalar, type Shape } from './shapes.ts';
import { endsJson, jsonStart, readSign, type JsonState } from './json-machine.ts';

/** Whether the text, without slots, is read to its end. */
function isRead(text: string): boolean {
  let state: JsonState | undefined = jsonStart;
  for (const sign of text) state = state && readSign(state, sign);
  return state !== undefined && endsJson(state);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const possible = [
  '{"a":{"b":{{x|json}}}}',
  '[{{#each l as |i|}}{{i|json}}{{/each}}]',
  '[{{#each l as |i n|}}{{#if n}},{{/if}}{{i|json}}{{/each}}]',
  '{"a":[1{{#each l as |i|}},{{i|json}}{{/each}}]}',
  '[{{#each l as |i|}}{{i|json}},{{/each}}0]',
  '{"a":1{{#if x}},"b":{{x|json}}{{/if}}}',
  '{"a":1{{#if x}},"b":2}{{/if}}',
  '{{#if x}}{"a":{{x|json}}}{{else if y}}[]{{else}}null{{/if}}',
  '{"title":"{{title}}","id":"n-{{id|url}}","n":{{n}}}',
  '{ {{key|json}} : -{{n}}.{{m}}e{{p}} }',
  '[{{n}}5, 1{{n|json}}, {{x|base64}}, {{x|asciijson}}]',
  '[0{{#each l as |i|}} {{i|json}}{{/each}}]',
  '{{#each l as |i n|}}{{#if n}}]{{else}}[{{/if}}{{/each}}',
  '{"a":1 {{x|url}}}',
  '{{x|json}}',
  '{{x}}',
  '{"a":1{{more}}}',
  '{"a":"\\{{x}} \\\\{{x}}"}',
  '{"a":"\\u{{hex}}"} {{! a comment }}',
  ' [true, false, null, -0.5e-10, "\\u00e9\\n", {}] ',
];

const impossible: [text: string, place: number, message: string, hint?: string][] = [
  ['{"body":{{body|json}}', 21, '"," or "}" is expected, but the text ends', 'close what is open: } is missing'],
  [
    '{"a":[{"b":"{{x}}',
    17,
    'the closing quotation mark is expected, but the text ends',
    'close what is open: "}]} is missing',
  ],
  ['{"body":{{body|json}}}}', 22, 'the end of the text is expected, but there is "}"'],
  ['{"a":{{x|json}} "b":1}', 16, '"," or "}" is expected, but there is "\\""'],
  ['{"a":{{x|json}},}', 16, 'a key in quotation marks is expected, but there is "}"'],
  ['{a:{{x|json}}}', 1, 'a key in quotation marks or "}" is expected, but there is "a"'],
  ['{"a" {{x|json}}}', 7, '":" is expected, but there is the value of "x"'],
  ["{'a':{{x|json}}}", 1, 'a key in quotation marks or "}" is expected, but there is "\'"'],
  ['[{{x|json}},]', 12, 'a value is expected, but there is "]"'],
  ['{"a":tru{{#if x}}x{{/if}}}', 25, '"e" is expected, but there is "}"'],
  ['[-01]', 3, '"," or "]" is expected, but there is "1"'],
  ['{"a":01}', 6, '"," or "}" is expected, but there is "1"'],
  ['{"a":"line\nbreak"}', 10, 'the closing quotation mark is expected, but there is "\\n"'],
  ['{"a":"\\x"}', 7, 'an escape such as \\n or \\u00e9 is expected, but there is "x"'],
  ['{"a":1{{#if x}},"b":2{{/if}}', 28, '"," or "}" is expected, but the text ends'],
  ['["\\{{a}} \\{{b}}",]', 17, 'a value is expected, but there is "]"'],
  ['', 0, 'a value is expected, but the text ends', 'write the whole value'],
  ['hello', 0, 'a value is expected, but there is "h"'],
];

describe('a text that is to be JSON', () => {
  it('is lost for certain where the values outside of quotation marks are numbers', () => {
    const isPossible = (size: Shape): boolean | undefined => checkJson('{"size":{{size}}', { size })?.isPossible;
    assert.deepEqual([isPossible(literal), isPossible(scalar)], [false, true]);
  });

  it('is warned of where |json stands in quotation marks, since it writes those of a text itself', () => {
    const { offset, isPossible } = checkJson('{"a":{{y|json}},"b":"{{x|json}}"}')!;
    assert.deepEqual([offset, isPossible], [23, true]);
  });

  for (const text of possible) {
    it(`can be: ${text}`, () => assert.equal(checkJson(text), undefined));
  }

  for (const [text, place, message, hint] of impossible) {
    it(`never is: ${JSON.stringify(text)}`, () => {
      const mistake = checkJson(text);
      assert.deepEqual([mistake?.offset, mistake?.message], [place, `no value makes this JSON: ${message}`]);
      if (hint !== undefined) assert.equal(mistake!.hint, hint);
    });
  }

  it('may be where a value outside of quotation marks can bring what is missing', () => {
    assert.equal(checkJson('{"a":{{begin}}1}}')?.isPossible, true);
    assert.equal(checkJson('{"a":{{x}}')?.isPossible, true);
    assert.equal(checkJson('{"a":"{{x}}"')?.isPossible, false);
    assert.equal(checkJson('{"a":{{x|json}}')?.isPossible, false);
  });

  it('is not judged where the template cannot be read or has too many ways', () => {
    assert.equal(checkJson('{"a":{{x|jsn}}'), undefined);
    assert.equal(checkJson('['.repeat(50_000)), undefined);
    const pieces = Array.from({ length: 9 }, (_, index) => `{{#if x}}${'['.repeat(2 ** index)}{{/if}}`).join('');
    assert.equal(checkJson(`${pieces}}`), undefined);
  });

  it('is judged in a moment, however its blocks are nested', () => {
    const began = performance.now();
    const deep = `${'{{#each l as |i|}}'.repeat(8)}${'[1],'.repeat(20_000)}${'{{/each}}'.repeat(8)}`;
    checkJson(deep);
    checkJson(`[${'{{#if x}}1,{{else}}"a",{{/if}}'.repeat(480)}`);
    // A busy machine takes longer over it.
    assert.ok(performance.now() - began < 60_000);
  });

  it('is read as the parser of the language reads it', () => {
    const pieces = fc.constantFrom(
      ...[
        '{',
        '}',
        '[',
        ']',
        ',',
        ':',
        '"',
        '"a"',
        '"a":',
        '\\',
        '\\n',
        '\\u00e9',
        'u12',
        '0',
        '1',
        '-',
        '.5',
        'e',
        '+',
      ],
      ...['true', 'nul', 'l', 'false', ' ', '\n', '\t', '\u00a0', 'é', '\u0001', '{"a":1}', '[1,2]'],
    );
    const cut = fc.tuple(fc.json(), fc.nat(), fc.nat({ max: 2 }), pieces).map(([text, at, drop, piece]) => {
      const place = at % (text.length + 1);
      return text.slice(0, place) + piece + text.slice(place + drop);
    });
    const anyText = fc.oneof(
      fc.json(),
      cut,
      fc.array(pieces, { maxLength: 8 }).map((list) => list.join('')),
    );
    fc.assert(
      fc.property(anyText, (text) => assert.equal(isRead(text), isJson(text), text)),
      { numRuns: 3000 },
    );
  });
});
