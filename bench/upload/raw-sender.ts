import { once } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';

/** In pieces by the reader of the product; in one body by it; in one body by the stream that downloads get. */
export type RawWay = 'pieces' | 'body' | 'stream';

export interface RawSenderSettings {
  /** The connection string of MongoDB. */
  uri: string;
  workspaceId: string;
  /** As `TALLYHOOK_ROUTES` says it. */
  routes: string;
  /** The id of the file. */
  file: string;
}

/** What sends a file without a journal. */
export interface RawSender {
  /** Sends the file once; gives how long it took, in milliseconds. */
  send(way: RawWay): Promise<number>;
  stop(): Promise<void>;
}

/** Starts the thread that sends, with the heap that the product gives to its own (`thread-carrier.ts` in the engine). */
export async function startRawSender(settings: RawSenderSettings): Promise<RawSender> {
  setFlagsFromString('--initial-old-space-size=128');
  const thread = new Worker(new URL('./raw-ways.ts', import.meta.url), { workerData: settings });
  thread.once('online', () => setFlagsFromString('--initial-old-space-size=0'));
  await once(thread, 'message');
  return {
    async send(way) {
      thread.postMessage(way);
      const [ms] = (await once(thread, 'message')) as [number];
      return ms;
    },
    stop: async () => void (await thread.terminate()),
  };
}
