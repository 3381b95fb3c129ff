import type { ConnectorPackage } from '@tallyhook/schemas';
import { ActionError, changeError } from '../action-error.ts';
import { type Answer, readAnswer } from '../runtime/answer.ts';
import { type AnsweredRequest, readProgress, type TransferReading } from './read-progress.ts';
import { failWith, type Received, refusalOf, type UploadFailure } from './upload-failure.ts';
import { carrierOf, findUpload, type StatusContext, uploadValues, type UploadContext } from './upload-values.ts';

/** Reads the answer to the action's own request, which says where the file goes. */
export function readStartAnswer(
  released: ConnectorPackage,
  actionName: string,
  received: Received,
  context: UploadContext,
): { kind: 'started'; start: Answer } | UploadFailure {
  const { action, upload } = findUpload(released, actionName);
  const read = readOnce(released, { action, upload, declared: action.request, received, context });
  return isFailure(read) ? read : { kind: 'started', start: read };
}

/** Reads the answer to the request after the file. */
export function readFinishAnswer(
  released: ConnectorPackage,
  actionName: string,
  received: Received,
  context: UploadContext,
): { kind: 'finished'; finish: Answer } | UploadFailure {
  const { action, upload } = findUpload(released, actionName);
  if (upload.finish === undefined) throw new ActionError('fatal', `the action "${actionName}" has no request "finish"`);
  const read = readOnce(released, { action, upload, declared: upload.finish, received, context });
  return isFailure(read) ? withSentence(read, 'the file itself has arrived') : { kind: 'finished', finish: read };
}

/**
 * Reads the answer to a request that carried the file or the piece `context.piece`, or the error instead of one. A
 * failed piece may be sent again; a whole file may not, once part of it may have arrived.
 */
export function readTransferAnswer(
  released: ConnectorPackage,
  actionName: string,
  received: Received,
  context: UploadContext,
): TransferReading {
  const { action, upload } = findUpload(released, actionName);
  const declared = carrierOf(action, upload);
  if (upload.send === 'pieces') return readProgress(released, { action, upload, declared, received, context });
  const read = readOnce(released, { action, upload, declared, received, context });
  return isFailure(read) ? withDoubt(read) : { kind: 'complete', transfer: read };
}

/** Reads the answer to a status request. A file is complete only if all of it may have been sent. */
export function readStatusAnswer(
  released: ConnectorPackage,
  actionName: string,
  received: Received,
  context: StatusContext,
): TransferReading {
  const { action, upload } = findUpload(released, actionName);
  if (upload.status === undefined) throw new ActionError('fatal', `the action "${actionName}" has no request "status"`);
  const asked: StatusContext = { ...context };
  delete asked.piece;
  return readProgress(released, { action, upload, declared: upload.status, received, context: asked });
}

/** Reads the answer to the request that aborts an unfinished transfer. */
export function readAbortAnswer(
  released: ConnectorPackage,
  actionName: string,
  received: Received,
  context: UploadContext,
): { kind: 'aborted' } | UploadFailure {
  const { action, upload } = findUpload(released, actionName);
  if (upload.abort === undefined) throw new ActionError('fatal', `the action "${actionName}" has no request "abort"`);
  const read = readOnce(released, { action, upload, declared: upload.abort, received, context });
  return isFailure(read) ? read : { kind: 'aborted' };
}

/**
 * Reads the answer to a request that is sent once. It is only repeated if the service has certainly not accepted it.
 */
function readOnce(
  released: ConnectorPackage,
  { action, upload, declared, received, context }: AnsweredRequest,
): Answer | UploadFailure {
  if (received instanceof ActionError) {
    return failWith(released, context, {
      error: doubted(received),
      retry: received.mayRetry && !received.mayHaveArrived,
    });
  }
  const values = uploadValues(upload, context);
  const answer = readAnswer(received);
  const error = refusalOf(released, { action, declared, values, repeatable: false }, { response: received, answer });
  return error === undefined ? answer : failWith(released, context, { error, retry: error.mayRetry });
}

function isFailure(read: Answer | UploadFailure): read is UploadFailure {
  return 'kind' in read;
}

/** After a broken connection, the result of such a request is unknown. */
function doubted(error: ActionError): ActionError {
  if (error.class !== 'transient' || !error.mayHaveArrived) return error;
  const message = `${error.message}; it is unknown whether the request was carried out`;
  return new ActionError('unknown_outcome', message, { mayHaveArrived: true, cause: error });
}

/** Even after a refusal, a person must decide about a whole file: some services keep the part they received. */
function withDoubt(failure: UploadFailure): UploadFailure {
  return failure.error.mayHaveArrived ? { ...failure, retry: false } : failure;
}

function withSentence(failure: UploadFailure, sentence: string): UploadFailure {
  const { error } = failure;
  return { ...failure, error: changeError(error, { message: `${error.message}; ${sentence}` }) };
}
