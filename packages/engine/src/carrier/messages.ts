import { ActionError, type ActionErrorClass, type HttpResponse, type HttpStreamRequest } from '@tallyhook/sdk';
import type { ContentPlace } from '@tallyhook/store/files';
import type { CarryPoint } from './carrier.ts';
import type { LeaseTimes } from './lease.ts';

/** What a thread that carries is told when it begins. */
export interface CarrierSettings {
  /** The connection string of MongoDB. */
  uri: string;
  databasePrefix?: string;
  /** As `TALLYHOOK_ROUTES` and `TALLYHOOK_PRIVATE_HOSTS` say it. */
  routes: string;
  privateHosts: string[];
}

/** What the thread is told. Contents and sendings have numbers of their own; `go on` answers what it asked last,
 * with the name of an error where it may not. */
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
  /** Whether it is to tell of points and to wait there. */
  hasPoints: boolean;
}

/** What the thread says. */
export type FromThread =
  | { kind: 'may send'; sending: number }
  | { kind: 'point'; sending: number; point: CarryPoint }
  | { kind: 'answered'; sending: number; response: HttpResponse }
  | { kind: 'failed'; sending: number; failure: FailureData }
  | { kind: 'closed'; content: number };

/** An ActionError between threads, which carry no classes. */
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

/** Any other error is a mistake of ours: nobody knows what had arrived. */
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

/** Buffers arrive in another thread as plain arrays of bytes. */
export const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);
