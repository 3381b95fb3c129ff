// Prints each test as it ends, and writes the results to the file of `reporterOptions.output`, one JSON line each.
const { appendFileSync } = require('node:fs');
const { relative } = require('node:path');
const { reporters, Runner } = require('mocha');
const { endRun, runVariable } = require('./test-run.mjs');

const { EVENT_TEST_PASS, EVENT_TEST_FAIL, EVENT_TEST_PENDING, EVENT_RUN_END, EVENT_SUITE_BEGIN, EVENT_SUITE_END } =
  Runner.constants;

/** Ends this process if its parent dies; nothing else would. */
function endWithParent() {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid === parent) return;
    endRun(process.env[runVariable]);
    process.kill(process.pid, 'SIGKILL');
  }, 1_000).unref();
}

class Reporter extends reporters.Base {
  constructor(runner, options) {
    super(runner, options);
    if (process.env[runVariable]) endWithParent();
    const { output, label } = options.reporterOptions;
    const write = (event) => appendFileSync(output, `${JSON.stringify(event)}\n`);
    const show = (line) => process.stdout.write(`${line}\n`);
    const file = (test) => relative(process.cwd(), test.file ?? test.parent.file);
    const title = (test) => `${label}: ${test.titlePath().join(' › ')}`;

    let begun;
    runner.on(EVENT_SUITE_BEGIN, (suite) => {
      if (!suite.parent?.root) return;
      show(`${label}: ${suite.title}`);
      begun = { at: performance.now(), cpu: process.cpuUsage() };
    });
    runner.on(EVENT_SUITE_END, (suite) => {
      if (!suite.parent?.root) return;
      const { user, system } = process.cpuUsage(begun.cpu);
      const durationMs = performance.now() - begun.at;
      write({ kind: 'suite', file: relative(process.cwd(), suite.file), durationMs, cpuMs: (user + system) / 1000 });
    });
    runner.on(EVENT_TEST_PASS, (test) => {
      write({ kind: 'pass', file: file(test), title: title(test), durationMs: test.duration });
      show(`  ✓ ${test.title}${test.duration > test.slow() ? ` (${test.duration} ms)` : ''}`);
    });
    runner.on(EVENT_TEST_FAIL, (test, error) => {
      write({ kind: 'fail', file: file(test), title: title(test), message: describe(error) });
      show(`  ✗ ${test.title}`);
    });
    // A skipped test proves nothing: report it as failed.
    runner.on(EVENT_TEST_PENDING, (test) => {
      write({ kind: 'fail', file: file(test), title: title(test), message: 'This test is skipped.' });
      show(`  ✗ ${test.title} (skipped)`);
    });
    runner.once(EVENT_RUN_END, () => {
      write({ kind: 'end' });
      // Reports what keeps the process from exiting, if anything. The timer itself does not.
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

/** Node's assertions have their diff in the message. */
function describe(error) {
  return error.stack ?? error.message ?? String(error);
}

module.exports = Reporter;
