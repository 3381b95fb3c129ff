import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runVerb } from '../test/run-verb.ts';

const github = join(import.meta.dirname, '../../connectors/github');

describe('a file named on the command line', () => {
  it('must be a regular file, because reading from a pipe or a device may never end', async () => {
    const home = mkdtempSync(join(tmpdir(), 'tallyhook-files-'));
    const pipe = join(home, 'pipe.json');
    execFileSync('mkfifo', [pipe]);
    try {
      for (const path of [pipe, '/dev/zero', home])
        for (const args of [
          ['run', 'comment-on-issue', '--connector', github, '--mock', '--input', `@${path}`],
          ['from-openapi', path],
        ]) {
          const { code, err } = await runVerb(args);
          assert.deepEqual([code, err.includes(`${path} is not a file.`)], [2, true], err);
        }
    } finally {
      rmSync(home, { recursive: true });
    }
  });

  it('is reported by validate and doctor if connector.json is a pipe', async () => {
    const home = mkdtempSync(join(tmpdir(), 'tallyhook-files-'));
    execFileSync('mkfifo', [join(home, 'connector.json')]);
    writeFileSync(join(home, 'README.md'), '# One\n');
    try {
      const { code, out } = await runVerb(['validate', home]);
      assert.deepEqual(
        [code, /connector\.json:1:1 {2}# {2}not_a_file {2}this is a pipe, not a file/.test(out)],
        [1, true],
        out,
      );
      assert.match((await runVerb(['doctor', home])).out, /1 error/);
    } finally {
      rmSync(home, { recursive: true });
    }
  });
});
