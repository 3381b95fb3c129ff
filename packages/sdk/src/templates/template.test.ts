import assert from 'node:assert/strict';
import { ActionError } from '../action-error.ts';
import { renderOptionalText, renderStructure, renderTemplate, renderText } from './render.ts';
import { any, objectOf, scalar, type Roots } from './shapes.ts';
import { compileTemplate } from './template.ts';

const roots: Roots = {
  title: scalar,
  account: objectOf({
    owner: scalar,
    token: { kind: 'refused', code: 'secret_not_here', message: 'the secret stands here', hint: 'move it' },
  }),
  labels: { kind: 'list', item: objectOf({ name: scalar }) },
  event: objectOf({ headers: any, body: any }),
};

/** The position and message of a template's first problem. */
function problemOf(text: string): string {
  const { problems } = compileTemplate(text, { roots });
  return problems.map(({ offset, code }) => `${offset} ${code}`).join(', ');
}

describe('a template', () => {
  const rows: [title: string, template: string, values: object, expected: unknown][] = [
    ['puts a value in as it was typed', 'a&b <{{title}}>', { title: '"x" & <y>' }, 'a&b <"x" & <y>>'],
    ['writes numbers and yes or no as text', '{{a}} {{b}}', { a: 1.5, b: false }, '1.5 false'],
    ['gives JSON with |json', '{{title|json}}', { title: 'a "b"\nc\\' }, '"a \\"b\\"\\nc\\\\"'],
    ['stands inside nested braces', '{"a":{"b":{{title|json}}}}', { title: 'x' }, '{"a":{"b":"x"}}'],
    ['stands between single braces', '{{{title}}}', { title: 'x' }, '{x}'],
    ['gives null with |json for what is absent', '{"a":{{title|json}}}', {}, '{"a":null}'],
    ['gives null with |json for what is absent at any depth', '{{a.b.c.d|json}}', { a: {} }, 'null'],
    ['gives null with |json below a number', '{{a.b|json}}', { a: 0 }, 'null'],
    ['writes objects and lists with |json', '{{a|json}}', { a: { b: [1, null] } }, '{"b":[1,null]}'],
    ['escapes all but ASCII with |asciijson', '{{a|asciijson}}', { a: 'é😀' }, '"\\u00e9\\ud83d\\ude00"'],
    ['percent-encodes with |url', '{{a|url}}', { a: "a/b?c#d e'é" }, 'a%2Fb%3Fc%23d%20e%27%C3%A9'],
    ['encodes with |base64', '{{a|base64}}', { a: 'é' }, 'w6k='],
    ['applies filters from left to right', '{{a|json|base64}}', { a: 'x' }, 'Ingi'],
    ['allows spaces in a slot', 'x{{  title  |  json  }}', { title: 'y' }, 'x"y"'],
    [
      'reaches names with other signs in brackets',
      '-{{event.[event-data].[@odata.etag]}}',
      { event: { 'event-data': { '@odata.etag': 'e' } } },
      '-e',
    ],
    [
      'reaches names with pairs of brackets in them, as the fields of a form have',
      '-{{event.[data[id]]}}{{event.[data[merges][NAME]].[x[y]]|json}}{{[a[b]].c}}',
      { event: { 'data[id]': 'e', 'data[merges][NAME]': { 'x[y]': 1 } }, 'a[b]': { c: 2 } },
      '-e12',
    ],
    [
      'reaches names with one bracket or a backslash in them behind a backslash',
      String.raw`{{event.[a\]b]}}{{event.[\[]}}{{event.[c\\]}}{{event.[d}}\]]}}`,
      { event: { 'a]b': 1, '[': 2, 'c\\': 3, 'd}}]': 4 } },
      '1234',
    ],
    ['reaches names with hyphens and numbers', '-{{event.x-id.0}}', { event: { 'x-id': ['first'] } }, '-first'],
    ['takes no letter of a text', '{{a.0|json}}{{a.b.1|json}}', { a: 'Bad request', b: 'x' }, 'nullnull'],
    ['takes no length of a text', '{{a.b.length|json}}', { a: { b: 'Bad request' } }, 'null'],
    [
      'takes the length of a list and of each in it',
      '{{#each a as |x|}}{{x.length}}{{/each}}{{a.length}}',
      { a: [[1, 2]] },
      '21',
    ],
    ['takes no part of a text in a list', '{{#each a as |x|}}{{x.length|json}},{{/each}}', { a: ['xy'] }, 'null,'],
    ['reaches what an object calls 0 or length', '{{a.0}}{{a.length}}', { a: { 0: 'x', length: 'y' } }, 'xy'],
    [
      'chooses and loops below an index',
      '{{#if a.0.b}}{{#each a.0.b as |x|}}{{x}}{{/each}}{{/if}}',
      { a: [{ b: [1, 2] }] },
      '12',
    ],
    ['reaches an index of what is called like a helper', '-{{at.0}}', { at: ['x'] }, '-x'],
    ['reaches a name with braces', '-{{a.[b}}c]}}', { a: { 'b}}c': 1 } }, '-1'],
    ['reaches a name with a backslash', '-{{a.[b\\c]}}', { a: { 'b\\c': 1 } }, '-1'],
    ['keeps plain braces', 'a } } { b }}', {}, 'a } } { b }}'],
    ['takes a backslash before braces as plain braces', 'a \\{{title}}', { title: 'x' }, 'a {{title}}'],
    ['takes two backslashes as one before a slot', 'C:\\\\{{title}}', { title: 'x' }, 'C:\\x'],
    ['leaves comments out', 'a{{! nothing }}b', {}, 'ab'],
    [
      'keeps white space and line breaks around blocks',
      'a\n{{#if title}}\n  b\n{{/if}}\nc',
      { title: 'x' },
      'a\n\n  b\n\nc',
    ],
    ['chooses with #if', '{{#if a}}1{{else if b}}2{{else}}3{{/if}}', { b: 'x' }, '2'],
    [
      'takes an empty list, 0 and "" as no',
      '{{#if a}}1{{else}}2{{/if}}{{#if b}}1{{else}}2{{/if}}',
      { a: [], b: 0 },
      '22',
    ],
    [
      'repeats with #each and names',
      '{{#each labels as |label i|}}{{i}}={{label.name}};{{/each}}',
      { labels: [{ name: 'a' }, { name: 'b' }] },
      '0=a;1=b;',
    ],
    [
      'reaches the roots inside #each',
      '{{#each labels as |l|}}{{title}}{{/each}}',
      { labels: [1, 2], title: 'x' },
      'xx',
    ],
    [
      'nests #each',
      '{{#each a as |row|}}{{#each row as |cell|}}{{cell}},{{/each}};{{/each}}',
      { a: [[1, 2], [3]] },
      '1,2,;3,;',
    ],
    ['repeats nothing for what is absent', '-{{#each a.b as |x|}}{{x}}{{/each}}', {}, '-'],
    ['gives undefined where a value is absent', 'Hello {{title}}', {}, undefined],
    ['takes null as absent in a text', 'Hello {{title}}', { title: null }, undefined],
  ];
  for (const [title, template, values, expected] of rows) {
    it(title, () => assert.equal(renderTemplate(template, values), expected));
  }

  it('that is one whole expression keeps the type of its value', () => {
    assert.deepEqual(renderTemplate('{{a}}', { a: [1] }), [1]);
    assert.equal(renderTemplate('{{a.b}}', { a: { b: 7 } }), 7);
    assert.equal(renderTemplate('{{a}}', { a: null }), null);
    assert.equal(renderTemplate('{{a}}', {}), undefined);
    assert.equal(renderTemplate('{{a|json}}', { a: 7 }), '7');
  });

  it('does not write a list or an object as plain text', () => {
    assert.throws(() => renderTemplate('x {{a}}', { a: {} }, { place: 'request.path' }), {
      message: 'request.path: "a": an object has no plain text; write it with |json',
    });
  });

  it('names the place where an absent value is needed', () => {
    assert.throws(() => renderText('/x/{{a.b}}', {}, { place: 'request.path' }), {
      class: 'invalid_input',
      message: 'request.path: "a.b" is absent, and this place needs a value',
    });
    assert.throws(() => renderText('{{a}}', { a: null }, { place: 'request.path' }), ActionError);
    assert.equal(renderOptionalText('{{a}}', { a: null }), undefined);
  });
});

describe('the texts of a JSON structure', () => {
  it('are rendered with their types, and absent ones drop their key', () => {
    const structure = { a: '{{n}}', b: { c: 'x{{t}}', d: '{{gone}}' }, e: ['{{gone}}', '{{n}}'], f: 3, g: null };
    assert.deepEqual(renderStructure(structure, { n: 7, t: 'y' }), { a: 7, b: { c: 'xy' }, e: [7], f: 3, g: null });
  });
});

describe('the template compiler', () => {
  const rows: [title: string, template: string, expected: string][] = [
    ['accepts known names', '{{title|json}} {{account.owner}} {{event.body.any.thing}}', ''],
    ['reports an unknown root with its place', 'Hello {{titel}}', '8 unknown_name'],
    ['reports an unknown field at the field', 'Hello {{account.ownr}}', '16 unknown_name'],
    ['reports a name below a single value', '{{title.x}}', '8 unknown_name'],
    ['reports a field of a list', '{{labels.name}}', '9 unknown_name'],
    ['knows the fields of the items of a list', '{{#each labels as |l|}}{{l.nam}}{{/each}}', '27 unknown_name'],
    ['does not know an item outside of its list', '{{#each labels as |l|}}{{/each}}{{l}}', '34 unknown_name'],
    ['reports a secret where none may stand', '{{account.token}}', '10 secret_not_here'],
    ['reports all problems', '{{a}} {{b}}', '2 unknown_name, 8 unknown_name'],
    ['reports an unknown filter', '{{title|jsn}}', '8 unknown_filter'],
    ['reports a filter that may not stand here', '{{title|hmac_sha256 account.owner}}', '8 filter_not_here'],
    ['reports a slot that is never closed', 'a {{title', '2 unclosed_slot'],
    ['reports an empty slot', 'a {{ }}', '5 empty_slot'],
    ['reports a block that is never closed', 'a {{#if title}} b', '2 unclosed_block'],
    ['reports an end that closes nothing', 'a {{/if}}', '2 unopened_block'],
    ['reports ends in the wrong order', '{{#if title}}{{#each labels as |l|}}{{/if}}{{/each}}', '36 unopened_block'],
    ['reports else outside of #if', '{{else}}', '0 unopened_block'],
    ['reports a second else', '{{#if title}}{{else}}{{else}}{{/if}}', '21 unopened_block'],
    ['reports #each without names', '{{#each labels}}{{/each}}', '14 slot_syntax'],
    ['reports an unknown block', '{{#with title}}{{/with}}', '2 unknown_block'],
    ['refuses partials', '{{> secrets}}', '2 slot_syntax'],
    ['refuses calls of helpers', '{{lookup title "x"}}', '9 slot_syntax'],
    ['refuses the parent and the current item', '{{../title}}', '2 slot_syntax'],
    ['refuses this', '{{this}}', '2 slot_syntax'],
    ['refuses data variables', '{{@root.title}}', '2 slot_syntax'],
    ['refuses subexpressions', '{{title (lookup title "x")}}', '8 slot_syntax'],
    ['refuses decorators', '{{* title}}', '2 slot_syntax'],
  ];
  for (const [title, template, expected] of rows) {
    it(title, () => assert.equal(problemOf(template), expected));
  }

  it('says what was probably meant', () => {
    assert.equal(compileTemplate('{{titel}}', { roots }).problems[0]?.hint, 'did you mean "title"?');
    assert.equal(compileTemplate('{{title|jsn}}', { roots }).problems[0]?.hint, 'did you mean "json"?');
    assert.equal(compileTemplate('{{account.x}}', { roots }).problems[0]?.hint, 'known here: owner, token');
  });
});

describe('a hostile template', () => {
  it('reaches nothing of a prototype', () => {
    for (const path of [
      'constructor.constructor',
      '__proto__.x',
      'a.__proto__',
      'a.constructor.name',
      'a.toString',
      'list.map',
    ]) {
      assert.equal(renderTemplate(`{{${path}|json}}`, { a: 'x', list: [1] }), 'null', path);
    }
  });

  it('reads a key named __proto__ that the value really has as data', () => {
    assert.equal(renderTemplate('{{a.__proto__.b}}', JSON.parse('{"a":{"__proto__":{"b":1}}}')), 1);
  });

  it('is compiled from text only', () => {
    assert.throws(() => compileTemplate({ type: 'Program', body: [] } as unknown as string));
  });

  it('with blocks nested hundreds deep is refused', () => {
    const text = '{{#if title}}'.repeat(500) + '{{/if}}'.repeat(500);
    assert.deepEqual(
      compileTemplate(text, { roots }).problems.map(({ code }) => code),
      ['template_too_deep'],
    );
  });

  it('that is very long is refused', () => {
    assert.equal(problemOf('x'.repeat(100_001)), '0 template_too_large');
    assert.equal(problemOf('{{title}}'.repeat(1001)), '0 template_too_large');
  });

  it('with a path of more than a hundred names is refused, whatever stands around it', () => {
    const path = `title${'.a'.repeat(99)}`;
    assert.deepEqual(compileTemplate(`{{${path}|json}}`).problems, []);
    assert.deepEqual(compileTemplate(`{{${path}}}`).template!.render({}), { absent: path });
    for (const text of [`{{${path}.a}}`, `{{#if ${path}.a}}x{{/if}}`, `{{#each ${path}.a as |b|}}{{b}}{{/each}}`])
      assert.deepEqual(
        compileTemplate(text).problems.map(({ code }) => code),
        ['template_too_large'],
      );
  });

  it('with a chain of filters is refused at the first that is too many', () => {
    assert.equal(problemOf(`{{title${'|base64'.repeat(5)}}}`), '');
    assert.equal(problemOf(`{{title${'|base64'.repeat(70)}}}`), '43 template_too_large');
  });

  it('whose filters make a text grow is stopped between two of them', () => {
    const values = { a: '\u0001'.repeat(1_000_000) };
    const signed = `{{a|json|json|json|hmac_sha256 k}}`;
    assert.throws(() => renderTemplate(signed, { ...values, k: 'x' }), {
      message: /"a": the text grows beyond 5000000/,
    });
  });

  it('with loops in loops is stopped', () => {
    const loops = (body: string): string => '{{#each a as |b|}}'.repeat(5) + body + '{{/each}}'.repeat(5);
    const values = { a: Array.from({ length: 100 }, (_, index) => index) };
    for (const body of ['', 'x'])
      assert.throws(() => renderTemplate(`-${loops(body)}`, values), { message: /loop over less/ });
  });

  it('that grows without end is stopped', () => {
    const values = { a: Array.from({ length: 100 }, () => 'x'.repeat(100_000)) };
    assert.throws(() => renderTemplate('-{{#each a as |b|}}{{b}}{{/each}}', values), { message: /characters/ });
  });
});
