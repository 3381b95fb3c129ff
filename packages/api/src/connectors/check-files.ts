import { Worker } from 'node:worker_threads';
import { Problem } from '@tallyhook/schemas';
import type { SourceProblem } from '@tallyhook/sdk';

/** Finds the mistakes of a connector given as texts by path, the same as `tallyhook validate`. */
export type FileChecker = (files: Readonly<Record<string, string>>) => Promise<SourceProblem[]>;

const maxRunning = 2;
const timeoutMs = 20_000;
const maxMemoryMb = 256;

/**
 * Creates a checker. Each check has a thread of its own, which ends with it: compiling takes as long as the files want,
 * and would hold up every other request.
 */
export function createFileChecker(): FileChecker {
  let running = 0;
  return async (files) => {
    if (running >= maxRunning)
      throw new Problem('too_many_requests', 'Other connectors are being checked: try again in a few seconds.', {
        retryAfterSeconds: 5,
      });
    running += 1;
    try {
      return await checkInThread(files);
    } finally {
      running -= 1;
    }
  };
}

async function checkInThread(files: Readonly<Record<string, string>>): Promise<SourceProblem[]> {
  const worker = new Worker(new URL('./check-files-thread.ts', import.meta.url), {
    workerData: files,
    resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb },
  });
  const { promise, resolve, reject } = Promise.withResolvers<SourceProblem[]>();
  const timer = setTimeout(() => reject(tooMuch(`took longer than ${timeoutMs / 1000} seconds`)), timeoutMs);
  worker.once('message', resolve);
  worker.once('error', (error: NodeJS.ErrnoException) =>
    reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch('needed too much memory', error) : error),
  );
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

function tooMuch(what: string, cause?: unknown): Problem {
  return new Problem('invalid_input', `Checking these files ${what}: send fewer or smaller ones.`, { cause });
}
