import assert from 'node:assert/strict';
import { checkJsonConditions } from './check-json-conditions.ts';
import { literal, scalar, type Roots } from './shapes.ts';

const absence = { remedy: 'add it to required' };
const roots: Roots = {
  a: { ...scalar, absence },
  b: { ...scalar, absence },
  c: { ...scalar, absence },
  text: scalar,
  flag: literal,
  list: { kind: 'list', item: scalar },
};

const broken: [text: string, where: string, hint: RegExp][] = [
  ['{"n":1,{{#if a}}"a":{{a|json}}{{/if}}}', '"a" is not there', /comma inside/],
  ['{"n":1,{{#if flag}}"a":{{flag}}{{/if}}}', '"flag" is not there', /comma inside/],
  ['{ {{#if a}}"a":{{a|json}}{{/if}},"n":1}', '"a" is not there', /comma inside/],
  ['{"a":{{#if a}}{{a|json}}{{/if}}}', '"a" is not there', /\{\{a\|json\}\} without #if/],
  ['{"a":{{#if a}}{{a|json}}{{else}}{{/if}}}', '"a" is not there', /without #if/],
  ['[1,{{#if a}}{{a|json}}{{/if}}]', '"a" is not there', /comma inside/],
  ['{"a":{{#if a}}1{{else if b}}2{{/if}}}', '"a" and "b" are not there', /else/],
  [
    '{ {{#if a}}"a":{{a|json}}{{/if}}{{#if b}},"b":{{b|json}}{{/if}} }',
    '"b" is there and "a" is not there',
    /stand first/,
  ],
  ['{ {{#if a}}"a":1,{{/if}}{{#if b}}"b":2{{/if}} }', '"a" is there and "b" is not there', /stand first/],
  ['{"n":1,{{#if list}}"l":[1]{{/if}}}', '"list" is not there', /comma inside/],
  ['{{#if a}}{"a":1,{{#if b}}"b":2{{/if}}}{{else}}{}{{/if}}', '"a" is there and "b" is not there', /stand first/],
  [`{"n":1${'{{#if a}},"x":1{{/if}}{{#if b}},"x":1{{/if}}'.repeat(2)},{{#if c}}"c":3{{/if}}}`, '"c" is not there', /i/],
];

const sound = [
  '{"n":1{{#if a}},"a":{{a|json}}{{/if}}{{#if b}},"b":{{b|json}}{{/if}}}',
  '{ {{#if a}}"a":{{a|json}},{{/if}}"n":1}',
  '{"a":{{#if a}}{{a|json}}{{else}}null{{/if}}}',
  '{"a":{{#if a}}1{{else if b}}2{{else}}3{{/if}}}',
  '{ {{#if a}}"a":1{{#if b}},{{/if}}{{/if}}{{#if b}}"b":2{{/if}} }',
  '{{#if a}}[{{/if}}1{{#if a}}]{{/if}}',
  '{"n":1,{{#if text}}"t":{{text|json}}{{/if}}}',
  '[{{#each list as |x index|}}{{#if index}},{{/if}}{{x|json}}{{/each}}]',
  '{{#if a}}{"a":1{{#if b}},"b":2{{/if}}}{{else}}{"n":2}{{/if}}',
  '{"s":"{{#if a}}{{a}}{{/if}}"}',
  '{{#if e}}{ {{#if e.x}}"x":1{{/if}} {{else}}{ {{/if}} }',
];

describe('the conditions of a text that is to be JSON', () => {
  for (const [text, where, hint] of broken) {
    it(`leave no JSON where ${where}: ${text}`, () => {
      const found = checkJsonConditions(text, roots);
      assert.ok(found !== undefined, 'no mistake is found');
      assert.ok(found.message.startsWith(`where ${where} this is no JSON: `), found.message);
      assert.match(found.hint, hint);
    });
  }

  for (const text of sound) {
    it(`leave JSON on every way: ${text}`, () => assert.equal(checkJsonConditions(text, roots), undefined));
  }

  it('are tried alone and without all of them where there are many', () => {
    const names = Array.from({ length: 30 }, (_, index) => `x${index}`);
    const keys = names.map((name) => `{{#if ${name}}},"${name}":1{{/if}}`).join('');
    assert.equal(checkJsonConditions(`{"n":1${keys}}`), undefined);
    assert.match(checkJsonConditions(`{"n":1${keys},{{#if last}}"l":1{{/if}}}`)!.message, /^where "last" is not there/);
  });
});
