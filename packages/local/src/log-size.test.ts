import assert from 'node:assert/strict';
import { closeSync, openSync, writeSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shortenLog } from './log-size.ts';

describe('log file', () => {
  let folder: string;
  let path: string;
  let log: number;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tallyhook-log-'));
    path = join(folder, 'api.log');
    log = openSync(path, 'a');
  });
  afterEach(async () => {
    closeSync(log);
    await rm(folder, { recursive: true, force: true });
  });

  it('is rotated when large, and its writer continues in an empty file', async () => {
    writeSync(log, 'a long line\n');
    shortenLog(path, 5);
    writeSync(log, 'next\n');
    assert.equal(await readFile(path, 'utf8'), 'next\n');
    assert.equal(await readFile(`${path}.1`, 'utf8'), 'a long line\n');
  });

  it('is left alone if small or missing', async () => {
    writeSync(log, 'line\n');
    shortenLog(path, 5);
    shortenLog(join(folder, 'none.log'), 5);
    assert.deepEqual(await readdir(folder), ['api.log']);
    assert.equal(await readFile(path, 'utf8'), 'line\n');
  });
});
