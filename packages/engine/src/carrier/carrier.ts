import { Problem } from '@tallyhook/schemas';
import { ActionError, type Http, type HttpResponse, type HttpStreamRequest } from '@tallyhook/sdk';
import type { Store } from '@tallyhook/store';
import { openContent, type ContentPlace, type ContentReader } from '@tallyhook/store/files';
import { isLeaseOver, type Lease } from './lease.ts';

/** Sends the bytes of files to other services. */
export interface Carrier {
  /** The bytes at a place. They are first read when they are sent. */
  open(place: ContentPlace): CarriedContent;
  /** Aborts everything in progress. */
  close(): Promise<void>;
}

/** Bytes that are sent range by range. Consecutive ranges are fastest. */
export interface CarriedContent {
  /**
   * Sends a request with the bytes of a range in it, once.
   * @throws ActionError as `Http.sendStream` does
   */
  send(request: HttpStreamRequest, options: CarryOptions): Promise<HttpResponse>;
  close(): Promise<void>;
}

export interface CarryOptions {
  start: number;
  endExclusive: number;
  signal: AbortSignal;
  /** Maximum time without any progress. */
  idleTimeoutMs: number;
  lease: Lease;
  /** Awaited once the connection is made, before anything is written. If it rejects, nothing is sent. */
  mayBegin?: (() => Promise<void>) | undefined;
  /** Called after half of the bytes, and after all of them, were read to be sent. Sending waits for it. */
  onPoint?: OnCarryPoint;
}

export type CarryPoint = 'mid bytes' | 'after bytes';
export type OnCarryPoint = (point: CarryPoint) => void | Promise<void>;

/** Carries in this thread. */
export function createCarrier({ store, http }: { store: Store; http: Http }): Carrier {
  return {
    open(place) {
      const reader = openContent(store, place);
      return {
        send(request, { start, endExclusive, signal, idleTimeoutMs, lease, mayBegin, onPoint }) {
          const middle = start + Math.floor((endExclusive - start) / 2);
          const body = async function* () {
            yield* read(reader, start, middle);
            await onPoint?.('mid bytes');
            yield* read(reader, middle, endExclusive);
            await onPoint?.('after bytes');
          };
          const mayGoOn = () => (isLeaseOver(lease.times) ? lease.renew() : undefined);
          let isBegun = mayBegin === undefined;
          const mayWrite = () => {
            if (isBegun) return mayGoOn();
            isBegun = true;
            return mayBegin!().then(mayGoOn);
          };
          const sizeBytes = endExclusive - start;
          return http.sendStream(request, { body: body(), sizeBytes, signal, idleTimeoutMs, mayWrite });
        },
        close: () => reader.close(),
      };
    },
    close: () => Promise.resolve(),
  };
}

/** Missing content is a permanent failure; any other read error may be transient. */
async function* read(reader: ContentReader, start: number, end: number): AsyncGenerator<Uint8Array> {
  try {
    yield* reader.read(start, end);
  } catch (error) {
    if (!(error instanceof Problem) || error.kind.retry) throw error;
    throw new ActionError('not_found', `${error.message} Upload the file again`, { unread: true, cause: error });
  }
}
