import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { clone } from './product.ts';

describe('the Work app', () => {
  it('is compiled from its folder like every other app', () => {
    const file = join(clone, 'packages/store/apps/work.json');
    const before = readFileSync(file, 'utf8');
    try {
      execFileSync(process.execPath, [join(clone, 'scripts/print-work-app.mjs')], { stdio: 'pipe' });
      assert.equal(readFileSync(file, 'utf8'), before, 'npm run generate');
    } finally {
      writeFileSync(file, before);
    }
  });
});
