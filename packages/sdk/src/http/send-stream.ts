import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Request as GotRequest } from 'got';
import { type ActionError, changeError } from '../action-error.ts';
import type { OpenRequest } from './client.ts';
import { describeFailure } from './failures.ts';
import { joinHeaders } from './headers.ts';
import { defaultMaxBytes, type HttpResponse, type HttpStreamOptions, type HttpStreamRequest } from './http.ts';
import { keepReadable } from './keep-readable.ts';
import { readBody } from './read-body.ts';
import { signHeaders, withoutSignature } from './sign-request.ts';
import { sliceBody, type Slice } from './stream-body.ts';
import { createLimits, type StreamLimits } from './stream-limits.ts';
import type { Target } from './targets.ts';

const defaultIdleTimeoutMs = 60_000;
const graceMs = 1000;
const noFrame = { before: Buffer.alloc(0), after: Buffer.alloc(0) };

interface Sending {
  open: OpenRequest;
  target: Target;
  request: HttpStreamRequest;
  options: HttpStreamOptions;
}

/**
 * Sends a body while reading it.
 * @throws ActionError.
 */
export async function sendStream(sending: Sending): Promise<HttpResponse> {
  const { target, request, options } = sending;
  const { method, headers, signing } = request;
  const signed = signing === undefined ? headers : signHeaders({ method, target, headers, signing, body: 'file' });
  const slices = sliceBody(request.frame ?? noFrame, options.body, options.sizeBytes);
  const limits = createLimits(options.idleTimeoutMs ?? defaultIdleTimeoutMs, options.signal);
  let outgoing: GotRequest | undefined;
  try {
    // Read before anything is sent: an unreadable file costs no request.
    const first = await limits.forFile(slices.next());
    const opened = begin({ ...sending, request: { ...request, headers: signed } }, limits);
    outgoing = opened.outgoing;
    const response = await Promise.race([converse({ ...opened, first, slices, limits, sending }), limits.broken]);
    return signing === undefined ? response : withoutSignature(response, signed);
  } catch (error) {
    throw describe(error, target.host, limits);
  } finally {
    limits.end();
    // The agent takes back the connection of a finished request.
    if (outgoing?.writableFinished !== true) outgoing?.destroy();
    // Tells the file reader to stop, without waiting for it.
    slices.return(undefined).catch(() => undefined);
  }
}

function describe(error: unknown, host: string, limits: StreamLimits): ActionError {
  const failure = describeFailure(error, host, limits);
  if (failure.mayHaveArrived || limits.isUnsent) return failure;
  // The file failed after part of it was sent.
  return changeError(failure, { mayHaveArrived: true });
}

/** Starts the request. `connected` resolves as soon as bytes may be sent. */
function begin(sending: Sending, limits: StreamLimits): Pick<Conversation, 'outgoing' | 'connected'> {
  const { method, headers, repeatable: mayReuse = false } = sending.request;
  const connected = Promise.withResolvers<void>();
  const outgoing = sending.open({
    ...{ target: sending.target, method, headers, mayReuse },
    sizeBytes: bodyBytes(sending),
    onConnected() {
      connected.resolve();
      limits.isUnsent = false;
      limits.moved();
    },
  });
  return { outgoing, connected: connected.promise };
}

function bodyBytes({ request: { frame = noFrame }, options }: Sending): number {
  return frame.before.length + options.sizeBytes + frame.after.length;
}

interface Conversation {
  outgoing: GotRequest;
  first: IteratorResult<Slice>;
  connected: Promise<void>;
  slices: AsyncGenerator<Slice>;
  limits: StreamLimits;
  sending: Sending;
}

interface SendState {
  isRefused: boolean;
  /** Bytes of the body, including its frame, that have not been handed over. */
  leftBytes: number;
}

/** Sends the body and reads the answer, which may arrive before the whole body is sent. */
async function converse(conversation: Conversation): Promise<HttpResponse> {
  const { outgoing, limits, sending } = conversation;
  const state = { isRefused: false, leftBytes: bodyBytes(sending) };
  const answered = Promise.withResolvers<IncomingMessage>();
  const refused = Promise.withResolvers<void>();
  outgoing.once('response', (answer: IncomingMessage) => {
    limits.moved();
    state.isRefused = isRefusal(answer);
    if (state.isRefused) refused.resolve();
    answered.resolve(answer);
  });
  // After a refusal, a broken connection no longer matters.
  const onBroken = (error: Error): void => (state.isRefused ? undefined : limits.fail(error));
  outgoing.on('error', onBroken);
  // Node closes a connection whose answer has ended without failing the pending write of the body.
  outgoing.once('request', (request: ClientRequest) =>
    request.once('close', () => {
      if (state.leftBytes > 0) onBroken(Object.assign(new Error('closed too soon'), { code: 'ECONNRESET' }));
    }),
  );
  outgoing.once('socket', (socket: Socket) => keepReadable(socket, onBroken));
  const reading = answered.promise.then((answer) => readAnswer(outgoing, answer, sending.request));
  reading.catch(() => undefined);
  const pumping = pump(conversation, state);
  pumping.catch(() => undefined);
  await Promise.race([pumping, refused.promise]);
  limits.moved();
  const response = await reading;
  if (state.leftBytes === 0) await letFinish(outgoing, pumping);
  return response;
}

/**
 * Waits until a fully written request has finished locally, so that its connection can be reused: a service may answer
 * before we know that the last byte was sent.
 */
async function letFinish(outgoing: GotRequest, pumping: Promise<void>): Promise<void> {
  if (outgoing.writableFinished) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, graceMs);
  outgoing.once('finish', resolve).once('close', resolve);
  pumping.catch(() => resolve());
  await promise;
  clearTimeout(timer);
}

/** Whether an answer is final before the body was sent. A success still depends on the rest. */
function isRefusal({ statusCode }: IncomingMessage): boolean {
  return statusCode! >= 300;
}

async function pump(
  { outgoing, first, connected, slices, limits, sending }: Conversation,
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
    // Lets an answer in. Without this, a fast service is read only after everything is written.
    await nextTurn();
    // If the whole body is already written, the request ends as if the answer had come later.
    if (state.isRefused && state.leftBytes > 0) return;
  }
  // Sends the headers of an empty body.
  await mayWrite?.();
  outgoing.end();
}

function write(outgoing: GotRequest, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    outgoing.write(bytes, (error) => (error ? reject(error) : resolve()));
  });
}

async function readAnswer(
  outgoing: GotRequest,
  answer: IncomingMessage,
  { maxBytes = defaultMaxBytes }: HttpStreamRequest,
): Promise<HttpResponse> {
  const body = await readBody(outgoing, { maxBytes, takesPart: isRefusal(answer) });
  return { status: answer.statusCode!, headers: joinHeaders(answer.headers), body };
}
