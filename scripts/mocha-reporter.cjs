// Shows each test as it ends and writes what happened, one JSON line each, to the file of `reporterOptions.output`.
const { appendFileSync } = require('node:fs');
const { reporters, Runner } = require('mocha');

const { EVENT_TEST_PASS, EVENT_TEST_FAIL, EVENT_TEST_PENDING, EVENT_RUN_END, EVENT_SUITE_BEGIN } = Runner.constants;

class Reporter extends reporters.Base {
  constructor(runner, options) {
    super(runner, options);
    const { output, label } = options.reporterOptions;
    const write = (event) => appendFileSync(output, `${JSON.stringify(event)}\n`);
    const show = (line) => process.stdout.write(`${line}\n`);
    const title = (test) => `${label}: ${test.titlePath().join(' › ')}`;

    runner.on(EVENT_SUITE_BEGIN, (suite) => {
      if (suite.parent?.root) show(`${label}: ${suite.title}`);
    });
    runner.on(EVENT_TEST_PASS, (test) => {
      write({ kind: 'pass' });
      show(`  ✓ ${test.title}${test.duration > test.slow() ? ` (${test.duration} ms)` : ''}`);
    });
    runner.on(EVENT_TEST_FAIL, (test, error) => {
      write({ kind: 'fail', title: title(test), message: describe(error) });
      show(`  ✗ ${test.title}`);
    });
    // What is skipped proves nothing: it is said and counts as failed.
    runner.on(EVENT_TEST_PENDING, (test) => {
      write({ kind: 'fail', title: title(test), message: 'This test is skipped.' });
      show(`  ✗ ${test.title} (skipped)`);
    });
    runner.once(EVENT_RUN_END, () => {
      write({ kind: 'end' });
      // Says what keeps the process from ending, where something does; does not keep it itself.
      setTimeout(() => write({ kind: 'open', what: openHandles() }), 10_000).unref();
    });
  }
}

function openHandles() {
  const handles = process._getActiveHandles().map((handle) => {
    const ends = [handle.localPort, handle.remotePort, handle.spawnfile, handle.fd].filter((end) => end !== undefined);
    return [handle.constructor.name, ...ends].join(' ');
  });
  return [...handles, ...process.getActiveResourcesInfo()].join(', ');
}

/** Node's assertions carry their difference in the message. */
function describe(error) {
  return error.stack ?? error.message ?? String(error);
}

module.exports = Reporter;
