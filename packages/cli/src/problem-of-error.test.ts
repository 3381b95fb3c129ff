import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { Writable } from 'node:stream';
import { runVerb } from '../test/run-verb.ts';
import { problemOfError } from './problem-of-error.ts';

describe('an unexpected error', () => {
  /** An output that fails on use. */
  const broken = (): Writable =>
    Object.assign(new Writable(), {
      write: () => {
        throw new TypeError('nobody thought of this\nsecond line');
      },
    });

  it('is reported as a bug in one line, with exit code 2', async () => {
    const { code, err } = await runVerb(['explain', 'too_large'], { output: broken() });
    assert.equal(code, 2);
    assert.equal(
      err,
      'Something failed on our side: This is a bug in the command (TypeError: nobody thought of this). ' +
        'Set TALLYHOOK_TRACE=1 to see the stack trace.\n',
    );
  });

  it('includes its stack trace on request', async () => {
    const { code, err } = await runVerb(['explain', 'too_large'], {
      output: broken(),
      environment: { TALLYHOOK_TRACE: '1' },
    });
    assert.equal(code, 2);
    assert.match(err, /^TypeError: nobody thought of this\n.*\n {4}at .*problem-of-error\.test\.ts/);
  });

  it('names the file or folder that cannot be used', () => {
    assert.throws(
      () => readdirSync('/nowhere'),
      (error) => {
        const { code, message } = problemOfError(error);
        assert.deepEqual([code, message], ['invalid_usage', '"/nowhere" cannot be used (ENOENT: scandir).']);
        return true;
      },
    );
  });

  it('does not report a full disk as a bug', () => {
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), {
      code: 'ENOSPC',
      syscall: 'write',
    });
    const { code, message } = problemOfError(full);
    assert.deepEqual([code, message], ['invalid_usage', 'A file cannot be written (ENOSPC: write).']);
  });
});
