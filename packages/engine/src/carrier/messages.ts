import { ActionError, type ActionErrorClass, type HttpResponse, type HttpStreamRequest } from '@tallyhook/sdk';
import type { ContentPlace, FileSettings } from '@tallyhook/store/files';
import type { CarryPoint } from './carrier.ts';
import type { LeaseTimes } from './lease.ts';

/** Initial settings of a carrier thread. */
export interface CarrierSettings {
  /** The connection string of MongoDB. */
  uri: string;
  databasePrefix?: string;
  files?: FileSettings;
  /** The values of `TALLYHOOK_ROUTES` and, below, `TALLYHOOK_PRIVATE_HOSTS`. */
  routes: string;
  privateHosts: string[];
}

/**
 * Messages to the thread. Contents and sendings are numbered separately; `go on` answers the thread's last question,
 * with the name of an error if it may not go on.
 */
export type ToThread =
  | { kind: 'open'; content: number; place: ContentPlace }
  | { kind: 'close'; content: number }
  | ({ kind: 'send'; sending: number } & SendOrder)
  | { kind: 'stop'; sending: number }
  | { kind: 'go on'; sending: number; refusal: string | null };

export interface SendOrder {
  content: number;
  request: HttpStreamRequest;
  start: number;
  endExclusive: number;
  idleTimeoutMs: number;
  lease: LeaseTimes;
  /** Whether the thread asks before it writes anything. */
  asksToBegin: boolean;
  /** Whether the thread reports points and waits for an answer there. */
  hasPoints: boolean;
}

/** Messages from the thread. */
export type FromThread =
  | { kind: 'may send'; sending: number }
  | { kind: 'may begin'; sending: number }
  | { kind: 'point'; sending: number; point: CarryPoint }
  | { kind: 'answered'; sending: number; response: HttpResponse }
  | { kind: 'failed'; sending: number; failure: FailureData }
  | { kind: 'closed'; content: number };

/** An ActionError as plain data, since messages between threads carry no classes. */
export interface FailureData {
  class: ActionErrorClass;
  message: string;
  status?: number;
  excerpt?: string;
  retryAfterMs?: number;
  mayHaveArrived: boolean;
  unreached?: boolean;
  unread?: boolean;
}

/** Any other error is a bug of ours; it is unknown what had arrived. */
export function failureData(error: unknown): FailureData {
  if (!(error instanceof ActionError)) {
    return { class: 'transient', message: `sending failed (${String(error)})`, mayHaveArrived: true };
  }
  const { class: errorClass, message, status, excerpt, retryAfterMs, mayHaveArrived, unreached, unread } = error;
  return {
    class: errorClass,
    message,
    mayHaveArrived,
    unreached,
    unread,
    ...(status !== undefined && { status }),
    ...(excerpt !== undefined && { excerpt }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  };
}

export function actionError({ class: errorClass, message, ...options }: FailureData): ActionError {
  return new ActionError(errorClass, message, options);
}

/** Buffers arrive in another thread as plain Uint8Arrays. */
export const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);
