import { Worker } from 'node:worker_threads';
import { Problem, type ConnectorPackage } from '@tallyhook/schemas';
import type { Delivery } from '@tallyhook/sdk';
import { eventPayload, payloadTest, type ReceivedEvent } from '@tallyhook/store/deliveries';
import { readEvents, type AskedHandshake, type DeliveryReading, type EventOfDelivery } from './read-events.ts';
import type { FromReader, SentEvent, ToReader } from './read-thread.ts';

/** A delivery that was read; call `forget` once its events are stored. */
export interface HeldReading {
  reading: DeliveryReading<ReceivedEvent> | AskedHandshake[];
  forget(): void;
}

/** Reads deliveries. */
export interface DeliveryReader {
  /**
   * Reads a delivery with every connector version in use, as `readEvents`. A large one is read in another thread, since
   * it would hold up every other request for seconds.
   * @throws Problem as `readEvents`; `unavailable` if too many large ones are waiting.
   */
  read(packages: readonly ConnectorPackage[], delivery: Delivery, about: { isOwn: boolean }): Promise<HeldReading>;
}

/** Below this, reading takes a few milliseconds whatever the body holds. */
const smallBytes = 64 * 1024;
const maxWaiting = 20;

type Pending<Value> = Pick<PromiseWithResolvers<Value>, 'resolve' | 'reject'>;

/** The running thread and what waits for it. */
interface ReaderThread {
  tell(message: ToReader): void;
  reads: Map<number, Pending<HeldReading>>;
  tests: Map<number, Pending<boolean>>;
}

/** Creates a reader; its thread starts with the first large delivery. */
export function createDeliveryReader(): DeliveryReader {
  let running: ReaderThread | undefined;
  let last = 0;
  const current = (): ReaderThread => (running ??= startThread(() => (running = undefined)));

  return {
    async read(packages, delivery, about) {
      if (delivery.rawBody.length <= smallBytes) return readHere(packages, delivery, about);
      const thread = current();
      if (thread.reads.size >= maxWaiting) throw tooMany();
      const job = ++last;
      const { promise, resolve, reject } = Promise.withResolvers<HeldReading>();
      thread.reads.set(job, { resolve, reject });
      thread.tell({ kind: 'read', job, packages, delivery, ...about });
      return promise.finally(() => thread.reads.delete(job));
    },
  };
}

function readHere(packages: readonly ConnectorPackage[], delivery: Delivery, about: { isOwn: boolean }): HeldReading {
  const reading = readEvents(packages, delivery, about);
  const forget = (): void => undefined;
  if (Array.isArray(reading)) return { reading, forget };
  return { reading: { ...reading, events: reading.events.map(receivedHere) }, forget };
}

function receivedHere({ payload, around, otherReadings = [], ...event }: EventOfDelivery): ReceivedEvent {
  return {
    ...event,
    payload: eventPayload(event.event, payload),
    ...(around && { aroundText: JSON.stringify(around) }),
    otherReadings: otherReadings.map((other) => ({ ...other, payload: payloadTest(other.payload) })),
  };
}

function startThread(onEnd: () => void): ReaderThread {
  const worker = new Worker(new URL('./read-thread.ts', import.meta.url));
  const thread: ReaderThread = {
    tell: (message) => worker.postMessage(message),
    reads: new Map(),
    tests: new Map(),
  };
  worker.on('message', (message: FromReader) => hear(thread, message));
  // An idle thread must not keep the process; listening to its messages would.
  worker.unref();
  let cause: unknown;
  worker.on('error', (error) => void (cause = error));
  worker.on('exit', () => {
    onEnd();
    for (const { reject } of thread.reads.values()) reject(ended(cause));
    for (const { reject } of thread.tests.values()) reject(ended(cause));
  });
  return thread;
}

function hear(thread: ReaderThread, message: FromReader): void {
  if (message.kind === 'tested') {
    thread.tests.get(message.ask)?.resolve(message.meets);
    return void thread.tests.delete(message.ask);
  }
  const pending = thread.reads.get(message.job);
  if (message.kind === 'refused') return pending?.reject(new Problem(message.code, message.message));
  if (message.kind === 'failed') return pending?.reject(new Error(message.message));
  const { job, reading, texts } = message;
  const events = reading.events.map((event) => receivedThere(thread, job, event, Buffer.from(texts.buffer)));
  pending?.resolve({ reading: { ...reading, events }, forget: () => thread.tell({ kind: 'forget', job }) });
}

let lastAsk = 0;

function receivedThere(
  thread: ReaderThread,
  job: number,
  { payload, aroundText, otherReadings, ...event }: SentEvent,
  texts: Buffer,
): ReceivedEvent {
  const meetsAt = (index: number) => (conditions: Parameters<ReceivedEvent['payload']['meets']>[0]) => {
    const ask = ++lastAsk;
    const { promise, resolve, reject } = Promise.withResolvers<boolean>();
    thread.tests.set(ask, { resolve, reject });
    thread.tell({ kind: 'test', job, ask, payload: index, conditions });
    return promise;
  };
  const { index, sha256, startByte, endByte } = payload;
  return {
    ...event,
    payload: { text: texts.subarray(startByte, endByte), sha256, meets: meetsAt(index) },
    ...(aroundText !== undefined && { aroundText }),
    otherReadings: otherReadings.map((other) => ({ ...other, payload: { meets: meetsAt(other.payload) } })),
  };
}

/** Nothing was stored, so the sender can send it again. */
function ended(cause: unknown): Problem {
  const options = { cause, retryAfterSeconds: 5 };
  return new Problem('unavailable', 'The delivery could not be read: send it again in a few seconds.', options);
}

function tooMany(): Problem {
  return new Problem('unavailable', 'Too many large deliveries are being read: send it again in a few seconds.', {
    retryAfterSeconds: 5,
  });
}
