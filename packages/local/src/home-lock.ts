import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Problem } from '@tallyhook/schemas';
import { errorCode } from './file-problem.ts';
import { readProcesses } from './processes-file.ts';

/** Held until it is released or this process ends. */
export interface HomeLock {
  release(): Promise<void>;
}

/**
 * Prevents a second supervisor from using the same home, with a local socket named after the folder. On Linux the
 * socket is abstract (unix(7)) and has no file, so the system frees it however this process ends.
 */
export async function lockHome(home: string): Promise<HomeLock> {
  const name = `tallyhook-${createHash('sha256').update(realpathSync(home)).digest('hex').slice(0, 24)}`;
  const isAbstract = process.platform === 'linux';
  const path = isAbstract ? `\0${name}` : join(tmpdir(), `${name}.sock`);
  try {
    const server = await listen(path);
    return { release: () => close(server) };
  } catch (error) {
    if (errorCode(error) !== 'EADDRINUSE') throw error;
    throw await alreadyRunning(home, isAbstract ? '' : ` If it is not running, remove ${path}.`);
  }
}

async function alreadyRunning(home: string, hint: string): Promise<Problem> {
  const supervisor = (await readProcesses(home)).find(({ name }) => name === 'supervisor');
  const who = supervisor === undefined ? '' : ` (process ${supervisor.pid})`;
  return new Problem(
    'cannot_start',
    `Tallyhook is already running with the data in ${home}${who}: stop it, or set TALLYHOOK_HOME and PORT to run a second one.${hint}`,
  );
}

function listen(path: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', reject);
    server.listen(path, () => resolve(server.unref()));
  });
}

async function close(server: Server): Promise<void> {
  await new Promise((resolve) => server.close(resolve));
}
