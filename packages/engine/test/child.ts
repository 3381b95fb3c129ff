import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A process of ours that prints one line of JSON when it is ready. */
export interface Child {
  /** What the line says. */
  ready: Record<string, unknown>;
  pid: number;
  /** Resolves when the process has ended. */
  ended: Promise<void>;
  kill(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  log(): string;
}

export async function startChild(file: string, environment: Record<string, string>): Promise<Child> {
  const child = spawn(process.execPath, [file], { env: { ...process.env, ...environment } });
  let log = '';
  child.stderr.on('data', (text: Buffer) => (log += text.toString('utf8')));
  const line = await Promise.race([
    once(createInterface(child.stdout), 'line').then(([text]) => String(text)),
    once(child, 'exit').then(([code]) => {
      throw new Error(`${file} ended with ${String(code)}:\n${log}`);
    }),
  ]);
  const ready = JSON.parse(line) as Record<string, unknown>;
  return { ready, pid: child.pid!, ended: ended(child), log: () => log, kill: (signal) => kill(child, signal) };
}

async function kill(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  child.kill(signal);
  await ended(child);
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}
