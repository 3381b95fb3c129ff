import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { oauthConnector } from '../../../test/oauth-connector.ts';
import { uploadConnector } from '../../../test/upload-connector.ts';
import { compileConnector } from '../compile-connector.ts';
import { explainCode, type SourceProblemCode, sourceProblemCodes } from './index.ts';

const codes = Object.keys(sourceProblemCodes) as SourceProblemCode[];
const action = 'actions/create-issue.json';
const upload = 'actions/send-file.json';

type Edit = [file: string, find: string, replacement: string];

/** Codes whose examples are prose or stand for another part of the file, with the edits that produce them. */
const editsByCode: Partial<Record<SourceProblemCode, Edit[]>> = {
  byte_order_mark: [['connector.json', '{', '\ufeff{']],
  more_mistakes: [[action, '{', `{${Array.from({ length: 201 }, (_, key) => `"x${key}":1,`).join('')}`]],
  unreachable_rule: [
    [
      action,
      '"request": {',
      '"errors": [{ "status": [403], "class": "auth" }, { "status": [403], "class": "fatal" }], "request": {',
    ],
  ],
  optional_needed: [[action, '"json": { "title": "{{title}}", "labels": "{{labels}}" }', '"text": "{{labels}}"']],
  empty_file: [[action, uploadConnector[action]!, ' \n']],
  too_deep: [[action, '{ "title": "{{title}}", "labels": "{{labels}}" }', '['.repeat(101) + ']'.repeat(101)]],
  template_too_large: [[action, '{{title}}', '{{title}}'.repeat(1001)]],
  template_too_deep: [[action, '{{title}}', '{{#if title}}'.repeat(9) + '{{/if}}'.repeat(9)]],
  missing_key: [['webhooks/events.json', '  "missingId": "refuse",\n', '']],
  header_set_by_body: [
    [action, '"X-Shop": "{{account.shop}}" },', '"Content-Type": "multipart/form-data" },'],
    [
      action,
      '"json": { "title": "{{title}}", "labels": "{{labels}}" }',
      '"multipart": [{ "name": "a", "value": "b" }]',
    ],
  ],
  value_or_file: [
    [
      action,
      '"json": { "title": "{{title}}", "labels": "{{labels}}" }',
      '"multipart": [{ "name": "attachment", "value": "{{title}}", "file": true }]',
    ],
  ],
  file_not_here: [
    [
      action,
      '"json": { "title": "{{title}}", "labels": "{{labels}}" }',
      '"multipart": [{ "name": "attachment", "file": true }]',
    ],
  ],
  wrong_workflow: [
    [
      'workflows/tell.json',
      '',
      JSON.stringify({
        name: 'Tell',
        trigger: { kind: 'button' },
        steps: [{ id: 'wait', kind: 'wait', until: '{{steps.later.output}}' }],
      }),
    ],
  ],
  key_not_here: [[upload, '"send": "pieces"', '"send": "body"']],
  unreachable_webhook: [['webhooks/more.json', '', uploadConnector['webhooks/events.json']!]],
  wrong_form: [
    [upload, '"send": "pieces"', '"send": "form"'],
    [upload, '"chunkSize": 8388608,\n', ''],
    [upload, '"goOn": [308],\n', ''],
    [upload, '"confirmed": { "path": "response.headers.range", "as": "range" },\n', ''],
    [upload, '"status": { "method": "PUT", "headers": { "Content-Range": "bytes */{{file.size}}" } },\n', ''],
  ],
  unsafe_icon: [['icon.svg', '', '<svg onload="start()"><path d="M0 0h8v8z" /></svg>']],
  wrong_file_name: [['actions/Create Issue.json', '', uploadConnector[action]!]],
  unknown_file: [['action/create-issue.json', '', uploadConnector[action]!]],
  missing_file: [['connector.json', '', '']],
  no_fixture: [
    [
      'fixtures/ping.json',
      '',
      '{ "kind": "webhook", "webhook": "events", "delivery": { "headers": {} }, "expect": { "kind": "ignored" } }',
    ],
  ],
};

/** Codes that need a real folder. */
const onDisk: SourceProblemCode[] = ['link', 'not_a_file', 'not_utf8'];
/** Codes about several connectors together, tested in `repeated-id.test.ts`. */
const ofSeveral: SourceProblemCode[] = ['repeated_id'];

function problemsOf(edits: Edit[]): ReturnType<typeof compileConnector>['problems'] {
  const isOf = (connector: Readonly<Record<string, string>>): boolean =>
    edits.every(([file, find]) => (connector[file] ?? '').includes(find));
  const texts = new Map(
    Object.entries(!isOf(uploadConnector) && isOf(oauthConnector) ? oauthConnector : uploadConnector),
  );
  for (const [file, find, replacement] of edits) {
    const text = texts.get(file) ?? '';
    assert.ok(text.includes(find), `${file} contains ${find}`);
    if (find === '' && replacement === '') texts.delete(file);
    else texts.set(file, find === '' ? replacement : text.replace(find, () => replacement));
  }
  return compileConnector(texts).problems;
}

describe('problem codes', () => {
  it('each have a title, a reason, a bad example and a good one', () => {
    for (const code of codes) {
      const { title, why, bad, good } = sourceProblemCodes[code];
      assert.match(title, /^[A-Z].*[^.]$/, code);
      assert.match(why, /\.$/, code);
      assert.notEqual(bad, good, code);
    }
  });

  for (const code of codes.filter((name) => ![...onDisk, ...ofSeveral].includes(name))) {
    it(`${code} is reported for its bad example and not for the good one`, () => {
      const { file, bad, good } = sourceProblemCodes[code];
      const problems = problemsOf(editsByCode[code] ?? [[file, good, bad]]);
      assert.ok(
        problems.some((problem) => problem.code === code),
        `got ${problems.map((problem) => problem.code).join(', ') || 'nothing'}`,
      );
    });
  }

  it('link, not_a_file and not_utf8 are reported for such files', () => {
    const folder = mkdtempSync(join(tmpdir(), 'tallyhook-codes-'));
    try {
      for (const [path, text] of Object.entries(uploadConnector)) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), text);
      }
      symlinkSync(join(folder, action), join(folder, 'actions/link.json'));
      execFileSync('mkfifo', [join(folder, 'actions/pipe.json')]);
      writeFileSync(join(folder, 'README.md'), Buffer.from('Caf\xe9', 'latin1'));
      assert.deepEqual(
        compileConnector(folder)
          .problems.map(({ code }) => code)
          .sort(),
        onDisk,
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('have examples from connectors without mistakes', () => {
    assert.deepEqual(problemsOf([]), []);
    assert.deepEqual(compileConnector(new Map(Object.entries(oauthConnector))).problems, []);
  });

  it('are explained in any spelling, with a suggestion for unknown ones', () => {
    const explained = explainCode('UNKNOWN-KEY');
    assert.ok('title' in explained);
    assert.equal(explained.code, 'unknown_key');
    assert.deepEqual(explainCode('unknwon_key'), { nearest: 'unknown_key' });
    assert.deepEqual(explainCode('toString'), {});
  });
});
