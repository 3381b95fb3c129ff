import type { ConnectorAction, ConnectorPackage, ConnectorUpload, Request } from '@tallyhook/schemas';
import { ActionError, changeError } from '../action-error.ts';
import type { HttpResponse } from '../http/http.ts';
import { type Answer, readAnswer } from '../runtime/answer.ts';
import { outputOf } from './describe-upload.ts';
import { readPosition } from './read-position.ts';
import { failWith, type Received, refusalOf, type UploadFailure } from './upload-failure.ts';
import { carrierOf, type StatusContext, uploadValues, type UploadContext } from './upload-values.ts';

/** The progress of a file. */
export type TransferReading =
  /** The service has this many bytes from the start. It may be more than was sent, or fewer than before. */
  | { kind: 'confirmed'; confirmedBytes: number }
  /** The service has the whole file. `transfer` is the answer for the request after the file and for the output. */
  | { kind: 'complete'; transfer: Answer }
  | UploadFailure;

/**
 * A request of an upload and its result. `context.piece` is the piece it carried, if any. Without a piece,
 * `context.sentBytes` is the end of what may have been sent.
 */
export interface AnsweredRequest {
  action: ConnectorAction;
  upload: ConnectorUpload;
  declared: Request;
  received: Received;
  context: UploadContext | StatusContext;
}

/** Reads the progress of a file that is sent in pieces. */
export function readProgress(released: ConnectorPackage, answered: AnsweredRequest): TransferReading {
  const { received, context } = answered;
  if (received instanceof ActionError) {
    return failWith(released, context, { error: received, retry: received.class === 'transient' });
  }
  try {
    return readKnown(released, answered, received);
  } catch (error) {
    if (!(error instanceof ActionError)) throw error;
    return failWith(released, context, { error, retry: false });
  }
}

function readKnown(released: ConnectorPackage, answered: AnsweredRequest, response: HttpResponse): TransferReading {
  const { action, upload, declared, context } = answered;
  const answer = readAnswer(response, declared.answer);
  const meaning = meaningOf(answer.status, answered);
  const refusedBy = (request: Request): boolean =>
    refusalOf(
      released,
      { action, declared: request, values: uploadValues(upload, context), repeatable: true },
      { response, answer },
    ) !== undefined;
  const carrier = carrierOf(action, upload);
  const state: State = { who: released.connector.name, answer, action, upload, context, declared, carrier, refusedBy };
  const failed = refusalOf(
    released,
    {
      action,
      declared: meaning === 'goOn' ? withoutWhatCompletes(declared) : declared,
      values: uploadValues(upload, context),
      repeatable: true,
    },
    { response, answer, ...(meaning !== 'refused' && { accepted: [answer.status] }) },
  );
  if (failed !== undefined || meaning === 'refused') {
    const retry = meaning === 'refused' && failed!.mayRetry;
    const error = meaning === 'complete' ? withSent(failed!, state) : failed!;
    return failWith(released, context, { error, retry });
  }
  const reading = meaning === 'alreadyThere' ? readAlreadyThere(state) : readAccepted(state, meaning);
  return reading.kind === 'unsettled' ? failWith(released, context, reading) : reading;
}

/** An answer to continue need not meet the conditions of the one that completes the file. */
function withoutWhatCompletes(declared: Request): Request {
  const { unless, ...success } = declared.success ?? {};
  const stated = unless?.filter((condition) => !('is' in condition && condition.is === null)) ?? [];
  return { ...declared, success: { ...success, ...(stated.length > 0 && { unless: stated }) } };
}

/** If an answer should complete the file but fails, adds how much of the file can have arrived. */
function withSent(error: ActionError, state: State): ActionError {
  const early = calledEarly(state);
  const consequence = early === undefined ? 'the whole file may have arrived by then' : `it ${early}`;
  return changeError(error, { message: `${error.message}; ${consequence}` });
}

type Meaning = 'goOn' | 'complete' | 'either' | 'alreadyThere' | 'refused';

/** The meaning of a status. `either` is decided by the progress of the file. */
function meaningOf(status: number, { upload, declared, context }: AnsweredRequest): Meaning {
  const succeeds = declared.success?.status?.includes(status) ?? (status >= 200 && status < 300);
  const goesOn = upload.goOn?.includes(status) ?? succeeds;
  if (goesOn && succeeds) return 'either';
  if (goesOn) return 'goOn';
  if (succeeds) return 'complete';
  return context.piece !== undefined && upload.alreadyThere?.status.includes(status) === true
    ? 'alreadyThere'
    : 'refused';
}

interface State {
  who: string;
  answer: Answer;
  action: ConnectorAction;
  upload: ConnectorUpload;
  context: UploadContext | StatusContext;
  /** The request that was answered. */
  declared: Request;
  /** The request that carries the file. */
  carrier: Request;
  /** Whether this answer would fail that request. */
  refusedBy(request: Request): boolean;
}

/** An answer with a declared status but undeclared content. */
interface Unsettled {
  kind: 'unsettled';
  error: ActionError;
  retry: boolean;
}

function unsettled({ who, answer }: State, sentence: string, { retry }: { retry: boolean }): Unsettled {
  const message = `${who} answered ${answer.status} and ${sentence}`;
  const options = { status: answer.status, mayHaveArrived: true };
  return { kind: 'unsettled', error: new ActionError(retry ? 'transient' : 'fatal', message, options), retry };
}

type Settled = { kind: 'confirmed'; confirmedBytes: number } | { kind: 'complete'; transfer: Answer } | Unsettled;

function readAccepted(state: State, meaning: Exclude<Meaning, 'alreadyThere' | 'refused'>): Settled {
  const { answer, upload, context } = state;
  const { sizeBytes } = context.file;
  const position = upload.confirmed === undefined ? undefined : readPosition(upload.confirmed, answer);
  if (position !== undefined && position > sizeBytes) return beyond(state, position);
  if (meaning === 'complete') return readComplete(state, position);
  if (meaning === 'goOn' && position === undefined && isRedirect(answer)) {
    return unsettled(state, 'redirected to another address (redirects are not followed)', { retry: false });
  }
  const stored = position ?? storedUnsaid(state);
  if (stored < sizeBytes) return { kind: 'confirmed', confirmedBytes: stored };
  if (meaning === 'either' || calledEarly(state) !== undefined) return completeOrEarly(state, position);
  return unsettled(state, `did not say that the file is complete, although all of it has arrived`, { retry: true });
}

/**
 * The stored bytes if the answer does not say: 0 if it should have said, else everything up to the end of the piece.
 */
function storedUnsaid({ upload, context }: State): number {
  return upload.confirmed === undefined ? (context.piece?.endExclusive ?? 0) : 0;
}

function readComplete(state: State, position: number | undefined): Settled {
  const { sizeBytes } = state.context.file;
  if (position !== undefined && position < sizeBytes) return { kind: 'confirmed', confirmedBytes: position };
  return completeOrEarly(state, position);
}

function completeOrEarly(state: State, position: number | undefined): Settled {
  const early = calledEarly(state);
  if (early !== undefined) return unsettled(state, early, { retry: false });
  if (state.context.piece === undefined) {
    if (!isProven(state, position))
      return unsettled(state, 'did not say how much of the file has arrived', { retry: true });
    if (isAnswerNeeded(state) && state.refusedBy(state.carrier)) return lostAnswer(state, { retry: false });
  }
  return { kind: 'complete', transfer: state.answer };
}

/**
 * Whether the answer to a status request proves that the service has the whole file: by its position, or because the
 * connector declares what only such an answer has. Any page can have the status 200.
 */
function isProven({ answer, context, declared, carrier, refusedBy }: State, position: number | undefined): boolean {
  if (position === context.file.sizeBytes) return true;
  const { unless = [], status = [] } = carrier.success ?? {};
  if (unless.length > 0) return !refusedBy({ ...carrier, success: { unless } });
  return declared.success !== undefined || (answer.status !== 200 && status.includes(answer.status));
}

/** Whether the output or the request after the file reads the answer that completes the file. */
function isAnswerNeeded({ action, upload, carrier }: State): boolean {
  const output = outputOf(upload);
  if (output === 'transfer') return carrier.output !== undefined;
  const { finish, processed } = upload;
  const readers = output === 'start' ? [action.request.output, finish, processed] : [finish, processed];
  return /\btransfer\b/.test(JSON.stringify(readers));
}

function lostAnswer(state: State, canAsk: { retry: boolean }): Unsettled {
  return unsettled(state, 'has the whole file, but the response that completed it was lost', canAsk);
}

/** What is wrong if the service claims to have the whole file before all of it was sent; undefined if nothing is. */
function calledEarly({ context }: State): string | undefined {
  const { sizeBytes } = context.file;
  const { bytes, atMost } = sentBytes(context);
  return bytes >= sizeBytes ? undefined : `reported the file complete after ${atMost}${bytes} of ${sizeBytes} bytes`;
}

/** The end of what was sent. */
function sentBytes(context: UploadContext | StatusContext): { bytes: number; atMost: string } {
  if (context.piece !== undefined) return { bytes: context.piece.endExclusive, atMost: '' };
  return { bytes: 'sentBytes' in context ? context.sentBytes : context.file.sizeBytes, atMost: 'at most ' };
}

/** Reads the answer for a piece that had already arrived. If it does not say how far, only `status` can. */
function readAlreadyThere(state: State): Settled {
  const { answer, upload, context } = state;
  const confirmed = upload.alreadyThere?.confirmed ?? upload.confirmed;
  const position = confirmed === undefined ? undefined : readPosition(confirmed, answer);
  const canAsk = { retry: upload.status !== undefined };
  if (position === undefined) return unsettled(state, 'did not say how much of the file has arrived', canAsk);
  const { sizeBytes } = context.file;
  if (position > sizeBytes) return beyond(state, position);
  if (position < sizeBytes) return { kind: 'confirmed', confirmedBytes: position };
  if (!isTransferRead(upload) || calledEarly(state) !== undefined) return completeOrEarly(state, position);
  return lostAnswer(state, canAsk);
}

/**
 * Whether anything reads the answer that completes the file. That answer is lost if the last piece had arrived before
 * it was sent again; `finish` assembles the pieces with or without it. Any word that looks like its root counts.
 */
function isTransferRead(upload: ConnectorUpload): boolean {
  const { finish, processed } = upload;
  return ['start', 'transfer'].includes(outputOf(upload)) || /\btransfer\b/.test(JSON.stringify([finish, processed]));
}

function beyond(state: State, position: number): Unsettled {
  const { sizeBytes } = state.context.file;
  return unsettled(state, `claims to have ${position} bytes of a file of ${sizeBytes}`, { retry: false });
}

function isRedirect({ status, headers }: Answer): boolean {
  return status >= 300 && status < 400 && headers['location'] !== undefined;
}
