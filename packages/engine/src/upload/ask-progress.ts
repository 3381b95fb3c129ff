import { readStatusAnswer, type TransferReading } from '@tallyhook/sdk';
import { isLeaseOver } from '../carrier/lease.ts';
import { buildRequest } from './build-request.ts';
import { reach } from './reach.ts';
import { takeTurn } from './turn.ts';
import { receive, type UploadJob } from './upload-job.ts';

/**
 * Asks how much of a file has arrived, of which up to `sentBytes` may have been sent. Returns null if the connector
 * declares no status request.
 */
export async function askProgress(job: UploadJob, sentBytes: number): Promise<TransferReading | null> {
  const { description, released, actionName, call, http, time, journal } = job;
  if (!description.hasStatus) return null;
  const request = buildRequest(job, 'status', call);
  if (isLeaseOver(journal.lease.times)) await journal.lease.renew();
  const received = await reach(job, {
    before: journal.upload,
    turn: await takeTurn(job),
    head: { request: 'status' },
    send: ({ mayWrite }) => receive(job, http.send(request, { signal: time.signal(), ...(mayWrite && { mayWrite }) })),
  });
  return readStatusAnswer(released, actionName, received, { ...call, sentBytes });
}
