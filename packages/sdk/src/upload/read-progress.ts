import type { ConnectorAction, ConnectorPackage, ConnectorUpload, Request } from '@tallyhook/schemas';
import { ActionError } from '../action-error.ts';
import type { HttpResponse } from '../http/http.ts';
import { type Answer, readAnswer } from '../runtime/answer.ts';
import { readPosition } from './read-position.ts';
import { failWith, type Received, refusalOf, type UploadFailure } from './upload-failure.ts';
import { uploadValues, type UploadContext } from './upload-values.ts';

/** How far a file has got. */
export type TransferReading =
  /** The service has so many bytes, counted from the beginning; more than was sent, or fewer than before, is possible. */
  | { kind: 'confirmed'; confirmedBytes: number }
  /** The service has the whole file; `transfer` is what the request after the file and the output see. */
  | { kind: 'complete'; transfer: Answer }
  | UploadFailure;

/** A request about a file that goes in pieces, and what came of it; `context.piece` is what it carried, if any. */
export interface Progress {
  action: ConnectorAction;
  upload: ConnectorUpload;
  declared: Request;
  received: Received;
  context: UploadContext;
}

/** Reads how far a file that goes in pieces has got. */
export function readProgress(released: ConnectorPackage, progress: Progress): TransferReading {
  const { received, context } = progress;
  if (received instanceof ActionError) {
    return failWith(released, context, { error: received, retry: received.class === 'transient' });
  }
  try {
    return readKnown(released, progress, received);
  } catch (error) {
    if (!(error instanceof ActionError)) throw error;
    return failWith(released, context, { error, retry: false });
  }
}

function readKnown(released: ConnectorPackage, progress: Progress, response: HttpResponse): TransferReading {
  const { action, upload, declared, context } = progress;
  const answer = readAnswer(response);
  const meaning = meaningOf(answer.status, progress);
  const failed = refusalOf(
    released,
    { action, declared, values: uploadValues(upload, context), repeatable: true },
    { response, answer, ...(meaning !== 'refused' && { accepted: [answer.status] }) },
  );
  if (failed !== undefined || meaning === 'refused') {
    const retry = meaning === 'refused' && failed!.mayRetry;
    return failWith(released, context, { error: failed!, retry });
  }
  const state: State = { who: released.connector.name, answer, upload, context };
  const reading = meaning === 'alreadyThere' ? readAlreadyThere(state) : readAccepted(state, meaning);
  return reading.kind === 'unsettled' ? failWith(released, context, reading) : reading;
}

type Meaning = 'goOn' | 'complete' | 'either' | 'alreadyThere' | 'refused';

/** What a status means: `either` is told by how far the file has got. */
function meaningOf(status: number, { upload, declared, context }: Progress): Meaning {
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
  upload: ConnectorUpload;
  context: UploadContext;
}

/** An answer that is none of those that were declared, although its status is. */
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
    return unsettled(state, 'named another address (redirects are not followed)', { retry: false });
  }
  const stored = position ?? storedUnsaid(state);
  if (stored < sizeBytes) return { kind: 'confirmed', confirmedBytes: stored };
  if (meaning === 'either') return { kind: 'complete', transfer: answer };
  return unsettled(state, `did not say that the file is complete, although it has all of it`, { retry: true });
}

/** What is stored where the answer does not say: nothing where it was to say it, else what the piece brought. */
function storedUnsaid({ upload, context }: State): number {
  return upload.confirmed === undefined ? (context.piece?.endExclusive ?? 0) : 0;
}

function readComplete(state: State, position: number | undefined): Settled {
  const { answer, context } = state;
  const { piece, file } = context;
  if (position !== undefined && position < file.sizeBytes) return { kind: 'confirmed', confirmedBytes: position };
  if (position !== undefined || piece === undefined || piece.last) return { kind: 'complete', transfer: answer };
  const sentence = `called the file complete after ${piece.endExclusive} of ${file.sizeBytes} bytes`;
  return unsettled(state, sentence, { retry: false });
}

/** A piece whose first sending had arrived: where the answer does not say how far, only `status` can tell. */
function readAlreadyThere(state: State): Settled {
  const { answer, upload, context } = state;
  const confirmed = upload.alreadyThere?.confirmed ?? upload.confirmed;
  const position = confirmed === undefined ? undefined : readPosition(confirmed, answer);
  const canAsk = { retry: upload.status !== undefined };
  if (position === undefined) return unsettled(state, 'did not say how far the file has got', canAsk);
  const { sizeBytes } = context.file;
  if (position > sizeBytes) return beyond(state, position);
  if (position < sizeBytes) return { kind: 'confirmed', confirmedBytes: position };
  return unsettled(state, 'has the whole file, but the answer that completed it was lost', canAsk);
}

function beyond(state: State, position: number): Unsettled {
  const { sizeBytes } = state.context.file;
  return unsettled(state, `says it has ${position} bytes of a file of ${sizeBytes}`, { retry: false });
}

function isRedirect({ status, headers }: Answer): boolean {
  return status >= 300 && status < 400 && headers['location'] !== undefined;
}
