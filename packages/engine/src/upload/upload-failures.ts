import { ActionError } from '@tallyhook/sdk';
import type { RunError, Upload, UploadPieceEntry, UploadRequestEntry } from '@tallyhook/store/runs';

const startOver = 'A new run of the workflow sends the file from the beginning.';
const lookFirst = `Check the other service first. ${startOver}`;

/** The upload exceeded its time limit. */
export function tookTooLong(upload: Upload, longestMs: number): ActionError {
  const minutes = Math.round(longestMs / 60_000);
  return forPerson(upload, `the upload exceeded its limit of ${minutes} minutes`);
}

/** A failure after which a person must decide whether to run the step again, because bytes may have arrived. */
export function forPerson(upload: Upload, reason: string, cause?: unknown): ActionError {
  const message = `${capitalize(reason)}. ${describeArrived(upload)} ${lookFirst}`;
  return new ActionError('unknown_outcome', message, { mayHaveArrived: true, cause });
}

/** The error of an abandoned upload: the reason, how much has arrived, and, unless it was cancelled, what to do. */
export function leftBehind(upload: Upload, { code, message }: RunError): RunError {
  const advice = hasSentBytes(upload) || isBegun(upload.requests.start) ? lookFirst : startOver;
  const sentences = [message, describeArrived(upload), ...(code === 'cancelled' ? [] : [advice])];
  return { code, message: sentences.join(' ') };
}

/** No connection to the service could be made for too long. */
export function neverReached(upload: Upload, error: ActionError, forMs: number): ActionError {
  const minutes = Math.round(forMs / 60_000);
  const reason = `The service could not be reached for ${minutes} minutes: ${error.message}.`;
  return withMessage(error, `${reason} ${describeArrived(upload)} ${hasSentBytes(upload) ? lookFirst : startOver}`);
}

/** Reading the file failed too many times in a row. */
export function neverRead(upload: Upload, error: ActionError, times: number): ActionError {
  const reason = `${capitalize(error.message)}, ${times} times in a row.`;
  return withMessage(error, `${reason} ${describeArrived(upload)} ${hasSentBytes(upload) ? lookFirst : startOver}`);
}

/**
 * The error that a step ends with after a request failed for good: the request's own error, how much of the file has
 * arrived, and what to do. A person must decide about a retryable error that exhausted its attempts, if bytes may have
 * arrived.
 */
export function finalFailure(upload: Upload, error: ActionError, reason?: string): ActionError {
  const text = reason === undefined ? error.message : `${capitalize(reason)}: ${error.message}`;
  const isSent = hasSentBytes(upload);
  if (isSent && error.mayRetry) return forPerson(upload, text, error);
  // Quoted answers of a service often end without punctuation, such as with a brace.
  const ended = /[.!?]$/.test(text) ? text : `${text}.`;
  const advice = isSent || mayHaveBegun(error) ? lookFirst : startOver;
  return withMessage(error, `${ended} ${describeArrived(upload)} ${advice}`);
}

/**
 * Whether the service may have begun something although nothing of the file was sent. A refusal by the service rules
 * that out.
 */
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

/** Whether any byte of the file may have been sent. */
export function hasSentBytes({ piece, requests }: Upload): boolean {
  return piece !== null || isBegun(requests.transfer);
}

const isBegun = (entry: UploadRequestEntry | null): boolean => entry !== null && entry.state !== 'open';

/** Describes how much of the file has arrived, for people. */
export function describeArrived(upload: Upload): string {
  const { confirmedBytes, file, piece, pieceCount, requests } = upload;
  if (!hasSentBytes(upload)) return 'No part of the file was sent.';
  if (requests.transfer?.state === 'answered') return 'The whole file has arrived.';
  if (pieceCount === null) return 'Part or all of the file may have arrived.';
  const more = piece?.state === 'sending' ? '; more may have arrived' : '';
  return `${confirmedBytes} of ${file.sizeBytes} bytes are confirmed${more}.`;
}

/** Describes how often a piece was sent, for people. Claims no more than is known. */
export function describeSends(
  { sends, doubtful = 0 }: Pick<UploadPieceEntry, 'sends' | 'doubtful'>,
  error?: ActionError,
): string {
  // The last send broke off while reading the file.
  const done = error?.unread === true ? 'started' : 'sent';
  if (doubtful === 0) return `was ${done} ${sends} times without success`;
  return `was ${done} at most ${sends} times without success (for ${doubtful} of them, the worker ended and may not have started)`;
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1).replace(/\.$/, '');
}
