import assert from 'node:assert/strict';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { runVerb } from '../../test/run-verb.ts';

const github = join(import.meta.dirname, '../../../connectors/github');

describe('tallyhook release', () => {
  let home: string;
  let folder: string;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'tallyhook-release-'));
    folder = join(home, 'github');
    cpSync(github, folder, { recursive: true });
  });
  afterEach(() => rmSync(home, { recursive: true }));

  const change = (path: string, from: string, to: string): void => {
    const text = readFileSync(join(folder, path), 'utf8');
    assert.ok(text.includes(from));
    writeFileSync(join(folder, path), text.replace(from, to));
  };

  /** Runs the verb against a server with this answer; the first item returned is the request it received. */
  const runAgainst = async (status: number, answer: object, ...args: string[]) => {
    const asked: string[] = [];
    const bodies: unknown[] = [];
    const product = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      void json(request).then((body) => {
        bodies.push(body);
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
      });
    });
    await once(product.listen(0, '127.0.0.1'), 'listening');
    try {
      const url = `http://127.0.0.1:${(product.address() as AddressInfo).port}`;
      const ended = await runVerb(['release', folder, ...args], { url, key: 'a-key' });
      return { ...ended, asked, bodies };
    } finally {
      product.close();
    }
  };

  it('lets the product check with --dry-run, and shows what it would release', async () => {
    const first = await runAgainst(200, { before: null, isThere: false, isPublic: true }, '--dry-run');
    assert.equal(first.code, 0, first.err);
    assert.deepEqual(first.asked, ['POST /api/connectors/releases?dryRun=1']);
    assert.match(
      first.out,
      /^github \d+\.\d+\.\d+ would be released as the first version; nothing was released \(\d+ fixtures passed, sha256 [0-9a-f]{64}\)\.\n$/,
    );
    const later = await runAgainst(200, { before: '0.9.0', isThere: false }, '--dry-run', '--json');
    const { connector, released, before, isThere } = JSON.parse(later.out) as Record<string, unknown>;
    assert.deepEqual([connector, released, before, isThere], ['github', false, '0.9.0', false]);
    const again = await runAgainst(200, { before: '0.9.0', isThere: true }, '--dry-run');
    assert.match(again.out, /is already in the marketplace with the same content; a release would change nothing/);
    const sent = await runAgainst(201, { isPublic: true });
    assert.deepEqual(sent.asked, ['POST /api/connectors/releases']);
    assert.match(sent.out, /is in the marketplace \(.*\)\.\n$/);
    const own = await runAgainst(201, { isPublic: false });
    assert.match(
      own.out,
      /\nOnly this workspace sees it\. Operators release for every workspace with --workspace "!core"\.\n$/,
    );
  });

  it('sends notes with the package', async () => {
    const { code, bodies, err } = await runAgainst(201, {}, '--notes', 'Finds issues by label.');
    assert.equal(code, 0, err);
    const [sent] = bodies as [{ notes: string; package: { connector: { id: string } } }];
    assert.deepEqual([sent.notes, sent.package.connector.id], ['Finds issues by label.', 'github']);
  });

  it('fails a dry run like a release if the product refuses it', async () => {
    const refusal = { status: 409, code: 'already_exists', title: 'Taken', detail: 'Raise the version.' };
    const { code, err } = await runAgainst(409, refusal, '--dry-run');
    assert.equal(code, 1);
    assert.match(err, /Raise the version\./);
  });

  it('is refused if a fixture fails, with its name and the difference', async () => {
    change('fixtures/issue-opened.json', '"issues.opened"', '"issues.closed"');
    const { code, err } = await runVerb(['release', folder]);
    assert.equal(code, 1);
    assert.match(
      err,
      /1 of \d+ fixtures of .*github failed; `tallyhook test .*` shows the details\.\n {2}fixture_failed {2}issue-opened: .*issues\.opened/,
    );
  });

  it('is refused without fixtures, except with --untested', async () => {
    rmSync(join(folder, 'fixtures'), { recursive: true });
    const { code, err } = await runVerb(['release', folder]);
    assert.equal(code, 1);
    assert.match(err, /No fixture tests .*github\. Add some to fixtures\/, or pass --untested\./);
    const { out } = await runAgainst(200, { before: null, isThere: false }, '--untested', '--dry-run');
    assert.match(out, /nothing was released \(untested, /);
  });

  it('is refused if the connector has mistakes, with the place of each', async () => {
    change('actions/comment-on-issue.json', '"method"', '"mehtod"');
    const { code, err } = await runVerb(['release', folder, '--dry-run']);
    assert.equal(code, 1);
    assert.match(err, /comment-on-issue\.json:\d+:\d+ {2}#\/request\/mehtod {2}unknown_key/);
  });

  it('is refused without a login, or for a missing folder', async () => {
    for (const args of [[], ['--dry-run']])
      assert.match(
        (await runVerb(['release', folder, ...args])).err,
        /You are not logged in at .* Run `tallyhook login`/,
      );
    assert.match((await runVerb(['release', join(home, 'none')])).err, /There is no folder ".*none"/);
  });

  it('shows an example with --help', async () => {
    assert.match(
      (await runVerb(['release', '--help'])).out,
      /Example:\n {2}\$ tallyhook release packages\/connectors\/github/,
    );
  });
});
