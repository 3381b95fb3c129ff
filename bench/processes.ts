import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { lowerPriority } from '@tallyhook/local';

/** Root of the repository. */
export const clone = join(import.meta.dirname, '..');

const readyTimeoutMs = 90_000;
const stopTimeoutMs = 15_000;

/** A process that has reported that it is ready. */
export interface RunningProcess {
  pid: number;
  /** The line of JSON that it printed when ready. */
  ready: { port?: number };
  /** Called with each later line. */
  onLine(listener: (line: string) => void): void;
  /** Stops it as a supervisor would and waits. */
  stop(): Promise<void>;
}

export interface ProcessOptions {
  /** The file to run, relative to the repository root. */
  file: string;
  environment: Record<string, string>;
  /** Destination of its standard error. */
  logPath: string;
  /** As in `npm start`. */
  niceness?: number;
}

/** Runs a file of the repository with this Node until it prints a line of JSON. */
export async function startProcess({ file, environment, logPath, niceness }: ProcessOptions): Promise<RunningProcess> {
  const log = openSync(logPath, 'a');
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', join(clone, file)], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', log],
    // In a session of its own, as in `npm start`: sessions may share the processor equally.
    detached: true,
  });
  const stop = () => stopChild(child);
  // Stop child processes however this process ends.
  process.once('exit', () => child.kill('SIGKILL'));
  const lines = createInterface({ input: child.stdout! });
  try {
    const ready = JSON.parse(await firstLine(child, lines, { file, logPath })) as { port?: number };
    if (niceness !== undefined) lowerPriority(child.pid!, niceness);
    return { pid: child.pid!, ready, onLine: (listener) => void lines.on('line', listener), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function firstLine(
  child: ChildProcess,
  lines: Interface,
  { file, logPath }: Pick<ProcessOptions, 'file' | 'logPath'>,
): Promise<string> {
  const late = AbortSignal.timeout(readyTimeoutMs);
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`${file} ended with code ${code}: ${readFileSync(logPath, 'utf8').slice(-2_000)}`);
  });
  const [line] = (await Promise.race([once(lines, 'line', { signal: late }), ended])) as [string];
  return line;
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs);
  await exited;
  clearTimeout(timer);
}
