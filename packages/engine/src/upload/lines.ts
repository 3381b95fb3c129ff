import { ActionError, redactText, secretsOf, type Received, type UploadPhase } from '@tallyhook/sdk';
import type { Upload, UploadLine, UploadRequestName } from '@tallyhook/store/runs';
import type { UploadJob } from './upload-job.ts';

/** What a line of the journal says about a request before it is answered. */
export interface LineHead {
  request: UploadPhase;
  /** How often the request, or the piece, was sent by now. */
  sends?: number | undefined;
  /** The bytes of the file in it. */
  range?: { index: number | null; start: number; endExclusive: number };
}

/** The line about a request. Addresses and answers stay out of it: they may open the upload to others. */
export function lineOf(
  { released, call }: Pick<UploadJob, 'released' | 'call'>,
  { at, range, request, sends }: LineHead & { at: Date },
  received: Received,
): UploadLine {
  const { index, start, endExclusive } = range ?? {};
  const sent = {
    ...{ at, request },
    ...(sends !== undefined && { sends }),
    ...(index != null && { piece: index + 1 }),
    ...(start !== undefined && endExclusive !== undefined && request !== 'pieceAddress' && { start, endExclusive }),
  };
  if (!(received instanceof ActionError)) return { ...sent, result: 'answered', status: received.status };
  const { status, message } = received;
  const error = redactText(message, secretsOf(released, call.account));
  return { ...sent, result: 'failed', error, ...(status !== undefined && { status }) };
}

/** The lines about what a worker had sent when it ended. */
export function linesOfLeft({ state, piece, requests, updatedAt }: Upload): UploadLine[] {
  const names = Object.keys(requests) as UploadRequestName[];
  const left = names.flatMap((request): UploadLine[] => {
    const entry = requests[request];
    if (entry?.state !== 'sending') return [];
    return [{ at: entry.sendingAt ?? updatedAt, request, sends: entry.sends, result: 'left' }];
  });
  if (piece?.state !== 'sending' || state === 'pausing') return left;
  const { index, start, endExclusive, sends } = piece;
  return [
    ...left,
    { at: updatedAt, request: 'transfer', piece: index + 1, start, endExclusive, sends, result: 'left' },
  ];
}
