import assert from 'node:assert/strict';
import { compileConnector } from '../../src/compile/compile-connector.ts';
import { goldenConnector } from '../golden-connector.ts';
import { addressCases, soundBases } from './address-cases.ts';
import { causeCases } from './cause-cases.ts';
import { credentialCases } from './credential-cases.ts';
import { echoCases } from './echo-cases.ts';
import { exchangeCases } from './exchange-cases.ts';
import { fileCases } from './file-cases.ts';
import { action, connector, type Edit, type GoldenCase } from './golden-case.ts';
import { headerCases, soundTypes } from './header-cases.ts';
import { inputSchemaCases } from './input-schema-cases.ts';
import { missingFeatureCases } from './missing-feature-cases.ts';
import { odditiesCases } from './oddities-cases.ts';
import { peerCases } from './peer-cases.ts';
import { plainTextCases, soundLists } from './plain-text-cases.ts';
import { requestCases } from './request-cases.ts';
import { severalCases } from './several-cases.ts';
import { soundCredentials } from './sound-credentials.ts';
import { subscriptionCases } from './subscription-cases.ts';
import { syntaxCases } from './syntax-cases.ts';
import { soundRules, successRuleCases } from './success-rule-cases.ts';
import { templateCases } from './template-cases.ts';
import { uploadCases } from './upload-cases.ts';
import { valueCases } from './value-cases.ts';
import { webhookCases } from './webhook-cases.ts';

const suite: Record<string, GoldenCase[]> = {
  'JSON syntax': syntaxCases,
  'keys and values': valueCases,
  'input schemas': inputSchemaCases,
  templates: templateCases,
  requests: requestCases,
  headers: headerCases,
  uploads: uploadCases,
  webhooks: webhookCases,
  files: fileCases,
  'several mistakes': severalCases,
  'unsupported features': missingFeatureCases,
  'sign-in, pagination and responses': exchangeCases,
  'mistakes that other validators miss': peerCases,
  'mistakes with many consequences': causeCases,
  'template mistakes that affect other checks': echoCases,
  'unreachable rules': successRuleCases,
  addresses: addressCases,
  'values that are not plain text': plainTextCases,
  'valid but suspicious values': odditiesCases,
  'subscription fixtures': subscriptionCases,
  'constant credentials': credentialCases,
};

function apply(texts: Map<string, string>, edit: Edit): void {
  if ('remove' in edit) return void texts.delete(edit.remove);
  if ('file' in edit) return void texts.set(edit.file, edit.text);
  const [file, find, replacement] = edit;
  const text = texts.get(file) ?? '';
  assert.ok(text.includes(find), `${file} contains ${find}`);
  texts.set(
    file,
    text.replace(find, () => replacement),
  );
}

/** The compiler's findings for a golden connector after some edits. */
function findingsOf({ edits, of = goldenConnector }: Pick<GoldenCase, 'edits' | 'of'>): string[] {
  const texts = new Map(Object.entries(of));
  for (const edit of edits) apply(texts, edit);
  return compileConnector(texts).problems.map(({ file, line, column, pointer, code, suggestion }) => {
    const meant = suggestion === undefined ? '' : ` did you mean "${suggestion}"?`;
    return `${file}:${line}:${column} ${pointer} ${code}${meant}`;
  });
}

describe('the compiler on the golden connector', () => {
  it('reports nothing if it is unchanged', () => assert.deepEqual(findingsOf({ edits: [] }), []));

  for (const [part, cases] of Object.entries(suite)) {
    describe(part, () => {
      for (const { expected, ...broken } of cases)
        it(`reports ${broken.title}`, () => assert.deepEqual(findingsOf(broken), expected));
    });
  }

  it('accepts an idempotency header, and a header that overrides one of all requests', () => {
    const withKey: Edit = [action, '"request": {', '"idempotencyHeader": "Idempotency-Key", "request": {'];
    const override: Edit = [
      action,
      '"X-Shop": "{{account.shop}}"',
      '"X-Shop": "{{account.shop}}", "accept": "text/plain"',
    ];
    assert.deepEqual(findingsOf({ edits: [withKey, override] }), []);
  });

  for (const edit of soundLists)
    it(`accepts a list as ${String((edit as string[])[2])}`, () => assert.deepEqual(findingsOf({ edits: [edit] }), []));

  for (const base of soundBases)
    it(`accepts ${base} as the base address`, () =>
      assert.deepEqual(findingsOf({ edits: [[connector, 'https://api.example.com', base]] }), []));

  for (const { title, edits } of soundCredentials)
    it(`accepts ${title}`, () => assert.deepEqual(findingsOf({ edits }), []));

  for (const { title, edits } of soundRules) it(`accepts ${title}`, () => assert.deepEqual(findingsOf({ edits }), []));

  for (const { kind, type } of soundTypes)
    it(`accepts ${type} for a ${kind} body`, () => {
      const body: Edit = [action, '"json": { "title"', `"${kind}": { "title"`];
      const typed: Edit = [action, '"X-Shop"', `"Content-Type": "${type}", "X-Shop"`];
      assert.deepEqual(findingsOf({ edits: [body, typed] }), []);
    });

  it('has more than eighty cases, each with a unique title and a problem', () => {
    const cases = Object.values(suite).flat();
    assert.ok(cases.length > 80);
    for (const { title, expected } of cases) assert.notEqual(expected.length, 0, title);
    assert.equal(new Set(cases.map(({ title }) => title)).size, cases.length, 'unique titles');
  });
});
