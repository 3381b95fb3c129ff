import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openUploads, uploadPrefix } from './uploads.ts';

describe('uploads folder', () => {
  let home: string;

  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'tallyhook-test-'));
  });

  afterEach(() => rm(home, { recursive: true }));

  it('is in the home folder, and nobody else can read it', async () => {
    const { directory } = await openUploads(home);
    assert.equal(directory, join(home, 'uploads'));
    assert.equal((await stat(directory)).mode & 0o777, 0o700);
  });

  it('loses uploads older than a day, but no recent ones and no other files', async () => {
    const { directory } = await openUploads(home);
    const dayAgo = new Date(Date.now() - 25 * 60 * 60 * 1000);
    for (const name of [`${uploadPrefix}old`, `${uploadPrefix}young`, 'kept'])
      await writeFile(join(directory, name), 'x');
    for (const name of [`${uploadPrefix}old`, 'kept']) await utimes(join(directory, name), dayAgo, dayAgo);
    await openUploads(home);
    assert.deepEqual((await readdir(directory)).sort(), ['kept', `${uploadPrefix}young`]);
  });

  it('is a temporary folder without a home, and removed when closed', async () => {
    const uploads = await openUploads(undefined);
    assert.ok((await stat(uploads.directory)).isDirectory());
    await uploads.close();
    await assert.rejects(stat(uploads.directory));
  });
});
