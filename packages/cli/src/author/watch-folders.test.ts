import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { watchFolders } from './watch-folders.ts';

describe('a folder that is watched', () => {
  it('is heard when a file is written, replaced, added in a new folder, and removed; once for each burst', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tallyhook-watch-'));
    const file = join(folder, 'connector.json');
    let heard = 0;
    const watching = watchFolders([folder], () => (heard += 1));
    const changes: [string, () => void][] = [
      ['written', () => [1, 2, 3].forEach((value) => writeFileSync(file, String(value)))],
      ['replaced', () => (writeFileSync(`${file}.new`, '2'), renameSync(`${file}.new`, file))],
      ['written after it was replaced', () => writeFileSync(file, '3')],
      ['a new folder', () => mkdirSync(join(folder, 'actions'))],
      ['a file in it', () => writeFileSync(join(folder, 'actions/a.json'), '{}')],
      ['removed', () => rmSync(join(folder, 'actions'), { recursive: true })],
    ];
    try {
      for (const [index, [what, change]] of changes.entries()) {
        change();
        const until = Date.now() + 5_000;
        while (heard <= index && Date.now() < until) await wait(10);
        await wait(60);
        assert.equal(heard, index + 1, what);
      }
    } finally {
      watching.close();
      rmSync(folder, { recursive: true });
    }
  });
});
