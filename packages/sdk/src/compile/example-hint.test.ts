import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject } from '../json-object.ts';
import { readFiles } from './read-files.ts';
import type { SourceProblem } from './source-problem.ts';

const connectors = join(import.meta.dirname, '../../../connectors');

/** What is found in a file of a connector that is shipped, with another value in one place, or without any. */
function problemsOf(path: string, value: unknown, place: readonly string[], other?: unknown): SourceProblem[] {
  const problems: SourceProblem[] = [];
  const file = path.split('/').slice(1).join('/');
  readFiles(new Map([[file, JSON.stringify(changed(value, place, other))]]), problems);
  return problems.filter(({ code }) => code !== 'missing_file');
}

function changed(value: unknown, [part, ...rest]: readonly string[], other: unknown): unknown {
  if (part === undefined) return other;
  if (Array.isArray(value))
    return value.map((entry: unknown, index) => (index === Number(part) ? changed(entry, rest, other) : entry));
  const object = value as Record<string, unknown>;
  return { ...object, [part]: changed(object[part], rest, other) };
}

function read(path: string): unknown {
  return JSON.parse(readFileSync(join(connectors, path), 'utf8'));
}

/** Every place inside a value; of a list the first element stands for all. */
function placesOf(value: unknown, at: string[] = []): string[][] {
  const inside = Array.isArray(value) ? value.slice(0, 1) : isJsonObject(value) ? value : {};
  return [at, ...Object.entries(inside).flatMap(([key, child]) => placesOf(child, [...at, key]))];
}

describe('the hint about a value that is missing or of another type', () => {
  const rows: [path: string, place: string, other: unknown, hint: string][] = [
    ['github/connector.json', 'version', 1, 'for example "version": "1.0.0"'],
    ['github/connector.json', 'hosts', undefined, 'add it, for example "hosts": ["api.example.com"]'],
    [
      'github/webhooks/events.json',
      'deliveryId',
      undefined,
      'add it, for example "deliveryId": "{{event.headers.x-delivery}}"',
    ],
    ['vimeo/connector.json', 'request/headers/Accept', {}, 'for example "Accept": "application/json"'],
    ['vimeo/actions/upload-video.json', 'request/success/status/0', '200', 'for example 200'],
  ];
  for (const [path, place, other, hint] of rows) {
    it(`shows a right one for ${place} of ${path}`, () => {
      const [problem] = problemsOf(path, read(path), place.split('/'), other);
      assert.equal(problem?.hint, hint);
    });
  }

  const conditions: [method: string | undefined, hint: string][] = [
    [undefined, 'for example "when": [{ "path": "event.body.type", "is": "url_verification" }]'],
    ['POST', 'for example "when": [{ "path": "event.body.type", "is": "url_verification" }]'],
    ['HEAD', 'where it is each such request, write "when": [{ "path": "event.method", "is": "HEAD" }]'],
  ];
  for (const [method, hint] of conditions) {
    it(`shows a condition for a handshake by ${method ?? 'no method'} that has none`, () => {
      const handshake = { ...(method !== undefined && { method }), when: [], answer: {} };
      const events = read('github/webhooks/events.json') as object;
      const problems = problemsOf('github/webhooks/events.json', { ...events, handshake: [handshake] }, ['none']);
      const found = problems.find(({ code }) => code === 'too_few');
      assert.deepEqual([found?.pointer, found?.hint], ['#/handshake/0/when', hint]);
    });
  }

  it('shows an entry for any other list that is empty', () => {
    const rule = { when: [], class: 'not_found' };
    const connector = read('stripe/connector.json') as object;
    const [problem] = problemsOf('stripe/connector.json', connector, ['errors'], [rule]);
    assert.deepEqual([problem?.code, problem?.pointer], ['too_few', '#/errors/0/when']);
    assert.match(problem?.hint ?? '', /^for example "when": \[\{ "path": "response\./);
  });

  const field = (name: string, secret = false) => ({ name, label: name, ...(secret && { secret }) });
  const oauth = {
    kind: 'oauth2',
    keep: { team: { value: '{{response.body.team}}' }, userId: { value: '{{response.body.user.id}}' } },
  };
  const whole = { method: 'GET', url: 'https://api.example.com/me' };
  const hints: [title: string, connector: object, hint: string][] = [
    [
      'a field',
      { account: { fields: [field('key', true), field('region')] } },
      'add it, for example "externalId": "{{account.region}}"',
    ],
    [
      'a field that is an id',
      { account: { fields: [field('region'), field('accountId')] } },
      'add it, for example "externalId": "{{account.accountId}}"',
    ],
    [
      'what signing in brings',
      { signIn: oauth, account: { fields: [field('region')] } },
      'add it, for example "externalId": "{{account.userId}}"',
    ],
    [
      'the answer to its test',
      { test: whole, account: { fields: [field('key', true)] } },
      'add it, for example "externalId": "{{test.body.id}}"',
    ],
    [
      'nothing, in words,',
      { account: { fields: [field('key', true)] } },
      'the account has nothing yet that is no secret: give it a field, keep a value of the sign-in, or declare "test" and use its answer, such as {{test.body.id}}',
    ],
  ];
  for (const [title, connector, hint] of hints) {
    it(`names the account by ${title} where that is what the connector has`, () => {
      const value = {
        ...(read('stripe/connector.json') as object),
        test: undefined,
        signIn: { kind: 'none' },
        ...connector,
      };
      const problems: SourceProblem[] = [];
      readFiles(new Map([['connector.json', JSON.stringify(value)]]), problems);
      const found = problems.find(({ message }) => message === 'the key "externalId" is missing');
      assert.equal(found?.hint, hint);
    });
  }

  it('shows a right one at every place of the connectors that are shipped', () => {
    const without = new Set<string>();
    for (const path of globSync('*/{connector,{actions,webhooks,fixtures}/*}.json', { cwd: connectors })) {
      const value = read(path);
      for (const place of placesOf(value).slice(1)) {
        for (const other of [7, {}, 'x', undefined]) {
          for (const { code, hint = '', pointer, message } of problemsOf(path, value, place, other)) {
            const shows = /for example|one of|^write \[|^did you mean/.test(hint);
            if (/^(missing_key|wrong_type)$/.test(code) && !shows) without.add(`${path} ${pointer}: ${message}`);
          }
        }
      }
    }
    assert.deepEqual([...without], []);
  });
});
