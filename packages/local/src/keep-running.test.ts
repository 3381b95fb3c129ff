import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Problem } from '@tallyhook/schemas';
import { startChild, type Child } from './child.ts';
import { keepRunning, type KeepOptions, type KeptChild } from './keep-running.ts';
import { identify } from './process-identity.ts';

const ready = `process.stdout.write('{"ready":true}\\n');`;
const staysUp = `${ready} setInterval(() => undefined, 1000);`;

describe('kept program', () => {
  let folder: string;
  let messages: string[];
  let kept: KeptChild | undefined;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tallyhook-keep-'));
    messages = [];
  });
  afterEach(async () => {
    await kept?.stop(2_000);
    kept = undefined;
    await rm(folder, { recursive: true, force: true });
  });

  function start(script: string, readyTimeoutMs = 60_000, signal?: AbortSignal): Promise<Child> {
    const options = { name: 'sample', command: process.execPath, args: ['-e', script], environment: {} };
    return startChild({ ...options, logPath: join(folder, 'sample.log'), ready: 'line', readyTimeoutMs }, signal);
  }

  /** Keeps it running; `givenUp` settles when it was given up. */
  async function keep(script: string, options: Partial<KeepOptions> = {}): Promise<{ givenUp: Promise<Problem> }> {
    const { promise: givenUp, resolve } = Promise.withResolvers<Problem>();
    kept = await keepRunning({
      name: 'sample',
      start: () => start(script),
      progress: { say: (line) => messages.push(line), stage: (_name, work) => work() },
      onGivenUp: resolve,
      pausesMs: [10, 20],
      ...options,
    });
    return { givenUp };
  }

  async function until(check: () => boolean): Promise<void> {
    while (!check()) await sleep(10);
  }

  it('is restarted after it is killed, and reports both', async () => {
    await keep(staysUp);
    const first = kept!.current().pid;
    process.kill(first, 'SIGKILL');
    await until(() => messages.length === 2);
    assert.equal(messages[0], 'sample ended (signal SIGKILL); restarting it in 0.0 s.');
    assert.equal(messages[1], `sample is running again (process ${kept!.current().pid}).`);
    assert.notEqual(kept!.current().pid, first);
  });

  it('is given up if it keeps ending, with the end of its log', async () => {
    const script = `${ready} console.error('Error: out of luck'); setTimeout(() => process.exit(3), 50);`;
    const problem = await (await keep(script)).givenUp;
    assert.match(
      problem.message,
      /^sample ended 3 times in a row \(exit code 3\) and will not be restarted\. Its log .* ends with:/,
    );
    assert.match(problem.message, /\n {2}Error: out of luck$/);
  });

  it('is never given up if optional, and restarts after a longer pause', async () => {
    const script = `${ready} setTimeout(() => process.exit(3), 20);`;
    await keep(script, { onGivenUp: undefined, longPauseMs: 50 });
    const long = () => messages.filter((line) => line.startsWith('sample keeps ending (exit code 3)'));
    await until(() => long().length === 2);
    assert.match(
      long()[0]!,
      /3 times in a row: everything else keeps running without it, .* restarts in 0\.1 s\. Its log is /,
    );
    assert.match(long()[1]!, /4 times in a row/);
  });

  it('resets its count of restarts after running for a while', async () => {
    const script = `${ready} setTimeout(() => process.exit(3), 500);`;
    await keep(script, { onGivenUp: () => messages.push('given up'), steadyAfterMs: 50 });
    await until(() => messages.length >= 8);
    assert.ok(
      messages.every((line) => /restarting it in 0\.0 s\.$|is running again/.test(line)),
      messages.join('\n'),
    );
  });

  it('is given up if it cannot be restarted', async () => {
    const counter = join(folder, 'starts');
    await writeFile(counter, '');
    const script = `const fs = require('node:fs'); fs.appendFileSync(${JSON.stringify(counter)}, 'x');
      if (fs.readFileSync(${JSON.stringify(counter)}, 'utf8').length > 1) process.exit(4);
      ${ready} setTimeout(() => process.exit(5), 20);`;
    const problem = await (await keep(script)).givenUp;
    assert.match(problem.message, /^sample ended while starting \(exit code 4\)/);
    assert.equal((await readFile(counter, 'utf8')).length, 3);
  });

  it('waits for room on a full disk, however often it ended, and then runs again', async () => {
    let isFull = true;
    const counter = join(folder, 'starts');
    await writeFile(counter, '');
    const script = `require('node:fs').appendFileSync(${JSON.stringify(counter)}, 'x'); ${ready} ${staysUp}`;
    await keep(script, {
      isDiskFull: () => isFull,
      roomPollMs: 5,
      pausesMs: [10],
      onGivenUp: () => messages.push('given up'),
    });
    process.kill(kept!.current().pid, 'SIGKILL');
    await until(() => messages.length === 1);
    assert.match(messages[0]!, /the disk is full: it starts again when there is room/);
    await sleep(100);
    assert.equal((await readFile(counter, 'utf8')).length, 1, 'no restart while there is no room');
    isFull = false;
    await until(() => messages.length > 1);
    assert.doesNotMatch(messages.join(' '), /given up/);
  });

  it('is not restarted after it is stopped', async () => {
    await keep(staysUp);
    const { pid } = kept!.current();
    await kept!.stop(2_000);
    assert.equal(identify(pid), undefined);
    assert.deepEqual(messages, []);
  });

  it('is killed if it does not end in time', async () => {
    const child = await start(`process.on('SIGTERM', () => undefined); ${staysUp}`);
    await child.stop(100);
    assert.equal(await child.ended, 'signal SIGKILL');
  });

  it('fails to start, with the end of its log, if it ends before it is ready', async () => {
    await assert.rejects(start(`console.error('Error: no luck'); process.exit(7)`), {
      message: `sample ended while starting (exit code 7). Its log ${join(folder, 'sample.log')} ends with:\n  Error: no luck`,
    });
  });

  it('fails to start and is stopped if it is not ready in time', async () => {
    await assert.rejects(start('setInterval(() => undefined, 1000)', 200), /sample was not ready after 0.2 s/);
  });

  it('fails to start with one sentence if the program does not exist', async () => {
    const options = { name: 'sample', command: join(folder, 'nothing'), args: [], environment: {} };
    await assert.rejects(
      startChild({ ...options, logPath: join(folder, 'log'), ready: 'line', readyTimeoutMs: 5_000 }),
      /sample ended while starting \(could not be run: spawn .* ENOENT\)/,
    );
  });

  it('is stopped if the start is aborted', async () => {
    const stopping = new AbortController();
    const starting = start('setInterval(() => undefined, 1000)', 60_000, stopping.signal);
    setTimeout(() => stopping.abort(), 50);
    await assert.rejects(starting, { name: 'AbortError' });
  });
});
