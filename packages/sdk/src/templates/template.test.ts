import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { ActionError } from '../action-error.ts';
import { filterNames } from './filters.ts';
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
    ['inserts a value unchanged', 'a&b <{{title}}>', { title: '"x" & <y>' }, 'a&b <"x" & <y>>'],
    ['writes numbers and booleans as text', '{{a}} {{b}}', { a: 1.5, b: false }, '1.5 false'],
    ['writes JSON with |json', '{{title|json}}', { title: 'a "b"\nc\\' }, '"a \\"b\\"\\nc\\\\"'],
    ['renders a slot inside nested braces', '{"a":{"b":{{title|json}}}}', { title: 'x' }, '{"a":{"b":"x"}}'],
    ['renders a slot between single braces', '{{{title}}}', { title: 'x' }, '{x}'],
    ['writes null with |json for an absent value', '{"a":{{title|json}}}', {}, '{"a":null}'],
    ['writes null with |json for a value that is absent at any depth', '{{a.b.c.d|json}}', { a: {} }, 'null'],
    ['writes null with |json below a number', '{{a.b|json}}', { a: 0 }, 'null'],
    ['writes objects and lists with |json', '{{a|json}}', { a: { b: [1, null] } }, '{"b":[1,null]}'],
    ['escapes all but ASCII with |asciijson', '{{a|asciijson}}', { a: 'é😀' }, '"\\u00e9\\ud83d\\ude00"'],
    ['percent-encodes with |url', '{{a|url}}', { a: "a/b?c#d e'é" }, 'a%2Fb%3Fc%23d%20e%27%C3%A9'],
    ['encodes with |base64', '{{a|base64}}', { a: 'é' }, 'w6k='],
    ['applies filters from left to right', '{{a|json|base64}}', { a: 'x' }, 'Ingi'],
    ['allows spaces in a slot', 'x{{  title  |  json  }}', { title: 'y' }, 'x"y"'],
    [
      'reads names with other characters in brackets',
      '-{{event.[event-data].[@odata.etag]}}',
      { event: { 'event-data': { '@odata.etag': 'e' } } },
      '-e',
    ],
    [
      'reads names that contain pairs of brackets, such as form fields',
      '-{{event.[data[id]]}}{{event.[data[merges][NAME]].[x[y]]|json}}{{[a[b]].c}}',
      { event: { 'data[id]': 'e', 'data[merges][NAME]': { 'x[y]': 1 } }, 'a[b]': { c: 2 } },
      '-e12',
    ],
    [
      'reads names that contain an escaped bracket or backslash',
      String.raw`{{event.[a\]b]}}{{event.[\[]}}{{event.[c\\]}}{{event.[d}}\]]}}`,
      { event: { 'a]b': 1, '[': 2, 'c\\': 3, 'd}}]': 4 } },
      '1234',
    ],
    ['reads names with hyphens and numbers', '-{{event.x-id.0}}', { event: { 'x-id': ['first'] } }, '-first'],
    ['does not index into text', '{{a.0|json}}{{a.b.1|json}}', { a: 'Bad request', b: 'x' }, 'nullnull'],
    ['does not read the length of text', '{{a.b.length|json}}', { a: { b: 'Bad request' } }, 'null'],
    [
      'reads the length of a list and of its elements',
      '{{#each a as |x|}}{{x.length}}{{/each}}{{a.length}}',
      { a: [[1, 2]] },
      '21',
    ],
    [
      'does not read the length of text in a list',
      '{{#each a as |x|}}{{x.length|json}},{{/each}}',
      { a: ['xy'] },
      'null,',
    ],
    ['reads object keys named 0 or length', '{{a.0}}{{a.length}}', { a: { 0: 'x', length: 'y' } }, 'xy'],
    [
      'evaluates #if and #each below an index',
      '{{#if a.0.b}}{{#each a.0.b as |x|}}{{x}}{{/each}}{{/if}}',
      { a: [{ b: [1, 2] }] },
      '12',
    ],
    ['reads an index of a value named like a helper', '-{{at.0}}', { at: ['x'] }, '-x'],
    ['reads a name with braces', '-{{a.[b}}c]}}', { a: { 'b}}c': 1 } }, '-1'],
    ['reads a name with a backslash', '-{{a.[b\\c]}}', { a: { 'b\\c': 1 } }, '-1'],
    ['keeps plain braces', 'a } } { b }}', {}, 'a } } { b }}'],
    ['writes literal braces after a backslash', 'a \\{{title}}', { title: 'x' }, 'a {{title}}'],
    ['writes one backslash for two before a slot', 'C:\\\\{{title}}', { title: 'x' }, 'C:\\x'],
    ['drops comments', 'a{{! nothing }}b', {}, 'ab'],
    [
      'keeps white space and line breaks around blocks',
      'a\n{{#if title}}\n  b\n{{/if}}\nc',
      { title: 'x' },
      'a\n\n  b\n\nc',
    ],
    ['selects a branch with #if', '{{#if a}}1{{else if b}}2{{else}}3{{/if}}', { b: 'x' }, '2'],
    [
      'treats an empty list, 0 and "" as false',
      '{{#if a}}1{{else}}2{{/if}}{{#if b}}1{{else}}2{{/if}}',
      { a: [], b: 0 },
      '22',
    ],
    [
      'loops over a list with #each',
      '{{#each labels as |label i|}}{{i}}={{label.name}};{{/each}}',
      { labels: [{ name: 'a' }, { name: 'b' }] },
      '0=a;1=b;',
    ],
    ['reads the roots inside #each', '{{#each labels as |l|}}{{title}}{{/each}}', { labels: [1, 2], title: 'x' }, 'xx'],
    [
      'nests #each',
      '{{#each a as |row|}}{{#each row as |cell|}}{{cell}},{{/each}};{{/each}}',
      { a: [[1, 2], [3]] },
      '1,2,;3,;',
    ],
    ['loops zero times over an absent value', '-{{#each a.b as |x|}}{{x}}{{/each}}', {}, '-'],
    ['renders undefined if a value is absent', 'Hello {{title}}', {}, undefined],
    ['treats null as absent in text', 'Hello {{title}}', { title: null }, undefined],
  ];
  for (const [title, template, values, expected] of rows) {
    it(title, () => assert.equal(renderTemplate(template, values), expected));
  }

  it('keeps the type of the value if it is a single slot', () => {
    assert.deepEqual(renderTemplate('{{a}}', { a: [1] }), [1]);
    assert.equal(renderTemplate('{{a.b}}', { a: { b: 7 } }), 7);
    assert.equal(renderTemplate('{{a}}', { a: null }), null);
    assert.equal(renderTemplate('{{a}}', {}), undefined);
    assert.equal(renderTemplate('{{a|json}}', { a: 7 }), '7');
  });

  it('does not write a list or an object as plain text', () => {
    assert.throws(() => renderTemplate('x {{a}}', { a: {} }, { place: 'request.path' }), {
      message: 'request.path: "a": an object cannot be written as plain text; write it with |json',
    });
  });

  it('names the place of a missing required value', () => {
    assert.throws(() => renderText('/x/{{a.b}}', {}, { place: 'request.path' }), {
      class: 'invalid_input',
      message: 'request.path: "a.b" is absent, but a value is required here',
    });
    assert.throws(() => renderText('{{a}}', { a: null }, { place: 'request.path' }), ActionError);
    assert.equal(renderOptionalText('{{a}}', { a: null }), undefined);
  });
});

describe('rendering a JSON structure', () => {
  it('keeps types and drops keys with absent values', () => {
    const structure = { a: '{{n}}', b: { c: 'x{{t}}', d: '{{gone}}' }, e: ['{{gone}}', '{{n}}'], f: 3, g: null };
    assert.deepEqual(renderStructure(structure, { n: 7, t: 'y' }), { a: 7, b: { c: 'xy' }, e: [7], f: 3, g: null });
  });
});

describe('an absent value with onAbsent', () => {
  it('is the empty text in a text with other parts, and is named with its place', () => {
    const found: string[] = [];
    const onAbsent = (path: string, place: string) => void found.push(`${place} ${path}`);
    const structure = { a: 'Hello {{user.name}}!', b: '{{gone}}', c: ['{{n}} {{gone|url}}'] };
    assert.deepEqual(renderStructure(structure, { n: 7 }, { place: 'input', onAbsent }), { a: 'Hello !', c: ['7 '] });
    assert.deepEqual(found, ['input.a user.name', 'input.c.0 gone']);
  });
});

describe('the template compiler', () => {
  const rows: [title: string, template: string, expected: string][] = [
    ['accepts known names', '{{title|json}} {{account.owner}} {{event.body.any.thing}}', ''],
    ['reports an unknown root with its place', 'Hello {{titel}}', '8 unknown_name'],
    ['reports an unknown field at the field', 'Hello {{account.ownr}}', '16 unknown_name'],
    ['reports a name below a single value', '{{title.x}}', '8 unknown_name'],
    ['reports a field of a list', '{{labels.name}}', '9 unknown_name'],
    ['reports an unknown field of a list item', '{{#each labels as |l|}}{{l.nam}}{{/each}}', '27 unknown_name'],
    ['reports a list item outside its loop', '{{#each labels as |l|}}{{/each}}{{l}}', '34 unknown_name'],
    ['reports a secret where secrets are not allowed', '{{account.token}}', '10 secret_not_here'],
    ['reports all problems', '{{a}} {{b}}', '2 unknown_name, 8 unknown_name'],
    ['reports an unknown filter', '{{title|jsn}}', '8 unknown_filter'],
    ['reports a filter that is not allowed here', '{{title|hmac_sha256 account.owner}}', '8 filter_not_here'],
    ['reports a slot that is never closed', 'a {{title', '2 unclosed_slot'],
    ['reports an empty slot', 'a {{ }}', '5 empty_slot'],
    ['reports a block that is never closed', 'a {{#if title}} b', '2 unclosed_block'],
    ['reports an end without an open block', 'a {{/if}}', '2 unopened_block'],
    [
      'reports blocks closed in the wrong order',
      '{{#if title}}{{#each labels as |l|}}{{/if}}{{/each}}',
      '36 unopened_block',
    ],
    ['reports else outside #if', '{{else}}', '0 unopened_block'],
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

  it('suggests the closest name', () => {
    assert.equal(compileTemplate('{{titel}}', { roots }).problems[0]?.hint, 'did you mean "title"?');
    assert.equal(compileTemplate('{{title|jsn}}', { roots }).problems[0]?.hint, 'did you mean "json"?');
    assert.equal(compileTemplate('{{account.x}}', { roots }).problems[0]?.hint, 'known here: owner, token');
  });
});

describe('a hostile template', () => {
  it('cannot read a prototype', () => {
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

  it('reads an own key named __proto__ as data', () => {
    assert.equal(renderTemplate('{{a.__proto__.b}}', JSON.parse('{"a":{"__proto__":{"b":1}}}')), 1);
  });

  it('is refused unless it is text', () => {
    assert.throws(() => compileTemplate({ type: 'Program', body: [] } as unknown as string));
  });

  it('is refused with hundreds of nested blocks', () => {
    const text = '{{#if title}}'.repeat(500) + '{{/if}}'.repeat(500);
    assert.deepEqual(
      compileTemplate(text, { roots }).problems.map(({ code }) => code),
      ['template_too_deep'],
    );
  });

  it('is refused if it is very long', () => {
    assert.equal(problemOf('x'.repeat(100_001)), '0 template_too_large');
    assert.equal(problemOf('{{title}}'.repeat(1001)), '0 template_too_large');
  });

  it('is refused with a path of more than a hundred names', () => {
    const path = `title${'.a'.repeat(99)}`;
    assert.deepEqual(compileTemplate(`{{${path}|json}}`).problems, []);
    assert.deepEqual(compileTemplate(`{{${path}}}`).template!.render({}), { absent: path });
    for (const text of [`{{${path}.a}}`, `{{#if ${path}.a}}x{{/if}}`, `{{#each ${path}.a as |b|}}{{b}}{{/each}}`])
      assert.deepEqual(
        compileTemplate(text).problems.map(({ code }) => code),
        ['template_too_large'],
      );
  });

  it('is refused at the first filter beyond the limit', () => {
    assert.equal(problemOf(`{{title${'|base64'.repeat(5)}}}`), '');
    assert.equal(problemOf(`{{title${'|base64'.repeat(70)}}}`), '43 template_too_large');
  });

  it('is stopped between filters that make a text too long', () => {
    const values = { a: '\u0001'.repeat(1_000_000) };
    const signed = `{{a|json|json|json|hmac_sha256 k}}`;
    assert.throws(() => renderTemplate(signed, { ...values, k: 'x' }), {
      message: /"a": the text is longer than 5000000/,
    });
  });

  it('is stopped in deeply nested loops', () => {
    const loops = (body: string): string => '{{#each a as |b|}}'.repeat(5) + body + '{{/each}}'.repeat(5);
    const values = { a: Array.from({ length: 100 }, (_, index) => index) };
    for (const body of ['', 'x'])
      assert.throws(() => renderTemplate(`-${loops(body)}`, values), { message: /loop over fewer elements/ });
  });

  it('is stopped if its output grows too long', () => {
    const values = { a: Array.from({ length: 100 }, () => 'x'.repeat(100_000)) };
    assert.throws(() => renderTemplate('-{{#each a as |b|}}{{b}}{{/each}}', values), { message: /characters/ });
  });
});

describe('filters that join and encode', () => {
  const values = {
    account: { email: 'fern@example.com', token: 'a?b' },
    absent: null,
    upload: 'https://a.example/x{?name,label}',
  };
  const render = (text: string): unknown => {
    const { template, problems } = compileTemplate(text);
    assert.deepEqual(problems, []);
    const rendered = template!.render(values);
    return 'value' in rendered ? rendered.value : undefined;
  };

  it('joins texts and values under a filter', () => {
    const pair = Buffer.from('fern@example.com/token:a?b').toString('base64');
    assert.equal(render("{{account.email|append '/token:'|append account.token|base64}}"), pair);
    assert.equal(render("{{account.token|prepend 'x-'}}"), 'x-a?b');
    assert.equal(render('{{account.token|append absent}}'), undefined);
  });

  it('encodes digests as their bytes', () => {
    assert.equal(render('{{account.token|md5}}'), createHash('md5').update('a?b').digest('hex'));
    assert.equal(render('{{account.token|sha256|base64url}}'), createHash('sha256').update('a?b').digest('base64url'));
    assert.equal(render('{{account.token|base64url}}'), 'YT9i');
  });

  it('strips the variables of a URI template', () => {
    assert.equal(render('{{upload|strip_variables}}'), 'https://a.example/x');
  });

  it('says what is missing', () => {
    assert.match(compileTemplate('{{account.email|append}}').problems[0]!.message, /needs a text or a name/);
    assert.match(compileTemplate('{{account.email|append|base64}}').problems[0]!.message, /needs a text or a name/);
  });

  it('does not let a joined value be one of the keys', () => {
    const roots = { event: any };
    const keyRoots = { event: any, account: any };
    const options = { roots, keyRoots, filters: filterNames };
    assert.deepEqual(compileTemplate('{{event.a|hmac_sha256 account.s}}', options).problems, []);
    const { problems } = compileTemplate('{{event.a|append account.s|hmac_sha256 account.s}}', options);
    assert.equal(problems[0]?.code, 'unknown_name');
  });
});
