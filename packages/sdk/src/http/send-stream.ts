import { Agent as PlainAgent, type ClientRequest, type IncomingMessage, request as sendPlain } from 'node:http';
import { Agent as SecureAgent, request as sendSecure, type RequestOptions } from 'node:https';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type ActionError, changeError } from '../action-error.ts';
import { publicLookup } from './addresses.ts';
import { describeFailure } from './failures.ts';
import { joinHeaders, withUserAgent } from './headers.ts';
import type { HttpResponse, HttpStreamOptions, HttpStreamRequest } from './http.ts';
import { waitForLastWords } from './patient-socket.ts';
import { readBody } from './read-body.ts';
import { sliceBody, type Slice } from './stream-body.ts';
import { createLimits, type StreamLimits } from './stream-limits.ts';
import type { Target } from './targets.ts';

const usualIdleTimeoutMs = 60_000;
const connectTimeoutMs = 10_000;
const usualMostBytes = 10 * 1024 * 1024;
// Shorter than services keep a connection that rests, so that they hardly ever close one just when it is used.
const restMs = 4000;
const graceMs = 1000;
const noFrame = { before: Buffer.alloc(0), after: Buffer.alloc(0) };

/** Sends streamed bodies. */
export interface Streams {
  send(target: Target, request: HttpStreamRequest, options: HttpStreamOptions): Promise<HttpResponse>;
  close(): void;
}

/**
 * Streamed bodies go out through node:http: it sends from the caller's buffers and takes less memory for it than undici.
 * Connections are kept for requests that may be repeated; any other has its own.
 */
export function createStreams(): Streams {
  const keep = { keepAlive: true, timeout: restMs };
  // What must be public never goes over a connection that was made where everything is allowed.
  const agents = { plain: new PlainAgent(keep), secure: new SecureAgent(keep), trusted: new SecureAgent(keep) };
  const agentFor = ({ origin, isTrusted }: Target): PlainAgent =>
    origin.protocol === 'http:' ? agents.plain : isTrusted ? agents.trusted : agents.secure;
  return {
    send: (target, request, options) =>
      sendOnce({ target, request, options, agent: request.repeatable === true ? agentFor(target) : false }),
    close: () => Object.values(agents).forEach((agent) => agent.destroy()),
  };
}

interface Sending {
  target: Target;
  request: HttpStreamRequest;
  options: HttpStreamOptions;
  agent: PlainAgent | false;
}

async function sendOnce(sending: Sending): Promise<HttpResponse> {
  const { target, request, options } = sending;
  const slices = sliceBody(request.frame ?? noFrame, options.body, options.sizeBytes);
  const limits = createLimits(options.idleTimeoutMs ?? usualIdleTimeoutMs, options.signal);
  let outgoing: ClientRequest | undefined;
  try {
    // Read before anything is sent: a file that cannot be read costs no request.
    const first = await limits.forFile(slices.next());
    outgoing = open(sending);
    const connected = watchConnection(outgoing, limits);
    return await Promise.race([converse(outgoing, { first, connected, slices, limits, sending }), limits.broken]);
  } catch (error) {
    throw describe(error, target.host, limits);
  } finally {
    limits.end();
    // One that has ended well is taken back by its agent and not touched by this.
    if (outgoing?.writableFinished !== true) outgoing?.destroy();
    // Whoever reads the file is told that no more is wanted; nobody waits for that.
    slices.return(undefined).catch(() => undefined);
  }
}

function describe(error: unknown, host: string, limits: StreamLimits): ActionError {
  const failure = describeFailure(error, host, limits);
  if (failure.mayHaveArrived || limits.isUnsent) return failure;
  // The file failed when a part of it was on its way.
  return changeError(failure, { mayHaveArrived: true });
}

function open({ target, request, options, agent }: Sending): ClientRequest {
  const { origin, path, host, isTrusted } = target;
  const { before, after } = request.frame ?? noFrame;
  const headers = Object.entries(withUserAgent(request.headers)).filter(
    ([name]) => !['host', 'content-length'].includes(name.toLowerCase()),
  );
  const how: RequestOptions = {
    protocol: origin.protocol,
    hostname: origin.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: origin.port,
    path,
    method: request.method,
    headers: {
      ...Object.fromEntries(headers),
      Host: host,
      'Content-Length': before.length + options.sizeBytes + after.length,
    },
    agent,
    ...(isTrusted ? {} : { lookup: publicLookup }),
  };
  return origin.protocol === 'http:' ? sendPlain(how) : sendSecure(how);
}

/** Nothing of a request is sent before its connection, with its encryption, stands; resolves then. */
function watchConnection(request: ClientRequest, limits: StreamLimits): Promise<void> {
  const connected = Promise.withResolvers<void>();
  const onConnected = (): void => {
    clearTimeout(timer);
    connected.resolve();
    limits.isUnsent = false;
    limits.moved();
  };
  const onLate = (): void => limits.fail(Object.assign(new Error('no connection'), { code: 'ETIMEDOUT' }));
  const timer = setTimeout(onLate, connectTimeoutMs);
  request.once('close', () => clearTimeout(timer));
  request.once('socket', (socket: Socket & { secureConnecting?: boolean }) => {
    const isReady = !socket.connecting && socket.secureConnecting !== true;
    if (isReady) onConnected();
    else socket.once('secureConnecting' in socket ? 'secureConnect' : 'connect', onConnected);
  });
  return connected.promise;
}

interface Conversation {
  first: IteratorResult<Slice>;
  connected: Promise<void>;
  slices: AsyncGenerator<Slice>;
  limits: StreamLimits;
  sending: Sending;
}

interface SendState {
  isRefused: boolean;
  /** How many bytes of the body, with its frame, have not been handed over. */
  leftBytes: number;
}

/** Sends the body and reads the answer, which may come before the body has been sent. */
async function converse(outgoing: ClientRequest, conversation: Conversation): Promise<HttpResponse> {
  const { limits, sending } = conversation;
  const { before, after } = sending.request.frame ?? noFrame;
  const state = { isRefused: false, leftBytes: before.length + sending.options.sizeBytes + after.length };
  const answered = Promise.withResolvers<IncomingMessage>();
  const refused = Promise.withResolvers<void>();
  outgoing.once('response', (answer) => {
    limits.moved();
    state.isRefused = isRefusal(answer);
    if (state.isRefused) refused.resolve();
    answered.resolve(answer);
  });
  // What breaks after a refusal does not make it unsaid.
  const onBroken = (error: Error): void => (state.isRefused ? undefined : limits.fail(error));
  outgoing.on('error', onBroken);
  // Node closes a connection whose answer has ended, and forgets whoever waits to write the rest of the body.
  outgoing.once('close', () => {
    if (state.leftBytes > 0) onBroken(Object.assign(new Error('closed too soon'), { code: 'ECONNRESET' }));
  });
  outgoing.once('socket', (socket) => waitForLastWords(socket, onBroken));
  const reading = answered.promise.then((answer) => readAnswer(answer, sending.request));
  reading.catch(() => undefined);
  const pumping = pump(outgoing, conversation, state);
  pumping.catch(() => undefined);
  await Promise.race([pumping, refused.promise]);
  limits.moved();
  const response = await reading;
  if (state.leftBytes === 0) await letFinish(outgoing, pumping);
  return response;
}

/**
 * Waits until a request that was handed over whole has ended here too: a service answers as soon as it has the last byte,
 * which may be before we know that it left. Its connection could not be used again else.
 */
async function letFinish(outgoing: ClientRequest, pumping: Promise<void>): Promise<void> {
  if (outgoing.writableFinished) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, graceMs);
  outgoing.once('finish', resolve).once('close', resolve);
  pumping.catch(() => resolve());
  await promise;
  clearTimeout(timer);
}

/** Whether an answer is final although the body has not been taken: one that all is well still depends on the rest. */
function isRefusal({ statusCode }: IncomingMessage): boolean {
  return statusCode! >= 300;
}

async function pump(
  outgoing: ClientRequest,
  { first, connected, slices, limits, sending }: Conversation,
  state: SendState,
): Promise<void> {
  const { mayWrite, onBytesSent } = sending.options;
  let sentBytes = 0;
  await connected;
  for (let next = first; next.done !== true; next = await limits.forFile(slices.next())) {
    await mayWrite?.();
    state.leftBytes -= next.value.bytes.length;
    await write(outgoing, next.value.bytes);
    limits.moved();
    sentBytes += next.value.fileBytes;
    if (next.value.fileBytes > 0) onBytesSent?.(sentBytes);
    // An answer may have come: without this, a fast service is read only when all is written.
    await nextTurn();
    // What is already there whole comes to its end as if the answer had come later.
    if (state.isRefused && state.leftBytes > 0) return;
  }
  // A body without bytes is sent by this, headers and all.
  await mayWrite?.();
  outgoing.end();
}

function write(outgoing: ClientRequest, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    outgoing.write(bytes, (error) => (error ? reject(error) : resolve()));
  });
}

async function readAnswer(
  answer: IncomingMessage,
  { mostBytes = usualMostBytes }: HttpStreamRequest,
): Promise<HttpResponse> {
  const headers = joinHeaders(answer.headers);
  const body = await readBody(answer, headers['content-encoding'], { mostBytes, takesPart: isRefusal(answer) });
  return { status: answer.statusCode!, headers, body };
}
