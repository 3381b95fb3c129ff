import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Ended, runVerb } from '../../test/run-verb.ts';

const github = join(import.meta.dirname, '../../../connectors/github');
const run = (...args: string[]): Promise<Ended> => runVerb(args);

describe('tallyhook diff', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tallyhook-diff-'));
    cpSync(github, join(folder, 'github'), { recursive: true });
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const edit = (file: string, find: string, replacement: string): void => {
    const path = join(folder, 'github', file);
    const text = readFileSync(path, 'utf8');
    assert.ok(text.includes(find));
    writeFileSync(path, text.replace(find, replacement));
  };
  const version = (JSON.parse(readFileSync(join(github, 'connector.json'), 'utf8')) as { version: string }).version;

  it('finds no changes between a folder and its package', async () => {
    const built = join(folder, 'github.json');
    await run('build', github, '-o', built);
    const { code, out } = await run('diff', built, join(folder, 'github'));
    assert.deepEqual([code, out], [0, `github ${version} → ${version}: no changes\n`]);
  });

  it('lists breaking changes with their place, and exits with 1 if the version is too low', async () => {
    edit('webhooks/events.json', '{{event.headers.x-github-event}}', 'github.{{event.headers.x-github-event}}');
    edit('connector.json', '"name": "GitHub"', '"name": "GitHub Cloud"');
    const { code, out } = await run('diff', github, join(folder, 'github'));
    assert.equal(code, 1);
    const next = `${Number(version.split('.')[0]) + 1}.0.0`;
    assert.deepEqual(out.split('\n'), [
      'breaking    webhooks/events.json  #/event  events may have different names',
      'correction  connector.json  #/name  name changed',
      '',
      `github ${version} → ${version}: 1 breaking change, 1 correction; the version must be ${next} or higher`,
      '',
    ]);
    edit('connector.json', `"version": "${version}"`, `"version": "${next}"`);
    const after = await run('diff', github, join(folder, 'github'), '--json');
    assert.equal(after.code, 0);
    const { needed, isEnough, changes } = JSON.parse(after.out) as {
      needed: string;
      isEnough: boolean;
      changes: { pointer: string }[];
    };
    assert.deepEqual([needed, isEnough, changes.map(({ pointer }) => pointer)], [next, true, ['#/event', '#/name']]);
  });

  it('lists new, changed and removed template workflows, which break nothing', async () => {
    const file = 'workflows/tickets-from-issues.json';
    edit(file, '"name": "Tickets from issues"', '"name": "A ticket of each issue"');
    const changed = join(folder, 'github');
    const compared = async (one: string, other: string) => (await run('diff', one, other)).out.split('\n').slice(0, -3);
    assert.deepEqual(await compared(github, changed), [`correction  ${file}  #/name  name changed`]);
    cpSync(join(changed, file), join(changed, 'workflows/another.json'));
    rmSync(join(changed, file));
    assert.deepEqual(await compared(github, changed), [
      'addition    workflows/another.json  #  the workflow "another" is new',
      `correction  ${file}  #  the workflow "tickets-from-issues" is gone`,
    ]);
  });

  it('compares a version with mistakes only in its fixtures, and warns about them', async () => {
    edit('fixtures/comment-on-issue.json', '"kind"', '"knid"');
    edit('connector.json', '"name": "GitHub"', '"name": "GitHub Cloud"');
    const changed = join(folder, 'github');
    const { out, err } = await run('diff', github, changed);
    assert.match(out, /^correction {2}connector\.json {2}#\/name {2}name changed\n/);
    assert.match(err, /github has \d errors? in its fixtures; `tallyhook validate` shows them\n$/);
    edit('actions/comment-on-issue.json', '"method"', '"mehtod"');
    assert.deepEqual([(await run('diff', github, changed)).code, (await run('diff', github, changed)).out], [1, '']);
  });

  it('reports mistakes in a connector, and missing folders', async () => {
    edit('actions/comment-on-issue.json', '"method"', '"mehtod"');
    const { code, err } = await run('diff', github, join(folder, 'github'));
    assert.equal(code, 1);
    assert.match(err, /comment-on-issue\.json:\d+:\d+ .* unknown key "mehtod"\n[^]*did you mean "method"\?/);
    assert.match((await run('diff', github, join(folder, 'gitlab'))).err, /There is no folder or package ".*gitlab"/);
  });
});
