import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const home = join(import.meta.dirname, '..');

describe('the README', () => {
  it('has an example that prints the output shown', () => {
    const text = readFileSync(join(home, 'README.md'), 'utf8');
    const code = /```ts\n(.*?)```/s.exec(text)?.[1];
    const printed = /```text\n(.*?)```/s.exec(text)?.[1];
    assert.ok(code && printed);
    const run = spawnSync(process.execPath, ['--input-type=module-typescript', '--eval', code], {
      cwd: home,
      encoding: 'utf8',
    });
    assert.equal(run.stdout, printed, run.stderr);
  });
});
