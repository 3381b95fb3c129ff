import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A process of ours that prints one line of JSON when it is ready. */
export interface Child {
  /** What the line says. */
  ready: Record<string, unknown>;
  pid: number;
  /** Resolves when the process has ended. Throws with its log when that takes longer than the time. */
  ended(timeoutMs: number): Promise<void>;
  /** Ends the process. One that SIGTERM does not end is killed, which is an error. */
  kill(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  log(): string;
}

const readyTimeoutMs = 120_000;
/** A worker gives what is in hand half a minute. */
const endTimeoutMs = 40_000;

export async function startChild(file: string, environment: Record<string, string>): Promise<Child> {
  const child = spawn(process.execPath, [file], { env: { ...process.env, ...environment } });
  let log = '';
  child.stderr.on('data', (text: Buffer) => (log += text.toString('utf8')));
  const within = createDeadlines(file, () => log);
  const exit = once(child, 'exit');
  const ready = Promise.race([
    once(createInterface(child.stdout), 'line').then(([text]) => String(text)),
    exit.then(([code]) => {
      throw new Error(`${file} ended with ${String(code)}:\n${log}`);
    }),
  ]);
  const line = await within(readyTimeoutMs, 'was not ready', ready).catch((error: unknown) => {
    child.kill('SIGKILL');
    throw error;
  });
  return {
    ready: JSON.parse(line) as Record<string, unknown>,
    pid: child.pid!,
    ended: async (timeoutMs) => void (await within(timeoutMs, 'did not end by itself', exit)),
    async kill(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill(signal);
      await within(endTimeoutMs, `did not end after ${signal}`, exit).catch((error: unknown) => {
        child.kill('SIGKILL');
        throw error;
      });
    },
    log: () => log,
  };
}

/** Gives what is waited for a time, and says with the log of the process what was waited for in vain. */
function createDeadlines(file: string, log: () => string) {
  return async <T>(timeoutMs: number, what: string, awaited: Promise<T>): Promise<T> => {
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(
      () => late.reject(new Error(`${file} ${what} within ${timeoutMs} ms:\n${log()}`)),
      timeoutMs,
    );
    return Promise.race([awaited, late.promise]).finally(() => clearTimeout(timer));
  };
}
