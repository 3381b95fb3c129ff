import type { ConnectorPackage } from '@tallyhook/schemas';
import { ActionError, changeError } from '../action-error.ts';
import { type Answer, readAnswer } from '../runtime/answer.ts';
import { holds } from '../runtime/conditions.ts';
import { redactCut, secretsOf } from '../runtime/redact.ts';
import { type AnsweredRequest, readProgress, type TransferReading } from './read-progress.ts';
import { failWith, type Received, refusalOf, type UploadFailure } from './upload-failure.ts';
import type { StartStepPhase } from './upload-call.ts';
import {
  carrierOf,
  findUpload,
  type StatusContext,
  stepOf,
  uploadValues,
  type UploadContext,
} from './upload-values.ts';

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

/** Reads the answer to a request between the action's own and the file. */
export function readStartStepAnswer(
  released: ConnectorPackage,
  actionName: string,
  phase: StartStepPhase,
  received: Received,
  context: UploadContext,
): { kind: 'started'; start: Answer } | UploadFailure {
  const { action, upload } = findUpload(released, actionName);
  const step = stepOf(upload, phase);
  if (step === undefined) throw new ActionError('fatal', `the action "${actionName}" has no request "${phase}"`);
  const read = readOnce(released, { action, upload, declared: step.request, received, context });
  return isFailure(read) ? read : { kind: 'started', start: read };
}

/** Reads the answer that says where a piece goes. Like the piece itself, the request may be sent again. */
export function readPieceAddress(
  released: ConnectorPackage,
  actionName: string,
  received: Received,
  context: UploadContext,
): { kind: 'addressed'; address: Answer } | UploadFailure {
  const { action, upload } = findUpload(released, actionName);
  const declared = upload.pieceAddress;
  if (declared === undefined) throw new ActionError('fatal', `the action "${actionName}" has no "pieceAddress"`);
  const read = readRepeatable(released, { action, upload, declared, received, context });
  return isFailure(read) ? read : { kind: 'addressed', address: read };
}

/**
 * Reads the answer to the question whether the service has processed the file. A question that got no answer, or that
 * the service could not answer, is `waiting` too: it is asked again.
 */
export function readProcessedAnswer(
  released: ConnectorPackage,
  actionName: string,
  received: Received,
  context: UploadContext,
): { kind: 'processed'; processed: Answer } | { kind: 'waiting'; seen: string } | UploadFailure {
  const { action, upload } = findUpload(released, actionName);
  const { processed } = upload;
  if (processed === undefined) throw new ActionError('fatal', `the action "${actionName}" has no "processed"`);
  const read = readRepeatable(released, { action, upload, declared: processed.request, received, context });
  if (isFailure(read)) return read.retry ? { kind: 'waiting', seen: read.error.message } : withSentence(read, arrived);
  const values = { ...uploadValues(upload, context), response: read };
  const secrets = secretsOf(released, context.account);
  const seen = redactCut(describeAnswer(released, read), secrets);
  if (processed.failed?.some((condition) => holds(condition, values))) {
    const message = `${seen}: the service could not process the file; ${arrived}`;
    return failWith(released, context, {
      error: new ActionError('fatal', message, { status: read.status, mayHaveArrived: true }),
      retry: false,
    });
  }
  if (processed.done.every((condition) => holds(condition, values))) return { kind: 'processed', processed: read };
  return { kind: 'waiting', seen };
}

const arrived = 'the file itself has arrived';

function describeAnswer({ connector }: ConnectorPackage, { status, body }: Answer): string {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return `${connector.name} answered ${status}${body === null ? '' : `: ${text.slice(0, 300)}`}`;
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
  return isFailure(read) ? withSentence(read, arrived) : { kind: 'finished', finish: read };
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
  const answer = readAnswer(received, declared.answer);
  const error = refusalOf(released, { action, declared, values, repeatable: false }, { response: received, answer });
  return error === undefined ? answer : failWith(released, context, { error, retry: error.mayRetry });
}

/** Reads the answer to a request that changes nothing at the service, whatever its method. */
function readRepeatable(
  released: ConnectorPackage,
  { action, upload, declared, received, context }: AnsweredRequest,
): Answer | UploadFailure {
  if (received instanceof ActionError)
    return failWith(released, context, { error: received, retry: received.class === 'transient' });
  const values = uploadValues(upload, context);
  const answer = readAnswer(received, declared.answer);
  const error = refusalOf(released, { action, declared, values, repeatable: true }, { response: received, answer });
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
