/**
 * The carrier thread: reads files and sends them, with its own connection to MongoDB. Reading creates garbage that is
 * cheap to collect only in a small heap, and the worker's own thread has a large one.
 */
import { createHttp, parseRoutes, type HttpStreamRequest } from '@tallyhook/sdk';
import { openStore } from '@tallyhook/store';
import { parentPort, workerData } from 'node:worker_threads';
import { createCarrier, type CarriedContent } from './carrier.ts';
import {
  asBuffer,
  failureData,
  type CarrierSettings,
  type FromThread,
  type SendOrder,
  type ToThread,
} from './messages.ts';

const { uri, databasePrefix, files, routes, privateHosts } = workerData as CarrierSettings;
const store = await openStore({ uri, databasePrefix, files, connect: false });
const carrier = createCarrier({ store, http: createHttp({ routes: parseRoutes(routes), privateHosts }) });

const contents = new Map<number, CarriedContent>();
const stops = new Map<number, AbortController>();
const waiting = new Map<number, PromiseWithResolvers<void>>();

const say = (message: FromThread): void => parentPort!.postMessage(message);

parentPort!.on('message', (message: ToThread) => {
  switch (message.kind) {
    case 'open':
      return void contents.set(message.content, carrier.open(message.place));
    case 'close':
      return void close(message.content);
    case 'send':
      return void send(message.sending, message);
    case 'stop':
      return stops.get(message.sending)?.abort();
    case 'go on':
      return goOn(message);
  }
});

async function send(
  sending: number,
  { content, lease, asksToBegin, hasPoints, request, ...range }: SendOrder,
): Promise<void> {
  const stop = new AbortController();
  stops.set(sending, stop);
  try {
    const response = await contents.get(content)!.send(withBuffers(request), {
      ...range,
      signal: stop.signal,
      lease: { times: lease, renew: () => ask({ kind: 'may send', sending }) },
      ...(asksToBegin && { mayBegin: () => ask({ kind: 'may begin', sending }) }),
      ...(hasPoints && { onPoint: (point) => ask({ kind: 'point', sending, point }) }),
    });
    say({ kind: 'answered', sending, response });
  } catch (error) {
    say({ kind: 'failed', sending, failure: failureData(error) });
  } finally {
    stops.delete(sending);
    waiting.delete(sending);
  }
}

function withBuffers({ frame, ...request }: HttpStreamRequest): HttpStreamRequest {
  return frame ? { ...request, frame: { before: asBuffer(frame.before), after: asBuffer(frame.after) } } : request;
}

/** Resolves when the main thread answers `go on`. */
function ask(question: FromThread & { sending: number }): Promise<void> {
  const answer = Promise.withResolvers<void>();
  waiting.set(question.sending, answer);
  say(question);
  return answer.promise;
}

function goOn({ sending, refusal }: ToThread & { kind: 'go on' }): void {
  const answer = waiting.get(sending);
  if (refusal === null) answer?.resolve();
  else answer?.reject(Object.assign(new Error('Sending was refused.'), { code: refusal }));
}

async function close(content: number): Promise<void> {
  const found = contents.get(content);
  contents.delete(content);
  await found?.close();
  say({ kind: 'closed', content });
}
