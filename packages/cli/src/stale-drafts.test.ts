import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { lutimesSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeNewFiles } from './author/write-files.ts';
import { hiddenName } from './stale-drafts.ts';

describe('the draft of a killed command', () => {
  let home: string;
  let gone: number;
  before(() => void (gone = spawnSync(process.execPath, ['-e', '0']).pid));
  beforeEach(() => void (home = mkdtempSync(join(tmpdir(), 'tallyhook-leavings-'))));
  afterEach(() => rmSync(home, { recursive: true }));

  const age = (path: string, hours: number): void => {
    const then = new Date(Date.now() - hours * 3_600_000);
    lutimesSync(path, then, then);
  };

  it('is removed by the next command that writes there, next to a new folder or in an existing one', () => {
    const [draft, file] = [`.tallyhook-${gone}-0123abcd`, join('crm/actions', `.tallyhook-${gone}-4567cdef`)];
    mkdirSync(join(home, draft, 'actions'), { recursive: true });
    writeFileSync(join(home, draft, 'connector.json'), '{');
    age(join(home, draft), 2);
    writeNewFiles(join(home, 'crm'), new Map([['actions/a.json', '{}']]));
    assert.deepEqual(readdirSync(home), ['crm']);
    writeFileSync(join(home, file), '{');
    age(join(home, file), 2);
    writeNewFiles(join(home, 'crm'), new Map([['actions/b.json', '{}']]));
    assert.deepEqual(readdirSync(join(home, 'crm/actions')).sort(), ['a.json', 'b.json']);
  });

  it('stays if it is new, its process lives, it is a link, or it has another name', () => {
    const living = hiddenName();
    const kept = [`.tallyhook-${gone}-0123abcd`, living, `.tallyhook-${gone}-4567cdef`, '.tallyhook-0123abcd', 'mine'];
    for (const [index, name] of kept.entries()) {
      if (index === 2) symlinkSync(home, join(home, name));
      else mkdirSync(join(home, name));
      if (index !== 0) age(join(home, name), 2);
    }
    writeNewFiles(join(home, 'crm'), new Map([['a.json', '{}']]));
    assert.deepEqual(readdirSync(home).sort(), [...kept, 'crm'].sort());
  });
});
