import assert from 'node:assert/strict';
import { action, connector } from '../../test/golden/golden-case.ts';
import { goldenConnector } from '../../test/golden-connector.ts';
import { compileConnector } from './compile-connector.ts';
import { formatProblems, problemFormats } from './format-problems.ts';
import type { SourceProblem } from './source-problem.ts';

const token = `ghp_${'a1B2c3D4e5F6g7H8i9J0'.repeat(2).slice(0, 36)}`;
const slack = ['xoxb', '123456789012', '123456789012', 'AbCdEfGhIjKlMnOpQrStUvWx'].join('-');
const password = 'correct-Horse-7-battery-staple';

/** The problems of the golden connector with other texts. */
function problemsOf(texts: Record<string, string>): SourceProblem[] {
  return compileConnector(new Map(Object.entries({ ...goldenConnector, ...texts }))).problems;
}

function withHeader(header: string): string {
  return goldenConnector[action]!.replace('"X-Shop": "{{account.shop}}"', () => header);
}

describe('a credential in a printed line', () => {
  const rows: [title: string, texts: Record<string, string>, secrets: string[]][] = [
    ['recognized by its form', { [action]: withHeader(`"X-Api-Key": "${token}"`) }, [token]],
    ['a short one', { [action]: withHeader('"X-Password": "hunter2"') }, ['hunt']],
    ['one of sixteen characters', { [action]: withHeader('"X-Password": "hunter2-hunter22"') }, ['hunter2']],
    ['after a scheme', { [action]: withHeader(`"X-Shop": "{{account.shop}} ${token}"`) }, [token]],
    ['recognized by its name', { [action]: withHeader(`"X-Password": "${password}"`) }, [password]],
    [
      'written with escapes',
      { [action]: withHeader(`"X-Password": "\\u0063orrect-Horse-7-batt\\u0065ry"`) },
      ['-7-ba'],
    ],
    ['next to another one', { [action]: withHeader(`"X-Shop": "${token} ${slack}"`) }, [token, slack]],
    ['in README.md', { 'README.md': `# Golden\n\nSet ${token} there, and ${slack}.\n` }, [token, slack]],
    [
      'in a single-line file',
      { [action]: JSON.stringify(JSON.parse(withHeader(`"X-Password": "${password}", "titel": "{{titel}}"`))) },
      [password],
    ],
    ['in a file that cannot be parsed', { [connector]: `{ "label": "${token}" "a": 1 }` }, [token]],
    ['in a fixture', { 'fixtures/a.json': `{ "kind": "action", "a": 1, "input": { "title": "${token}" } }` }, [token]],
  ];
  for (const [title, texts, secrets] of rows)
    it(`is masked in every format: ${title}`, () => {
      const problems = problemsOf(texts);
      assert.notEqual(problems.length, 0);
      for (const format of problemFormats) {
        const written = formatProblems(problems, { format });
        for (const secret of secrets) assert.ok(!written.includes(secret.slice(0, 14)), `${format}: ${written}`);
      }
    });

  it('shows the same characters as the message, with the caret at its start', () => {
    const problems = problemsOf({ [action]: withHeader(`"X-Shop": "a ${token}"`) });
    const written = formatProblems(problems, { format: 'text' }).split('\n');
    assert.match(written[0]!, /"ghp_a1B2…" looks like a credential/);
    assert.ok(written[1]!.includes(`"a ghp_a1B2${'*'.repeat(32)}"`), written[1]);
    assert.equal(written[2]!.indexOf('^'), written[1]!.indexOf('ghp_'));
  });

  it('leaves no trace of the mask in the problems', () => {
    const problems = problemsOf({ [action]: withHeader(`"X-Api-Key": "${token}"`) });
    assert.ok(problems.some(({ code }) => code === 'credential_in_package'));
    assert.ok(problems.every((problem) => !('secrets' in problem)));
  });
});
