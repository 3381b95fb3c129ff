import { Worker } from 'node:worker_threads';
import { Problem, type ProblemCode, type ProblemDetail } from '@tallyhook/schemas';
import type { FolderJob, FolderResults } from './folder-jobs.ts';

export interface ToFolderThread {
  id: number;
  job: FolderJob;
}

export interface FromFolderThread {
  id: number;
  result?: FolderResults[FolderJob['kind']];
  message?: string;
  refused?: { code: ProblemCode; errors: readonly ProblemDetail[] };
}

/** Compiles and tests the files that people write, without holding up other requests. */
export interface FolderWork {
  /**
   * Does a job in a thread, one after the other.
   * @throws Problem `invalid_connector` if it takes too long, and what the options say if too many are waiting
   */
  run<Job extends FolderJob>(job: Job): Promise<FolderResults[Job['kind']]>;
}

/** A job and who waits for it. */
interface Waiting {
  job: FolderJob;
  resolve(result: FolderResults[FolderJob['kind']]): void;
  reject(error: Error): void;
}

interface FolderWorkOptions {
  /** A job that takes longer is ended. */
  maxMs: number;
  /** Jobs that wait for the one that runs. */
  maxWaiting?: number;
  /** What a further job is refused with. */
  busyCode?: 'unavailable' | 'too_many_requests';
}

/** Creates the thread's owner; the thread starts with the first job. */
export function createFolderWork({ maxMs, maxWaiting = 50, busyCode = 'unavailable' }: FolderWorkOptions): FolderWork {
  const queue: Waiting[] = [];
  let thread: Worker | undefined;
  let current: Waiting | undefined;
  let timer: NodeJS.Timeout | undefined;
  let last = 0;

  const start = (): Worker => {
    const worker = new Worker(new URL('./folder-thread.ts', import.meta.url), { resourceLimits });
    let cause: unknown;
    worker.on('error', (error) => void (cause = error));
    worker.on('message', ({ id, result, message, refused }: FromFolderThread) => {
      if (id !== last) return;
      if (result !== undefined) end(({ resolve }) => resolve(result));
      else end(({ reject }) => reject(refused ? new Problem(refused.code, message!, refused) : new Error(message)));
    });
    // An idle thread must not keep the process; listening to its messages would.
    worker.unref();
    worker.on('exit', () => {
      if (thread !== worker) return;
      thread = undefined;
      end(({ reject }) => reject(stopped(cause)));
    });
    return worker;
  };
  const end = (tell: (waiting: Waiting) => void): void => {
    clearTimeout(timer);
    const ended = current;
    current = undefined;
    if (ended !== undefined) tell(ended);
    next();
  };
  const next = (): void => {
    if (current !== undefined) return;
    current = queue.shift();
    if (current === undefined) return;
    thread ??= start();
    last += 1;
    thread.postMessage({ id: last, job: current.job } satisfies ToFolderThread);
    timer = setTimeout(() => {
      const slow = thread;
      thread = undefined;
      void slow?.terminate();
      end(({ reject }) => reject(tooSlow(maxMs)));
    }, maxMs);
  };

  return {
    run: <Job extends FolderJob>(job: Job) =>
      new Promise<FolderResults[Job['kind']]>((resolve, reject) => {
        if (queue.length >= maxWaiting) return reject(tooMany(busyCode));
        queue.push({ job, resolve: (result) => resolve(result as FolderResults[Job['kind']]), reject });
        next();
      }),
  };
}

const resourceLimits = { maxOldGenerationSizeMb: 512 };

function tooSlow(maxMs: number): Problem {
  const detail = `These files take more than ${maxMs / 1_000} seconds to check: make them smaller or fewer.`;
  return new Problem('invalid_connector', detail);
}

function stopped(cause: unknown): Error {
  const { code } = (cause ?? {}) as NodeJS.ErrnoException;
  if (code !== 'ERR_WORKER_OUT_OF_MEMORY') return new Error('The thread for connector folders stopped.', { cause });
  return new Problem('invalid_connector', 'These files take too much memory to check: make them smaller or fewer.', {
    cause,
  });
}

function tooMany(code: 'unavailable' | 'too_many_requests'): Problem {
  return new Problem(code, 'Too many connectors are being checked: try again in a few seconds.', {
    retryAfterSeconds: 5,
  });
}
