import assert from 'node:assert/strict';
import { compileTemplate } from '../templates/template.ts';
import { goldenConnector } from '../../test/golden-connector.ts';
import { compileConnector } from './compile-connector.ts';
import type { SourceProblem } from './source-problem.ts';

const action = 'actions/create-issue.json';
const written = '"title": "{{title}}"';

/** What is found where the title of the golden action is another text; `project` is an input that its path uses. */
function found(text: string): SourceProblem[] {
  const source = goldenConnector[action] ?? '';
  assert.ok(source.includes(written));
  const texts = { ...goldenConnector, [action]: source.replace(written, () => `"title": ${JSON.stringify(text)}`) };
  return compileConnector(new Map(Object.entries(texts))).problems.filter(({ code }) => code !== 'unused_input');
}

function toldOf(text: string): string[] {
  return found(text).map(({ code, severity }) => `${code} ${severity}`);
}

/** What a text sends, with a value for each input. */
function sent(text: string): unknown {
  const { template } = compileTemplate(text);
  return template?.render({ title: 'T', project: 'P' });
}

describe('texts of other languages', () => {
  for (const [severity, texts] of Object.entries({
    warning: [
      '${project}',
      'up{job="${project}"}',
      '<%project%> {{title}}',
      '%7B%7Bproject%7D%7D',
      'echo ${title} {{title}}',
      '{{#each labels as |label|}}{{label}} ${label}{{/each}}',
      'project}}',
      '{ {project} }',
      '{project',
      '{"a": "{project}", "b": "{{title}}"}',
      '{#if project}yes{/if}',
      '{{{title}}}',
      '<p>{{{title}}}</p>',
      'Hello {{{title}}}, bye',
      '{"a":"{{{title}}}"}',
      'created:{{title}}}',
      '{{{title}} and more',
    ],
    error: [
      '${title}',
      '<%title%>',
      'title}}',
      '{ {title} }',
      '{"a": "${title}"}',
      '{"a": "title}}"}',
      '${account.shop}',
      '{account.shop',
      '{project}}',
      '{project|json}',
      '{{title}}}',
      '{{{title}}',
    ],
  }))
    for (const text of texts)
      it(`tells of ${text} as ${severity === 'error' ? 'an error' : 'a warning'}`, () =>
        assert.deepEqual(toldOf(text), [`slot_syntax ${severity}`]));

  for (const text of [
    'created:[{{title}} TO {{project}}}',
    'kind:[a TO b] created:{{{title}} TO {{project}}]',
    "{{{title}}}='{{project}}'",
    'AND({{{title}}}, {{{project}}})',
    'avg:load{{{title}}}',
    '[a-z]{{{title}}}',
    String.raw`\sqrt{{{title}}} + x^{{{project}}}`,
    String.raw`\{{Infobox|name={{title}}}}`,
    '{{{{title}}}}',
    '{issue(id:{{title|json}}){labels{project}}} # :-}',
    '{"query": "{viewer{project}}", "id": {{title|json}}}',
    '{"query": "query { project }", "id": {{title|json}}}',
    '{#if other}{/if}',
    'other}} {other',
    'project.name}} {"a": {}}',
  ])
    it(`takes ${text} as it stands`, () => assert.deepEqual(toldOf(text), []));

  for (const text of [
    '${project}',
    '<%project%> {{title}}',
    '<%= project %>',
    '%7B%7Bproject%7D%7D',
    '{ {project} }',
    '{project}',
    '{project',
    'project}}',
    '{#if project}yes',
    '{{{project}}}',
    'created:{{project}}}',
    '{{{project}} and more',
    '${title}',
    '{{title}}}',
    '{{{title}}',
  ])
    it(`says how ${text} is meant as it stands, which is then sent`, () => {
      const [problem] = found(text);
      const { column, hint = '' } = problem!;
      const [, literal = ''] = /(?: stands| meant), (.*)$/.exec(hint) ?? [];
      assert.match(literal, /\{\{!\}\}/);
      // Where the slot itself is told, the literal holds the sign beside it.
      const plain = literal.replaceAll('{{!}}', '');
      assert.ok(text.includes(plain), `${text} holds ${plain} at ${column}`);
      const asItStands = text.replace(plain, () => literal);
      assert.deepEqual(toldOf(asItStands), []);
      assert.deepEqual(sent(asItStands), sent(text));
    });

  it('says how braces of another language are sent where they name nothing here', () => {
    for (const text of ['{{1}}', '{{ticket.id}}', '{{ticket.title}}']) {
      const [problem] = found(text);
      assert.equal(problem?.code, 'unknown_name');
      assert.match(problem?.hint ?? '', /where the braces are meant, write \\\{\{, which is \\\\\{\{ in a JSON file$/);
      assert.deepEqual(toldOf(`\\${text}`), []);
      assert.deepEqual(sent(`\\${text}`), { value: text });
    }
  });

  it('says so where another language calls a function', () => {
    const text = '{{DATE(2017-02-14, SHORT)}}';
    assert.match(found(text)[0]?.hint ?? '', /where the braces are meant, write \\\{\{/);
    assert.deepEqual(toldOf(`\\${text}`), []);
  });

  it('says nothing of braces where a name is misspelt', () =>
    assert.equal(found('{{titel}}')[0]?.hint, 'did you mean "title"?'));
});
