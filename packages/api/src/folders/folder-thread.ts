import { parentPort } from 'node:worker_threads';
import { Problem } from '@tallyhook/schemas';
import { runFolderJob } from './folder-jobs.ts';
import type { FromFolderThread, ToFolderThread } from './folder-work.ts';

const port = parentPort!;

port.on('message', ({ id, job }: ToFolderThread) => {
  void runFolderJob(job).then(
    (result) => port.postMessage({ id, result } satisfies FromFolderThread),
    (error: unknown) => {
      const { message } = error as Error;
      const refused = error instanceof Problem ? { code: error.code, errors: error.errors } : undefined;
      port.postMessage({ id, message, ...(refused && { refused }) } satisfies FromFolderThread);
    },
  );
});
