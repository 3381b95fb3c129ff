import { ActionError, type HttpResponse, type HttpStreamRequest } from '@tallyhook/sdk';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import type { CarriedContent, Carrier, CarryOptions } from './carrier.ts';
import { actionError, asBuffer, type CarrierSettings, type FromThread, type ToThread } from './messages.ts';

interface Pending extends PromiseWithResolvers<HttpResponse> {
  options: CarryOptions;
}

/** A running thread and its pending requests. */
interface CarrierThread {
  tell(message: ToThread): void;
  sendings: Map<number, Pending>;
  closings: Map<number, () => void>;
  end(): Promise<void>;
}

/**
 * Carries in a separate thread, which starts with the first file. If the thread dies, everything in progress fails as
 * if its connection had broken, and the next file starts a new thread.
 */
export function createThreadCarrier(settings: CarrierSettings): Carrier {
  let running: CarrierThread | undefined;
  let last = 0;
  const current = (): CarrierThread =>
    (running ??= startThread(settings, () => {
      running = undefined;
    }));

  return {
    open(place) {
      const content = ++last;
      let opened: CarrierThread | undefined;
      const thread = (): CarrierThread => {
        const found = current();
        if (opened !== found) found.tell({ kind: 'open', content, place });
        return (opened = found);
      };
      return {
        send: (request, options) => send(thread(), { sending: ++last, content, request, options }),
        close: () => closeContent(opened === running ? opened : undefined, content),
      } satisfies CarriedContent;
    },
    close: async () => running?.end(),
  };
}

interface Sending {
  sending: number;
  content: number;
  request: HttpStreamRequest;
  options: CarryOptions;
}

async function send(thread: CarrierThread, { sending, content, request, options }: Sending): Promise<HttpResponse> {
  const { signal, lease, mayBegin, onPoint, ...range } = options;
  const pending: Pending = { ...Promise.withResolvers<HttpResponse>(), options };
  const stop = (): void => thread.tell({ kind: 'stop', sending });
  thread.sendings.set(sending, pending);
  thread.tell({
    kind: 'send',
    sending,
    content,
    request,
    ...range,
    lease: lease.times,
    asksToBegin: mayBegin !== undefined,
    hasPoints: onPoint !== undefined,
  });
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  try {
    return await pending.promise;
  } finally {
    signal.removeEventListener('abort', stop);
    thread.sendings.delete(sending);
  }
}

async function closeContent(thread: CarrierThread | undefined, content: number): Promise<void> {
  if (!thread) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  thread.closings.set(content, resolve);
  thread.tell({ kind: 'close', content });
  await promise;
}

/**
 * The heap size that V8 assumes for the thread. V8 counts buffers outside the heap as growth. Without this, once a
 * pause has made the heap look small, it marks the whole heap for each 8 MiB of a file, which doubles the time.
 */
const expectedHeapMiB = 128;

function startThread(settings: CarrierSettings, onEnd: () => void): CarrierThread {
  // V8 reads the flag when a thread creates its heap; Node's resource limits for threads do not include it.
  setFlagsFromString(`--initial-old-space-size=${expectedHeapMiB}`);
  const worker = new Worker(new URL('./carrier-thread.ts', import.meta.url), { workerData: settings });
  worker.once('online', () => setFlagsFromString('--initial-old-space-size=0'));
  const [sendings, closings] = [new Map<number, Pending>(), new Map<number, () => void>()];
  const tell = (message: ToThread): void => worker.postMessage(message);
  worker.on('message', (message: FromThread) => hear(message, { tell, sendings, closings }));
  let cause: unknown;
  worker.on('error', (error) => void (cause = error));
  worker.on('exit', () => {
    onEnd();
    const message = 'the thread that sent the file ended before an answer arrived';
    for (const { reject } of sendings.values())
      reject(new ActionError('transient', message, { mayHaveArrived: true, cause }));
    for (const resolve of closings.values()) resolve();
  });
  return { tell, sendings, closings, end: async () => void (await worker.terminate()) };
}

function hear(message: FromThread, { tell, sendings, closings }: Omit<CarrierThread, 'end'>): void {
  if (message.kind === 'closed') {
    closings.get(message.content)?.();
    return void closings.delete(message.content);
  }
  const { sending } = message;
  const pending = sendings.get(sending);
  if (!pending) return;
  const answer = (work: void | Promise<void> | undefined): void =>
    void Promise.resolve(work).then(
      () => tell({ kind: 'go on', sending, refusal: null }),
      (error: Error) => tell({ kind: 'go on', sending, refusal: error.name }),
    );
  switch (message.kind) {
    case 'may send':
      return answer(pending.options.lease.renew());
    case 'may begin':
      return answer(pending.options.mayBegin?.());
    case 'point':
      return answer(pending.options.onPoint?.(message.point));
    case 'answered':
      return pending.resolve({ ...message.response, body: asBuffer(message.response.body) });
    case 'failed':
      return pending.reject(actionError(message.failure));
  }
}
