import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync, statSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '@tallyhook/schemas';
import { fileProblem } from './file-problem.ts';
import { shortenLog } from './log-size.ts';
import { readLastLines } from './log-tail.ts';
import { lowerPriority } from './lower-priority.ts';

/** How to run a program in the background. */
export interface ChildOptions {
  /** The name shown to people: `api`, `mongod`. */
  name: string;
  command: string;
  args: readonly string[];
  environment: NodeJS.ProcessEnv;
  /** File to which the output is appended. */
  logPath: string;
  /** The port it listens on, if any. */
  port?: number;
  /** How to detect that it is ready: it prints the line `{"ready":true,…}`, or `isReady` returns true. */
  ready: 'line' | (() => Promise<boolean>);
  readyTimeoutMs: number;
  /** Leaves the processor to others once it is ready, from 0 to 19: see nice(1). */
  niceness?: number;
  /** Called as soon as the process exists, before it is ready. */
  onSpawned?(pid: number): void;
}

/** A program that runs in the background and has been ready. */
export interface Child {
  options: ChildOptions;
  pid: number;
  /** Resolves when the process has ended, with a text that names its exit code or signal. */
  ended: Promise<string>;
  /** Sends SIGTERM, and kills the process after the timeout. */
  stop(timeoutMs: number): Promise<void>;
  /** The last lines of its log, indented. */
  lastLines(): Promise<string>;
}

const readyPollMs = 25;
const abortedStopMs = 10_000;

/**
 * Starts a program in its own process group, so that Ctrl-C reaches only us, and waits until it is ready.
 * @throws Problem `cannot_start` with the end of its log if it exits before that or takes too long
 */
export async function startChild(options: ChildOptions, signal?: AbortSignal): Promise<Child> {
  signal?.throwIfAborted();
  const { child: spawned, logStart } = spawnLogged(options);
  const lastLines = () => readLastLines(options.logPath, logStart);
  const ended = waitForEnd(spawned);
  if (spawned.pid !== undefined) options.onSpawned?.(spawned.pid);
  const stop = (timeoutMs: number) => stopProcess(spawned, ended, timeoutMs);

  const outcome = await waitUntilReady(options, spawned, ended, signal);
  if (outcome === 'ready' && options.niceness !== undefined) lowerPriority(spawned.pid!, options.niceness);
  if (outcome === 'ready') return { options, pid: spawned.pid!, ended, stop, lastLines };

  await stop(signal?.aborted ? abortedStopMs : 0);
  signal?.throwIfAborted();
  const what = outcome === 'late' ? `was not ready after ${options.readyTimeoutMs / 1000} s` : undefined;
  throw new Problem(
    'cannot_start',
    endedSentence(options.name, what ?? `ended while starting (${await ended})`, options.logPath, await lastLines()),
  );
}

type Outcome = 'ready' | 'ended' | 'late' | 'aborted';

async function waitUntilReady(
  { ready, readyTimeoutMs }: ChildOptions,
  child: ChildProcess,
  ended: Promise<string>,
  signal: AbortSignal = new AbortController().signal,
): Promise<Outcome> {
  const over = new AbortController();
  try {
    return await Promise.race<Outcome>([
      ready === 'line' ? hasReadyLine(child) : becomesReady(ready, over.signal),
      ended.then(() => 'ended'),
      sleep(readyTimeoutMs, 'late', { signal: over.signal }),
      new Promise((resolve) => signal.addEventListener('abort', () => resolve('aborted'), { signal: over.signal })),
    ]);
  } finally {
    over.abort();
  }
}

async function becomesReady(ready: () => Promise<boolean>, over: AbortSignal): Promise<Outcome> {
  while (!(await ready())) await sleep(readyPollMs, undefined, { signal: over });
  return 'ready';
}

function hasReadyLine(child: ChildProcess): Promise<Outcome> {
  return new Promise((resolve) => {
    const lines = createInterface({ input: child.stdout! });
    lines.on('line', (line) => {
      if (/^\{.*"ready":\s*true/.test(line)) resolve('ready');
    });
  });
}

function spawnLogged({ command, args, environment, logPath, ready }: ChildOptions) {
  const { log, logStart } = openLog(logPath);
  try {
    const output = ready === 'line' ? 'pipe' : log;
    const child = spawn(command, args, { env: environment, detached: true, stdio: ['ignore', output, log] });
    return { child, logStart };
  } finally {
    closeSync(log);
  }
}

function openLog(path: string): { log: number; logStart: number } {
  try {
    shortenLog(path);
    return { log: openSync(path, 'a', 0o600), logStart: statSync(path).size };
  } catch (error) {
    throw fileProblem(error, `The log ${path} cannot be written`, '');
  }
}

function waitForEnd(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(`could not be run: ${error.message}`));
    child.once('exit', (code, signal) => resolve(signal === null ? `exit code ${code}` : `signal ${signal}`));
  });
}

async function stopProcess(child: ChildProcess, ended: Promise<string>, timeoutMs: number): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  child.kill(timeoutMs === 0 ? 'SIGKILL' : 'SIGTERM');
  const late = await Promise.race([ended.then(() => false), sleep(timeoutMs, true, { ref: false })]);
  if (!late) return;
  child.kill('SIGKILL');
  await ended;
}

/** Describes that a process ended: the reason from its log, if any, and where to read more. */
export function endedSentence(name: string, what: string, logPath: string, lines: string): string {
  const cause = /No space left on device/.test(lines) ? ' because the disk is full: make room' : '';
  return `${name} ${what}${cause}. Its log ${logPath} ends with:\n${lines}`;
}
