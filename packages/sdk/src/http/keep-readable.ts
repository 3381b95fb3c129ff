import type { Socket } from 'node:net';

const graceMs = 1000;

type Done = (error?: Error | null) => void;

/** The methods that implement writing in a Node stream. */
interface Writer {
  _write(chunk: unknown, encoding: BufferEncoding, done: Done): void;
  _writev?(chunks: { chunk: unknown; encoding: BufferEncoding }[], done: Done): void;
}

const prepared = new WeakSet<Socket>();

/**
 * Keeps a connection readable after a failed write. A service that refuses a body may hang up at once, and Node closes
 * the connection on the first failed write, before the answer is read. `onBroken` gets the error a second later.
 */
export function keepReadable(socket: Socket, onBroken: (error: Error) => void): void {
  listeners.set(socket, onBroken);
  if (prepared.has(socket)) return;
  prepared.add(socket);
  const holdBack =
    (done: Done): Done =>
    (error) => {
      if (!error) return done();
      const timer = setTimeout(() => listeners.get(socket)?.(error), graceMs);
      socket.once('close', () => clearTimeout(timer));
    };
  const writer = socket as unknown as Writer;
  const { _write, _writev } = writer;
  writer._write = (chunk, encoding, done) => _write.call(socket, chunk, encoding, holdBack(done));
  if (_writev) writer._writev = (chunks, done) => _writev.call(socket, chunks, holdBack(done));
}

/** A kept-alive connection serves several requests in turn. */
const listeners = new WeakMap<Socket, (error: Error) => void>();
