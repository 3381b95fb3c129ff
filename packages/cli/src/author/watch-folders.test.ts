import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { watchFolders } from './watch-folders.ts';

describe('watched folder', () => {
  let home: string;
  let folder: string;
  let file: string;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'tallyhook-watch-'));
    folder = join(home, 'connectors/fern');
    file = join(folder, 'connector.json');
    mkdirSync(folder, { recursive: true });
  });
  afterEach(() => rmSync(home, { recursive: true }));

  async function hears(changes: [string, () => void][]): Promise<void> {
    let heard = 0;
    const watching = watchFolders([folder], () => (heard += 1));
    try {
      for (const [index, [what, change]] of changes.entries()) {
        change();
        const until = Date.now() + 30_000;
        while (heard <= index && Date.now() < until) await wait(10);
        await wait(60);
        assert.equal(heard, index + 1, what);
      }
    } finally {
      watching.close();
    }
  }

  it('reports written, replaced, added and removed files, once per burst', () =>
    hears([
      ['written', () => [1, 2, 3].forEach((value) => writeFileSync(file, String(value)))],
      ['replaced', () => (writeFileSync(`${file}.new`, '2'), renameSync(`${file}.new`, file))],
      ['written after it was replaced', () => writeFileSync(file, '3')],
      ['a new folder', () => mkdirSync(join(folder, 'actions'))],
      ['a file in it', () => writeFileSync(join(folder, 'actions/a.json'), '{}')],
      ['removed', () => rmSync(join(folder, 'actions'), { recursive: true })],
    ]));

  it('reports that it or a parent disappears and returns, and later changes', () => {
    const away = join(home, 'away');
    const above = join(home, 'connectors');
    return hears([
      ['removed and made again at once', () => (rmSync(folder, { recursive: true }), mkdirSync(folder))],
      ['written then', () => writeFileSync(file, '1')],
      ['removed with all above', () => rmSync(above, { recursive: true })],
      ['made again', () => mkdirSync(folder, { recursive: true })],
      ['written after it was made again', () => writeFileSync(file, '2')],
      ['moved away', () => renameSync(folder, away)],
      ['moved back', () => renameSync(away, folder)],
      ['written after it was moved back', () => writeFileSync(file, '3')],
      ['the one above replaced', () => (renameSync(above, away), cpSync(away, above, { recursive: true }))],
      ['written after that', () => writeFileSync(file, '4')],
    ]);
  });
});
