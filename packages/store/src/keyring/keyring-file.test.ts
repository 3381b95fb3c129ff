import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readKeyring } from './keyring-file.ts';

describe('readKeyring', () => {
  const entry = (id: string) => `${id}:${Buffer.alloc(32, id).toString('base64')}`;

  it('reads the file if one is set, else the text, and refuses to go on without either', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'keyring-'));
    const file = join(folder, 'keys');
    await writeFile(file, `${entry('new')},${entry('old')}\n`);
    const both = await readKeyring({ TALLYHOOK_KEYRING: entry('text'), TALLYHOOK_KEYRING_FILE: file });
    assert.deepEqual(
      [both.keyring.current, Object.keys(both.keyring.keys), both.keyringFile],
      ['new', ['new', 'old'], file],
    );
    const text = await readKeyring({ TALLYHOOK_KEYRING: entry('text'), TALLYHOOK_KEYRING_FILE: '' });
    assert.deepEqual([text.keyring.current, text.keyringFile], ['text', undefined]);
    await assert.rejects(readKeyring({}), /^Error: TALLYHOOK_KEYRING is not set/);
    await rm(folder, { recursive: true });
    await assert.rejects(readKeyring({ TALLYHOOK_KEYRING_FILE: file }), /ENOENT/);
  });
});
