import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs, {
  chmodSync,
  closeSync,
  constants,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Problem } from '@tallyhook/schemas';
import { keepAccount, withAccountsLock } from './author/call/kept-accounts.ts';
import { writeNewFiles } from './author/write-files.ts';
import type { Settings } from './settings.ts';
import { writeWhole } from './whole-file.ts';

describe('a file written all or nothing', () => {
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tallyhook-whole-'));
    path = join(folder, 'file');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('keeps its permissions', () => {
    writeFileSync(path, 'old');
    chmodSync(path, 0o640);
    writeWhole(path, 'new');
    assert.deepEqual([readFileSync(path, 'utf8'), statSync(path).mode & 0o777], ['new', 0o640]);
    writeWhole(path, 'newer', { mode: 0o600 });
    assert.deepEqual([readFileSync(path, 'utf8'), statSync(path).mode & 0o777], ['newer', 0o600]);
    assert.deepEqual(readdirSync(folder), ['file']);
  });

  it('replaces the target of a link and keeps the link', () => {
    mkdirSync(join(folder, 'far'));
    for (const before of ['', 'old']) {
      const link = join(folder, `link to ${before}`);
      const target = join(folder, 'far', `file ${before}`);
      if (before !== '') writeFileSync(target, before);
      symlinkSync(join('far', `file ${before}`), link);
      writeWhole(link, 'new');
      assert.deepEqual([lstatSync(link).isSymbolicLink(), readFileSync(target, 'utf8')], [true, 'new']);
    }
    assert.equal(readdirSync(join(folder, 'far')).length, 2);
  });

  it('writes into a pipe instead of replacing it', () => {
    execFileSync('mkfifo', [path]);
    const reading = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
    try {
      writeWhole(path, 'new');
      const bytes = Buffer.alloc(3);
      assert.equal(readSync(reading, bytes), 3);
      assert.deepEqual([bytes.toString(), statSync(path).isFIFO()], ['new', true]);
    } finally {
      closeSync(reading);
    }
  });

  it('leaves nothing behind if its path is a folder', () => {
    mkdirSync(path);
    assert.throws(
      () => writeWhole(path, 'new'),
      (error) => error instanceof Problem && error.message === `"${path}" cannot be written (EISDIR).`,
    );
    assert.deepEqual(readdirSync(folder), ['file']);
  });

  it('reports why it cannot be moved into place, even if its reserved name was removed meanwhile', () => {
    const { renameSync } = fs;
    fs.renameSync = () => {
      rmSync(path);
      throw Object.assign(new Error('no'), { code: 'EIO', syscall: 'rename' });
    };
    syncBuiltinESMExports();
    try {
      assert.throws(
        () => writeWhole(path, 'new', { isNew: true }),
        (error) => error instanceof Problem && error.message === `"${path}" cannot be written (EIO).`,
      );
    } finally {
      fs.renameSync = renameSync;
      syncBuiltinESMExports();
    }
    assert.deepEqual(readdirSync(folder), []);
  });

  it('is not written if another file of the same set cannot be written', () => {
    writeFileSync(path, 'old');
    const texts = new Map([
      ['first/a.json', 'a'],
      ['b.json', 'b'],
      ['file/below.json', 'c'],
    ]);
    assert.throws(
      () => writeNewFiles(folder, texts),
      (error) => error instanceof Problem && error.message === `"${path}/below.json" cannot be written (ENOTDIR).`,
    );
    assert.deepEqual(readdirSync(folder), ['file']);
    const both = new Map([...texts, ['file', 'a file and a folder']]);
    const made = join(folder, 'around/made');
    assert.throws(() => writeNewFiles(made, both), Problem);
    assert.deepEqual(readdirSync(folder), ['file']);
  });

  it('reports an account file that cannot be written, and leaves nothing behind', async () => {
    const cannotBeWritten = (file: string, code: string) => (error: unknown) =>
      error instanceof Problem && error.message === `"${file}" cannot be written (${code}).`;
    const file = join(folder, 'author-accounts.json');
    symlinkSync('/proc/nowhere/author-accounts.json', file);
    const account = { values: { token: 'a-token' } };
    const settings = (sessionFile: string): Settings => ({ sessionFile }) as Settings;
    await assert.rejects(
      keepAccount(settings(join(folder, 'session.json')), { connector: 'crm', name: 'default' }, account),
      cannotBeWritten(file, 'ENOENT'),
    );
    assert.deepEqual(readdirSync(folder), ['author-accounts.json']);
    writeFileSync(path, '');
    const below = settings(join(path, 'session.json'));
    const nothing = (): Promise<void> => Promise.resolve();
    await assert.rejects(
      withAccountsLock(below, nothing),
      /file\/author-accounts\.json" cannot be written \(E\w+\)\.$/,
    );
  });
});
