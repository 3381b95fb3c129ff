import { goOn, noSession, refuse, serverError, wrongToken, type YoutubeAnswer } from './answers.ts';
import type { UploadRequest } from '../uploads/request-log.ts';
import type { Session, SessionKeeper } from './sessions.ts';
import type { UploadFault, UploadFaults } from '../uploads/upload-faults.ts';

/** The outcome of a request: an answer, no answer, or a broken connection. */
export type Outcome = { answer: YoutubeAnswer; hangsUp?: boolean } | 'hang' | 'reset';

/** Shared state of the request handlers. */
export interface YoutubeState {
  token: string;
  pace: number | undefined;
  faults: UploadFaults;
  sessions: Map<string, Session>;
  keeper: SessionKeeper | undefined;
}

/** Answers how much of the file a session has. Asking for a session with all its bytes completes it. */
export function answerProgress(session: Session, faults: UploadFaults): YoutubeAnswer {
  const isHeld = session.video() === null && faults.holdsLast();
  if (session.storedBytes() < session.totalBytes || isHeld) return goOn(session.storedBytes());
  return { status: 201, body: session.complete() };
}

/** Logs the fault of a request. */
export function note(entry: UploadRequest, fault: UploadFault | null): UploadFault | null {
  entry.fault = fault?.text ?? null;
  return fault;
}

/** The outcome of a fault that only fails the request. */
export function failBy(effect: string): Outcome {
  if (effect === 'hang' || effect === 'reset') return effect;
  if (effect === '401') return { answer: wrongToken };
  if (effect === '404') return { answer: noSession };
  if (effect === '403') return { answer: refuse(403, 'The quota is exceeded.', { reason: 'quotaExceeded' }) };
  return { answer: serverError(Number(effect)) };
}
