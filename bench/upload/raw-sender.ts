import { workerMemory } from '@tallyhook/local';
import { fork } from 'node:child_process';
import { once } from 'node:events';

/** In pieces with the product's reader; in one body with it; in one body with the stream used for downloads. */
export type RawWay = 'pieces' | 'body' | 'stream';

export interface RawSenderSettings {
  /** The connection string of MongoDB. */
  uri: string;
  workspaceId: string;
  /** In the format of `TALLYHOOK_ROUTES`. */
  routes: string;
  /** The id of the file. */
  file: string;
}

/** Sends a file without a journal. */
export interface RawSender {
  /** Sends the file once; returns the time taken, in milliseconds. */
  send(way: RawWay): Promise<number>;
  stop(): Promise<void>;
}

/** Starts the sending process with the memory settings of the product's worker, so that only the journal differs. */
export async function startRawSender(settings: RawSenderSettings): Promise<RawSender> {
  const child = fork(new URL('./raw-process.ts', import.meta.url), { env: { ...process.env, ...workerMemory } });
  const gone = new AbortController();
  child.once('exit', (code) => gone.abort(new Error(`The process of the raw ways ended with code ${code}.`)));
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
