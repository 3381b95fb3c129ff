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

describe('a credential in a line that is printed', () => {
  const rows: [title: string, texts: Record<string, string>, secrets: string[]][] = [
    ['known by its form', { [action]: withHeader(`"X-Api-Key": "${token}"`) }, [token]],
    ['that is short', { [action]: withHeader('"X-Password": "hunter2"') }, ['hunt']],
    ['of sixteen signs', { [action]: withHeader('"X-Password": "hunter2-hunter22"') }, ['hunter2']],
    ['behind a scheme', { [action]: withHeader(`"X-Shop": "{{account.shop}} ${token}"`) }, [token]],
    ['known by its name', { [action]: withHeader(`"X-Password": "${password}"`) }, [password]],
    [
      'written with escapes',
      { [action]: withHeader(`"X-Password": "\\u0063orrect-Horse-7-batt\\u0065ry"`) },
      ['-7-ba'],
    ],
    ['beside another one', { [action]: withHeader(`"X-Shop": "${token} ${slack}"`) }, [token, slack]],
    ['in a text', { 'README.md': `# Golden\n\nSet ${token} there, and ${slack}.\n` }, [token, slack]],
    [
      'in a file of one line',
      { [action]: JSON.stringify(JSON.parse(withHeader(`"X-Password": "${password}", "titel": "{{titel}}"`))) },
      [password],
    ],
    ['in a file that cannot be read', { [connector]: `{ "label": "${token}" "a": 1 }` }, [token]],
    ['in a fixture', { 'fixtures/a.json': `{ "kind": "action", "a": 1, "input": { "title": "${token}" } }` }, [token]],
  ];
  for (const [title, texts, secrets] of rows)
    it(`is not shown whole in any format: one ${title}`, () => {
      const problems = problemsOf(texts);
      assert.notEqual(problems.length, 0);
      for (const format of problemFormats) {
        const written = formatProblems(problems, { format });
        for (const secret of secrets) assert.ok(!written.includes(secret.slice(0, 14)), `${format}: ${written}`);
      }
    });

  it('has the signs of the message, and the caret where it begins', () => {
    const problems = problemsOf({ [action]: withHeader(`"X-Shop": "a ${token}"`) });
    const written = formatProblems(problems, { format: 'text' }).split('\n');
    assert.match(written[0]!, /"ghp_a1B2…" has the form of a credential/);
    assert.ok(written[1]!.includes(`"a ghp_a1B2${'*'.repeat(32)}"`), written[1]);
    assert.equal(written[2]!.indexOf('^'), written[1]!.indexOf('ghp_'));
  });

  it('leaves nothing of what was masked in the problems', () => {
    const problems = problemsOf({ [action]: withHeader(`"X-Api-Key": "${token}"`) });
    assert.ok(problems.some(({ code }) => code === 'credential_in_package'));
    assert.ok(problems.every((problem) => !('secrets' in problem)));
  });
});
