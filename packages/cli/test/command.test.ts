import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const bin = join(import.meta.dirname, '../bin');

describe('the command', () => {
  let folder: string;
  let started: string;

  /** The published package, and next to it a fake of the Node from `npm ci` that records its starts. */
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tallyhook-command-'));
    started = join(folder, 'started');
    cpSync(bin, join(folder, 'bin'), { recursive: true });
    mkdirSync(join(folder, 'dist'));
    writeFileSync(join(folder, 'dist/main.js'), 'console.log(`ran`, process.env.TALLYHOOK_NODE_CHOSEN);');
    const nodePackage = join(folder, `node_modules/node-linux-${process.arch}`);
    mkdirSync(join(nodePackage, 'bin'), { recursive: true });
    writeFileSync(join(nodePackage, 'package.json'), '{}');
    const script = `#!/bin/sh\necho started >>'${started}'\nexec '${process.execPath}' "$@"\n`;
    writeFileSync(join(nodePackage, 'bin/node'), script, { mode: 0o755 });
    writeFileSync(started, '');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** Runs it with that Node version reported; `inherited` sets whether the Node it starts reports it too. */
  function runAs(version: string, { inherited = false } = {}): { status: number | null; out: string; started: number } {
    const preload = join(folder, 'version.mjs');
    const fakeVersion = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } });`;
    writeFileSync(preload, fakeVersion);
    const says = ['--import', preload];
    const env = { ...process.env, XDG_CACHE_HOME: folder, ...(inherited && { NODE_OPTIONS: says.join(' ') }) };
    const args = [...(inherited ? [] : says), join(folder, 'bin/tallyhook.mjs'), '--help'];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', env, timeout: 20_000 });
    return { status, out: stdout + stderr, started: readFileSync(started, 'utf8').split('\n').length - 1 };
  }

  it('runs in the current Node if that is new enough', () => {
    for (const version of ['22.19.0', '22.23.3', '24.0.0']) {
      assert.deepEqual(runAs(version), { status: 0, out: 'ran undefined\n', started: 0 });
    }
  });

  it('runs in the installed Node package if the current Node is too old', () => {
    assert.deepEqual(runAs('20.19.5'), { status: 0, out: 'ran undefined\n', started: 1 });
  });

  it('switches Node only once, and names the required version if that one is too old as well', () => {
    const { status, out, started } = runAs('22.18.0', { inherited: true });
    assert.equal(status, 2);
    assert.match(out, /^tallyhook: Node 22\.18\.0 is too old; 22\.19 or newer is required\. /);
    assert.equal(started, 1);
  });
});

describe('the command in a broken environment', () => {
  const main = join(import.meta.dirname, '../src/main.ts');
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'tallyhook-command-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** Runs a shell script that sets up the circumstances. */
  function runIn(script: string): { status: number | null; out: string; err: string } {
    const env = { ...process.env, XDG_CACHE_HOME: folder, XDG_CONFIG_HOME: folder, node: process.execPath, main };
    const ended = spawnSync('sh', ['-c', script], { encoding: 'utf8', env, cwd: folder, timeout: 60_000 });
    return { status: ended.status, out: ended.stdout, err: ended.stderr };
  }

  it('reports in one line that its output cannot be written', function () {
    if (!existsSync('/dev/full')) this.skip();
    for (const args of ['explain too_large', '--help', 'doctor --json']) {
      const { status, err } = runIn(`"$node" "$main" ${args} >/dev/full`);
      assert.equal(err, 'The output cannot be written (ENOSPC: no space left on device, write).\n', args);
      assert.equal(status, 2);
    }
  });

  it('exits with 0 if the reader of its output stops reading', () => {
    const { err } = runIn('{ "$node" "$main" --help; echo "ended with $?" >&2; } | true');
    assert.equal(err, 'ended with 0\n');
  });

  it('reports in one line that the current folder no longer exists', () => {
    const gone = 'mkdir gone; cd gone; rmdir ../gone;';
    const { status, out, err } = runIn(`${gone} "$node" "$main" init x`);
    const detail = 'The current folder no longer exists. Change to another folder.';
    assert.deepEqual({ status, out, err }, { status: 2, out: '', err: `The command line is invalid: ${detail}\n` });
    const asJson = runIn(`${gone} "$node" "$main" test --json`);
    assert.deepEqual([asJson.status, asJson.err], [2, '']);
    assert.equal((JSON.parse(asJson.out) as { detail: string }).detail, detail);
  });
});
