import assert from 'node:assert/strict';
import { checkJsonBlocks } from './check-json-blocks.ts';
import { checkJsonValues } from './check-json-values.ts';
import { kept, literal, type Roots, scalar } from './shapes.ts';

const roots: Roots = { title: scalar, id: kept, count: literal, tags: { kind: 'list', item: scalar } };

describe('the values of a text that is to be JSON', () => {
  const cases: [text: string, hints: string[]][] = [
    ['{"a":{{title|json}},"n":{{count}},"l":{{tags|json}}}', []],
    ['{"a":"{{count}}","b":"x/{{title|url}}/{{title|base64}}"}', []],
    ['[{{#each tags as |tag n|}}{{#if n}},{{/if}}{"n":{{n}},"tag":{{tag|json}}}{{/each}}]', []],
    ['{"ids":[{{id}}],"n":-{{id}},"id":{{id|json}}}', []],
    ['{"a":"{{id}}"}', ['write {{id|json}} without the quotation marks around it']],
    ['{"a":{{id|url}}}', ['write {{id|json}}']],
    ['{"a":"{{title}}"}', ['write {{title|json}} without the quotation marks around it']],
    ['{"a":{{title}}}', ['write {{title|json}}']],
    ['{"a":{{title|url}}}', ['write {{title|json}}']],
    ['{"a":{{tags}}}', ['write {{tags|json}}']],
    ['[0{{#each tags as |tag|}},{{tag}}{{/each}}]', ['write {{tag|json}}']],
    [
      '{"a":"To {{title}}","b":{{title}}}',
      [
        'write the body as a structure instead of one text: a value inside of a longer text is safe there',
        'write {{title|json}}',
      ],
    ],
  ];
  for (const [text, hints] of cases) {
    it(`are ${hints.length === 0 ? 'written as JSON' : 'not all written as JSON'}: ${text}`, () =>
      assert.deepEqual(
        checkJsonValues(text, roots).map(({ hint }) => hint),
        hints,
      ));
  }
});

describe('the blocks of a text that is to be JSON', () => {
  const cases: [text: string, message: string | undefined][] = [
    ['[{{#each tags as |tag n|}}{{#if n}},{{/if}}{{tag|json}}{{/each}}]', undefined],
    ['[{{#each tags as |tag|}}{{tag|json}},{{/each}}0]', undefined],
    ['{"a":1{{#if title}},"b":2{{else}},"c":3{{/if}}}', undefined],
    [
      '[{{#each tags as |tag|}}{{tag|json}},{{/each}}]',
      'with an element in "tags" this is no JSON: a value is expected, but there is "]"',
    ],
    [
      '{"a":[{{#each tags as |tag|}}{"b":{{tag|json}}}{{/each}}]}',
      'with two elements in "tags" this is no JSON: "," or "]" is expected, but there is "{"',
    ],
    [
      '[{{#each tags as |tag|}}{{tag|json}}{{/each}}]',
      'with two elements in "tags" this is no JSON: "," or "]" is expected, but there is the value of "tag"',
    ],
    [
      '[{{#each tags as |tag|}}{{tag|json}} {{/each}}]',
      'with two elements in "tags" this is no JSON: "," or "]" is expected, but there is the value of "tag"',
    ],
    ['[{{#each tags as |tag n|}}{{#if n}},{{/if}}-{{tag|json}}.{{n|json}}{{/each}}]', undefined],
    [
      '{"a":1{{#if title}},"b":2,{{/if}}}',
      'where "title" is there this is no JSON: a key in quotation marks is expected, but there is "}"',
    ],
    [
      '{"a":1{{#if title}},"b":2{{else}},{{/if}}}',
      'where "title" is not there this is no JSON: a key in quotation marks is expected, but there is "}"',
    ],
    [
      '[{{#each tags as |tag n|}}{{#if n}},{{/if}}[{{#each tag.parts as |part|}}{{part|json}},{{/each}}]{{/each}}]',
      'with an element in "tag.parts" this is no JSON: a value is expected, but there is "]"',
    ],
  ];
  for (const [text, message] of cases) {
    it(`${message === undefined ? 'all give some' : 'do not all give any'}: ${text}`, () =>
      assert.equal(checkJsonBlocks(text)?.message, message));
  }

  it('are not judged where there are too many ways', () => {
    const began = performance.now();
    assert.equal(checkJsonBlocks(`[${'{{#if x}}1,{{else}}"a",{{/if}}'.repeat(480)}0]`), undefined);
    // A busy machine takes longer over it.
    assert.ok(performance.now() - began < 60_000);
  });
});
