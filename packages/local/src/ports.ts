import { randomInt } from 'node:crypto';
import { connect, createServer } from 'node:net';
import { Problem } from '@tallyhook/schemas';
import { errorCode } from './file-problem.ts';

const loopback = '127.0.0.1';

/**
 * Below Linux's ephemeral ports (32768 and up), so that no other program is assigned the port before we listen on it.
 */
const range = { from: 20_000, to: 32_000 };
const maxTries = 50;

/**
 * A free port of the loopback address that is not in `taken`, the ports that will be used soon. Adds it to `taken` at
 * once, so that concurrent calls get different ports.
 */
export async function freePort(taken: Set<number> = new Set()): Promise<number> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const port = randomInt(range.from, range.to);
    if (taken.has(port)) continue;
    taken.add(port);
    if (await isFree(port)) return port;
  }
  const port = await listenOnce(0, loopback);
  taken.add(port);
  return port;
}

/** Whether nothing listens on that port of the loopback address. */
export async function isFree(port: number): Promise<boolean> {
  try {
    await listenOnce(port, loopback);
    return true;
  } catch {
    return false;
  }
}

/**
 * Checks that the product can listen on the port.
 * @throws Problem `cannot_start` that names the port
 */
export async function checkPort(port: number): Promise<void> {
  try {
    await listenOnce(port);
  } catch (error) {
    const reason =
      errorCode(error) === 'EADDRINUSE' ? 'is in use by another program' : `cannot be opened (${errorCode(error)})`;
    throw new Problem('cannot_start', `Port ${port} ${reason}: choose another one, as in PORT=${port + 1} npm start.`, {
      cause: error,
    });
  }
}

/** Whether something accepts connections on that port within a moment. */
export function answers(port: number, host: string = loopback): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host, timeout: 1_000 });
    const end = (accepted: boolean) => {
      socket.destroy();
      resolve(accepted);
    };
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
    socket.once('timeout', () => end(false));
  });
}

function listenOnce(port: number, host?: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ port, host }, () => {
      const address = server.address();
      server.close(() => resolve(address !== null && typeof address === 'object' ? address.port : port));
    });
  });
}
