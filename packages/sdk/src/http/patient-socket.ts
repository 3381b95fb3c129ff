import type { Socket } from 'node:net';

const graceMs = 1000;

type Done = (error?: Error | null) => void;

/** The two methods by which a stream of Node writes (documented for those who make streams). */
interface Writer {
  _write(chunk: unknown, encoding: BufferEncoding, done: Done): void;
  _writev?(chunks: { chunk: unknown; encoding: BufferEncoding }[], done: Done): void;
}

const patient = new WeakSet<Socket>();

/**
 * Keeps a connection open for reading when writing fails. A service that refuses a body hangs up at once, and Node
 * closes a connection on the first write that fails, with the answer still unread in it. `onBroken` hears of the error
 * when there was time to read.
 */
export function waitForLastWords(socket: Socket, onBroken: (error: Error) => void): void {
  listeners.set(socket, onBroken);
  if (patient.has(socket)) return;
  patient.add(socket);
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

/** A connection that is kept serves one request after another. */
const listeners = new WeakMap<Socket, (error: Error) => void>();
