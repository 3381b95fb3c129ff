import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Problem } from '@tallyhook/schemas';
import { readSession, removeSession, saveSession } from './session-file.ts';

const session = { url: 'http://127.0.0.1:8080', email: 'ana@example.com', token: 'a-token' };

describe('the saved session', () => {
  let folder: string;
  let path: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tallyhook-session-'));
    path = join(folder, 'deeper', 'session.json');
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('does not exist before a login and after a logout', async () => {
    assert.equal(await readSession(path), undefined);
    saveSession(path, session);
    await removeSession(path);
    assert.equal(await readSession(path), undefined);
  });

  it('reads back as saved', async () => {
    saveSession(path, { ...session, token: 'an older token' });
    saveSession(path, session);
    assert.deepEqual(await readSession(path), session);
    assert.deepEqual(await readdir(join(folder, 'deeper')), ['session.json']);
  });

  it('is private to its owner, even if the file was readable by all before', async () => {
    saveSession(path, session);
    await writeFile(path, '{}', { mode: 0o644 });
    saveSession(path, session);
    assert.equal((await stat(path)).mode & 0o777, 0o600);
    assert.equal((await stat(join(folder, 'deeper'))).mode & 0o777, 0o700);
  });

  for (const content of ['', 'not JSON', '{"url":"http://127.0.0.1"}', 'null']) {
    it(`explains what to do with a file that contains ${JSON.stringify(content)}`, async () => {
      saveSession(path, session);
      await writeFile(path, content);
      await assert.rejects(
        readSession(path),
        (error) => error instanceof Problem && error.message.includes(`${path} is not valid. Remove the file`),
      );
    });
  }
});
