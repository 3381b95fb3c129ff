import { ActionError } from '@tallyhook/sdk';
import type { Upload } from '@tallyhook/store';

/** The hour is over. */
export function tookTooLong(upload: Upload, longestMs: number): ActionError {
  const minutes = Math.round(longestMs / 60_000);
  return forPerson(upload, `the upload took longer than the ${minutes} minutes it may take`);
}

/** A failure after which only a person can say whether the step is to run again, because bytes may have arrived. */
export function forPerson(upload: Upload, reason: string, cause?: unknown): ActionError {
  const message = `${capitalize(reason)}. ${describeArrived(upload)} Look at the other service before you run the step again.`;
  return new ActionError('unknown_outcome', message, { mayHaveArrived: true, cause });
}

/**
 * What a request that failed for good ends the step with: its own error, with how far the file has got. What could be
 * sent again in general, and here was sent often enough, is for a person.
 */
export function finalFailure(upload: Upload, error: ActionError, reason?: string): ActionError {
  const said = reason === undefined ? error.message : `${reason}: ${error.message}`;
  if (!hasSentBytes(upload)) return reason === undefined ? error : withMessage(error, said);
  if (error.mayRetry) return forPerson(upload, said, error);
  return withMessage(error, `${said} ${describeArrived(upload)}`);
}

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
  return piece !== null || (requests.transfer !== null && requests.transfer.state !== 'open');
}

/** Says how far the file has got, for people. */
export function describeArrived(upload: Upload): string {
  const { confirmedBytes, file, pieceCount } = upload;
  if (!hasSentBytes(upload)) return 'Nothing of the file was sent.';
  if (pieceCount === null) return 'Part of the file, or all of it, may have arrived.';
  return `${confirmedBytes} of ${file.sizeBytes} bytes are confirmed; more may have arrived.`;
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1).replace(/\.$/, '');
}
