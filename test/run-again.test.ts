import assert from 'node:assert/strict';
import { runAgain, type Failure, type TestResult } from '../scripts/run-again.ts';

const failure = (file?: string): Failure => ({
  folder: 'test',
  ...(file === undefined ? {} : { file }),
  title: `fails in ${file}`,
  message: 'no',
});
const passing = (file: string) => ({ folder: 'test', file });
const resultOf = (...failures: Failure[]): TestResult => ({
  passed: [passing('a'), passing('b')],
  failures,
  unsteady: [],
});

describe('a test file that failed in continuous integration', () => {
  it('counts as passed if it passes when it runs again, and is reported', async () => {
    const result = resultOf(failure('a'));
    await runAgain(result, async () => ({ passed: [passing('a'), passing('a')], failures: [] }));
    assert.deepEqual(result, {
      passed: [passing('b'), passing('a'), passing('a')],
      failures: [],
      unsteady: [failure('a')],
    });
  });

  it('stays failed if it fails again', async () => {
    const result = resultOf(failure('a'), failure('b'));
    await runAgain(result, async (_folder, file) =>
      file === 'a' ? { passed: [], failures: [failure('a')] } : { passed: [passing('b')], failures: [] },
    );
    assert.deepEqual(result.failures, [failure('a')]);
    assert.deepEqual(result.unsteady, [failure('b')]);
  });

  it('does not run again if many files or the run itself failed', async () => {
    for (const failures of [['a', 'b', 'c', 'd'].map((file) => failure(file)), [failure('a'), failure()]]) {
      const result = resultOf(...failures);
      await runAgain(result, () => assert.fail('It ran again.'));
      assert.deepEqual(result.failures, failures);
    }
  });
});
