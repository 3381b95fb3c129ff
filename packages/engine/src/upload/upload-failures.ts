import { ActionError } from '@tallyhook/sdk';
import type { RunError, Upload, UploadPieceEntry, UploadRequestEntry } from '@tallyhook/store/runs';

const anew = 'A new run of the workflow sends the file from the beginning.';
const lookFirst = `Look at the other service first. ${anew}`;

/** The hour is over. */
export function tookTooLong(upload: Upload, longestMs: number): ActionError {
  const minutes = Math.round(longestMs / 60_000);
  return forPerson(upload, `the upload took longer than the ${minutes} minutes it may take`);
}

/** A failure after which only a person can say whether the step is to run again, because bytes may have arrived. */
export function forPerson(upload: Upload, reason: string, cause?: unknown): ActionError {
  const message = `${capitalize(reason)}. ${describeArrived(upload)} ${lookFirst}`;
  return new ActionError('unknown_outcome', message, { mayHaveArrived: true, cause });
}

/** What an upload ends with that nobody carries on: why, how far it has got, and what to do unless it was cancelled. */
export function leftBehind(upload: Upload, { code, message }: RunError): RunError {
  const advice = hasSentBytes(upload) || isBegun(upload.requests.start) ? lookFirst : anew;
  const sentences = [message, describeArrived(upload), ...(code === 'cancelled' ? [] : [advice])];
  return { code, message: sentences.join(' ') };
}

/** No connection to the service was made for so long. */
export function neverReached(upload: Upload, error: ActionError, forMs: number): ActionError {
  const minutes = Math.round(forMs / 60_000);
  const reason = `The service could not be reached for ${minutes} minutes: ${error.message}.`;
  return withMessage(error, `${reason} ${describeArrived(upload)} ${hasSentBytes(upload) ? lookFirst : anew}`);
}

/** The file could not be read, so often in a row that nobody tries again. */
export function neverRead(upload: Upload, error: ActionError, times: number): ActionError {
  const reason = `${capitalize(error.message)}, ${times} times in a row.`;
  return withMessage(error, `${reason} ${describeArrived(upload)} ${hasSentBytes(upload) ? lookFirst : anew}`);
}

/**
 * What a request that failed for good ends the step with: its own error, with how far the file has got and what to do. What
 * could be sent again in general, and here was sent often enough, is for a person where bytes may have arrived.
 */
export function finalFailure(upload: Upload, error: ActionError, reason?: string): ActionError {
  const said = reason === undefined ? error.message : `${capitalize(reason)}: ${error.message}`;
  const isSent = hasSentBytes(upload);
  if (isSent && error.mayRetry) return forPerson(upload, said, error);
  // What a service answered often ends in the middle of nothing, such as with a brace.
  const ended = /[.!?]$/.test(said) ? said : `${said}.`;
  const advice = isSent || mayHaveBegun(error) ? lookFirst : anew;
  return withMessage(error, `${ended} ${describeArrived(upload)} ${advice}`);
}

/** Whether the service may have begun something although none of the file was sent: a refusal of its own says that not. */
const mayHaveBegun = ({ mayHaveArrived, class: errorClass, status = 0 }: ActionError): boolean =>
  mayHaveArrived && (errorClass === 'unknown_outcome' || (status >= 200 && status < 300));

function withMessage(error: ActionError, message: string): ActionError {
  const { status, mayHaveArrived } = error;
  return new ActionError(error.class, message, {
    mayHaveArrived,
    cause: error,
    ...(status === undefined ? {} : { status }),
  });
}

/** Whether any byte of the file may have left. */
export function hasSentBytes({ piece, requests }: Upload): boolean {
  return piece !== null || isBegun(requests.transfer);
}

const isBegun = (entry: UploadRequestEntry | null): boolean => entry !== null && entry.state !== 'open';

/** Says how far the file has got, for people. */
export function describeArrived(upload: Upload): string {
  const { confirmedBytes, file, piece, pieceCount, requests } = upload;
  if (!hasSentBytes(upload)) return 'Nothing of the file was sent.';
  if (requests.transfer?.state === 'answered') return 'All of the file has arrived.';
  if (pieceCount === null) return 'Part of the file, or all of it, may have arrived.';
  const more = piece?.state === 'sending' ? '; more may have arrived' : '';
  return `${confirmedBytes} of ${file.sizeBytes} bytes are confirmed${more}.`;
}

/** Says how often a piece was sent, for people: no more than is known. */
export function describeSends(
  { sends, doubtful = 0 }: Pick<UploadPieceEntry, 'sends' | 'doubtful'>,
  error?: ActionError,
): string {
  // The last of them broke off here.
  const done = error?.unread === true ? 'begun' : 'sent';
  if (doubtful === 0) return `was ${done} ${sends} times in vain`;
  const times = doubtful === 1 ? 'once' : `${doubtful} times`;
  return `was ${done} at most ${sends} times in vain (${times} a worker ended that may have begun it)`;
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1).replace(/\.$/, '');
}
