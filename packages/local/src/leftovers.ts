import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '@tallyhook/schemas';
import { identify } from './process-identity.ts';
import { readProcesses, type ListedProcess } from './processes-file.ts';
import type { Progress } from './progress.ts';

const termTimeoutMs = 10_000;
const killTimeoutMs = 5_000;
const pollMs = 20;

/**
 * Ends the processes that a killed supervisor left running, as listed in `processes.json`: first the users of the
 * engines, then the engines. Ignores a process that merely has the same number.
 */
export async function endLeftovers(home: string, progress: Progress): Promise<void> {
  const left = (await readProcesses(home)).filter(isStillRunning);
  if (left.length === 0) return;
  progress.say(
    `  Stopping what an earlier start left running: ${left.map(({ name, pid }) => `${name} (${pid})`).join(', ')}`,
  );
  await endAll(left.filter(({ name }) => !isEngine(name)));
  await endAll(left.filter(({ name }) => isEngine(name)));
}

async function endAll(processes: readonly ListedProcess[]): Promise<void> {
  await Promise.all(processes.map(end));
}

async function end(listed: ListedProcess): Promise<void> {
  signal(listed, 'SIGTERM');
  if (await isGoneWithin(listed, termTimeoutMs)) return;
  signal(listed, 'SIGKILL');
  if (await isGoneWithin(listed, killTimeoutMs)) return;
  throw new Problem(
    'cannot_start',
    `${listed.name} of an earlier start (process ${listed.pid}) cannot be stopped: stop it and start again.`,
  );
}

async function isGoneWithin(listed: ListedProcess, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while (isStillRunning(listed)) {
    if (Date.now() > deadline) return false;
    await sleep(pollMs);
  }
  return true;
}

function signal({ pid }: ListedProcess, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It ended in the meantime, or belongs to another user; the wait below shows which.
  }
}

function isStillRunning({ pid, identity }: ListedProcess): boolean {
  return identity !== undefined && identify(pid) === identity;
}

function isEngine(name: string): boolean {
  return name === 'mongod' || name === 'temporal';
}
