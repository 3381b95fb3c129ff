import assert from 'node:assert/strict';
import { readMarkdown, readSpans } from './read-markdown.ts';

describe('the text of a connector', () => {
  it('is read as headings, paragraphs, lists, tables and code', () => {
    const text = [
      '# GitHub',
      'Opens',
      'issues.',
      '',
      '- one',
      '  goes on',
      '- two',
      '',
      '| Action | Inputs |',
      '| ------ | ------ |',
      '| `a`    | x \\| y |',
      '',
      '```sh',
      '# no heading',
      '```',
    ].join('\n');
    assert.deepEqual(readMarkdown(text), [
      { kind: 'heading', text: 'GitHub' },
      { kind: 'paragraph', text: 'Opens issues.' },
      { kind: 'list', items: ['one goes on', 'two'], isNumbered: false },
      { kind: 'table', head: ['Action', 'Inputs'], rows: [['`a`', 'x | y']] },
      { kind: 'code', text: '# no heading' },
    ]);
  });

  it('links only to addresses with https, and leaves HTML as text', () => {
    assert.deepEqual(readSpans('See [docs](https://example.com/a) and `x`.'), [
      { kind: 'text', text: 'See ' },
      { kind: 'link', text: 'docs', address: 'https://example.com/a' },
      { kind: 'text', text: ' and ' },
      { kind: 'code', text: 'x' },
      { kind: 'text', text: '.' },
    ]);
    for (const text of ['[x](javascript:alert(1))', '<img src=x onerror=alert(1)>'])
      assert.deepEqual(readSpans(text), [{ kind: 'text', text }]);
  });
});
