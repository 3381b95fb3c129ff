import { workerMemory } from '@tallyhook/local';
import { fork } from 'node:child_process';
import { once } from 'node:events';

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

/** Starts the process that sends, with what the product's worker has for its memory: only the journal is to differ. */
export async function startRawSender(settings: RawSenderSettings): Promise<RawSender> {
  const child = fork(new URL('./raw-process.ts', import.meta.url), { env: { ...process.env, ...workerMemory } });
  const gone = new AbortController();
  child.once('exit', (code) => gone.abort(new Error(`The process of the raw ways ended with ${code}.`)));
  const heard = async (): Promise<unknown> => (await once(child, 'message', { signal: gone.signal }))[0];
  child.send(settings);
  await heard();
  return {
    async send(way) {
      child.send(way);
      return (await heard()) as number;
    },
    async stop() {
      child.disconnect();
      await once(child, 'exit');
    },
  };
}
