import { randomInt } from 'node:crypto';
import { connect, createServer } from 'node:net';
import { Problem } from '@tallyhook/schemas';
import { errorCode } from './file-problem.ts';

const loopback = '127.0.0.1';

/**
 * Below the ports that Linux gives to whoever asks for any (32768 and up): between finding a port and listening on it,
 * no other program is given it.
 */
const range = { from: 20_000, to: 32_000 };
const mostTries = 50;

/**
 * A port of the loopback address that nothing listens on right now, and none of `taken`: those that somebody will listen
 * on soon. It is added to them at once, so that who looks for another one meanwhile does not get it too.
 */
export async function freePort(taken: Set<number> = new Set()): Promise<number> {
  for (let tries = 0; tries < mostTries; tries += 1) {
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

/** Throws Problem `cannot_start` naming the port when the web address cannot be opened on it. */
export async function checkPort(port: number): Promise<void> {
  try {
    await listenOnce(port);
  } catch (error) {
    const reason =
      errorCode(error) === 'EADDRINUSE' ? 'is taken by another program' : `cannot be opened (${errorCode(error)})`;
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
