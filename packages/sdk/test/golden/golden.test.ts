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
import { soundRules, takenCases } from './taken-cases.ts';
import { templateCases } from './template-cases.ts';
import { uploadCases } from './upload-cases.ts';
import { valueCases } from './value-cases.ts';
import { webhookCases } from './webhook-cases.ts';

const suite: Record<string, GoldenCase[]> = {
  'text that is not JSON': syntaxCases,
  'keys and values': valueCases,
  'schemas of inputs': inputSchemaCases,
  templates: templateCases,
  requests: requestCases,
  'names of headers': headerCases,
  'actions that send a file': uploadCases,
  webhooks: webhookCases,
  files: fileCases,
  'several mistakes': severalCases,
  'features that are missing': missingFeatureCases,
  'signing in, pages and answers': exchangeCases,
  'what other validators miss': peerCases,
  'what much else follows from': causeCases,
  'a template that others rely on': echoCases,
  'rules that nobody asks': takenCases,
  addresses: addressCases,
  'values without a plain text': plainTextCases,
  'what is sound and cannot be meant': odditiesCases,
  'fixtures of subscriptions': subscriptionCases,
  'credentials that are written out': credentialCases,
};

function apply(texts: Map<string, string>, edit: Edit): void {
  if ('remove' in edit) return void texts.delete(edit.remove);
  if ('file' in edit) return void texts.set(edit.file, edit.text);
  const [file, find, replacement] = edit;
  const text = texts.get(file) ?? '';
  assert.ok(text.includes(find), `${file} holds ${find}`);
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

describe('the golden connector', () => {
  it('has no mistakes', () => assert.deepEqual(findingsOf({ edits: [] }), []));

  for (const [part, cases] of Object.entries(suite)) {
    describe(`broken in ${part}, is reported with`, () => {
      for (const { expected, ...broken } of cases)
        it(broken.title, () => assert.deepEqual(findingsOf(broken), expected));
    });
  }

  it('may send the key of a step in a header of its own, and set a header of all requests anew', () => {
    const withKey: Edit = [action, '"request": {', '"idempotencyHeader": "Idempotency-Key", "request": {'];
    const anew: Edit = [action, '"X-Shop": "{{account.shop}}"', '"X-Shop": "{{account.shop}}", "accept": "text/plain"'];
    assert.deepEqual(findingsOf({ edits: [withKey, anew] }), []);
  });

  for (const edit of soundLists)
    it(`may hold a list as ${String((edit as string[])[2])}`, () =>
      assert.deepEqual(findingsOf({ edits: [edit] }), []));

  for (const base of soundBases)
    it(`may have ${base} for its base address`, () =>
      assert.deepEqual(findingsOf({ edits: [[connector, 'https://api.example.com', base]] }), []));

  for (const { title, edits } of soundCredentials)
    it(`may hold ${title}`, () => assert.deepEqual(findingsOf({ edits }), []));

  for (const { title, edits } of soundRules)
    it(`may hold a rule about answers that count as done ${title}`, () => assert.deepEqual(findingsOf({ edits }), []));

  for (const { kind, type } of soundTypes)
    it(`may send ${kind} as ${type}`, () => {
      const body: Edit = [action, '"json": { "title"', `"${kind}": { "title"`];
      const typed: Edit = [action, '"X-Shop"', `"Content-Type": "${type}", "X-Shop"`];
      assert.deepEqual(findingsOf({ edits: [body, typed] }), []);
    });

  it('is broken in every case, in more than eighty ways', () => {
    const cases = Object.values(suite).flat();
    assert.ok(cases.length > 80);
    for (const { title, expected } of cases) assert.notEqual(expected.length, 0, title);
    assert.equal(new Set(cases.map(({ title }) => title)).size, cases.length, 'each title once');
  });
});
