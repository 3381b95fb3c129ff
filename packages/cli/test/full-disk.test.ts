import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runVerb } from './run-verb.ts';

describe('the command on a full disk', () => {
  const main = join(import.meta.dirname, '../src/main.ts');
  let folder: string;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tallyhook-disk-'));
    const { code, err } = await runVerb(['init', join(folder, 'crm')]);
    assert.equal(code, 0, err);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** Runs it with a file size limit in blocks: a longer write is cut off, and the next one fails. */
  function runOnFull(args: string[], blocks = 0): { status: number | null; said: string } {
    const env = { ...process.env, XDG_CONFIG_HOME: folder, XDG_CACHE_HOME: folder };
    const script = `ulimit -f ${blocks}; exec "$@"`;
    const options = { encoding: 'utf8', env, cwd: folder, timeout: 60_000 } as const;
    const { status, stdout, stderr } = spawnSync('sh', ['-c', script, 'sh', process.execPath, main, ...args], options);
    return { status, said: stdout + stderr };
  }

  /** Every file and its text, dot files included. */
  function everything(): Map<string, string> {
    const found = readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry): [string, string] => {
      const path = join(entry.parentPath, entry.name);
      return [path, entry.isFile() ? readFileSync(path, 'utf8') : 'a folder'];
    });
    return new Map(found.sort());
  }

  /** Expects nothing lost, nothing left behind, and a message that names the file. */
  function changesNothing(args: string[], named: string, { status = 2, blocks = 0 } = {}): void {
    const before = everything();
    const ended = runOnFull(args, blocks);
    assert.equal(ended.status, status, `${args.join(' ')}: ${ended.said}`);
    assert.ok(ended.said.includes(`"${named}" cannot be written (EFBIG).`), ended.said);
    assert.deepEqual(everything(), before, args.join(' '));
  }

  it('keeps the old version of an output file', async () => {
    for (const [verb, name] of [
      ['build', 'old.json'],
      ['types', 'old.d.ts'],
      ['docs', 'old.md'],
    ] as const) {
      writeFileSync(join(folder, name), 'what was there');
      changesNothing([verb, 'crm', '-o', name], name);
    }
    writeFileSync(join(folder, 'junit.xml'), 'what was there');
    changesNothing(['test', 'crm', '--junit', 'junit.xml'], 'junit.xml');
  });

  it('keeps a fixture that it was to update', () => {
    const fixture = join(folder, 'crm/fixtures/contact-created.json');
    writeFileSync(fixture, readFileSync(fixture, 'utf8').replaceAll('"Ada Lovelace"', '"Ada"').replace('"Ada"', '"A"'));
    changesNothing(['test', 'crm', '--update'], 'crm/fixtures/contact-created.json', { status: 1 });
  });

  it('creates no incomplete folder', () => {
    mkdirSync(join(folder, 'empty'));
    // The editor schemas exceed the limit; the files before them do not.
    changesNothing(['init', 'new/crm'], 'new/crm/.schemas/connector.schema.json', { blocks: 8 });
    changesNothing(['init', 'empty'], 'empty/.schemas/connector.schema.json', { blocks: 8 });
    changesNothing(['add', 'action', 'find-contacts', '--connector', 'crm'], 'crm/actions/find-contacts.json');
    const operation = { responses: { 200: { description: 'OK' } } };
    const document = {
      openapi: '3.0.0',
      info: { title: 'Pets', version: '1' },
      paths: { '/pets': { get: operation } },
    };
    writeFileSync(join(folder, 'api.json'), JSON.stringify(document));
    const args = ['from-openapi', 'api.json', '--base-url', 'https://api.example.com'];
    changesNothing([...args, '--out', 'pets'], 'pets/connector.json');
    changesNothing([...args, '--out', 'empty'], 'empty/connector.json');
  });
});
