import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from './run-command.ts';

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

  it('tells with --dry-run what it would release, and asks no server', async () => {
    const { code, out } = await runCommand(['release', folder, '--dry-run']);
    assert.equal(code, 0);
    assert.match(
      out,
      /^github \d+\.\d+\.\d+ can be released \(\d+ fixtures passed, sha256 [0-9a-f]{64}\); nothing was sent\.\n$/,
    );
    const { out: json } = await runCommand(['release', folder, '--dry-run', '--json']);
    const { connector, released, fixtures } = JSON.parse(json) as {
      connector: string;
      released: boolean;
      fixtures: number;
    };
    assert.deepEqual([connector, released, fixtures > 3], ['github', false, true]);
  });

  it('is refused where a fixture fails, with its name and what differs', async () => {
    change('fixtures/issue-opened.json', '"issues.opened"', '"issues.closed"');
    const { code, err } = await runCommand(['release', folder]);
    assert.equal(code, 1);
    assert.match(
      err,
      /1 of \d+ fixtures of .*github failed; `tallyhook test .*` tells all\.\n {2}fixture_failed {2}issue-opened: .*issues\.opened/,
    );
  });

  it('is refused without fixtures, unless that is said', async () => {
    rmSync(join(folder, 'fixtures'), { recursive: true });
    const { code, err } = await runCommand(['release', folder]);
    assert.equal(code, 1);
    assert.match(err, /No fixture tests .*github\. Write some into fixtures\/, or say --untested\./);
    const { out } = await runCommand(['release', folder, '--untested', '--dry-run']);
    assert.match(out, /can be released \(untested, /);
  });

  it('is refused where the connector has mistakes, each with its place', async () => {
    change('actions/comment-on-issue.json', '"method"', '"mehtod"');
    const { code, err } = await runCommand(['release', folder, '--dry-run']);
    assert.equal(code, 1);
    assert.match(err, /comment-on-issue\.json:\d+:\d+ {2}#\/request\/mehtod {2}unknown_key/);
  });

  it('is refused where nobody is logged in, and where there is no such folder', async () => {
    assert.match((await runCommand(['release', folder])).err, /Nobody is logged in at .* Run `tallyhook login`/);
    assert.match((await runCommand(['release', join(home, 'none')])).err, /There is no folder ".*none"/);
  });

  it('shows an example with --help', async () => {
    assert.match(
      (await runCommand(['release', '--help'])).out,
      /Example:\n {2}\$ tallyhook release packages\/connectors\/github/,
    );
  });
});
