import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** One of our processes that prints one line of JSON when it is ready. */
export interface Child {
  /** The content of that line. */
  ready: Record<string, unknown>;
  pid: number;
  /** Resolves when the process has ended. Throws with its log if that takes longer than the timeout. */
  ended(timeoutMs: number): Promise<void>;
  /** Sends the signal and waits for the end. A process that ignores SIGTERM is killed, which is an error. */
  kill(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  log(): string;
}

const readyTimeoutMs = 120_000;
/** A worker gives work in progress half a minute. */
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
    ended: async (timeoutMs) => void (await within(timeoutMs, 'did not exit', exit)),
    async kill(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill(signal);
      await within(endTimeoutMs, `did not exit after ${signal}`, exit).catch((error: unknown) => {
        child.kill('SIGKILL');
        throw error;
      });
    },
    log: () => log,
  };
}

/** Adds timeouts to promises. The error names the promise and contains the log of the process. */
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
