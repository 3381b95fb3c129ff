import { parentPort } from 'node:worker_threads';
import type { ConnectorPackage, WorkflowCondition } from '@tallyhook/schemas';
import { Problem, type ProblemCode } from '@tallyhook/schemas';
import type { Delivery } from '@tallyhook/sdk';
import { eventPayload, payloadTest, type EventPayload } from '@tallyhook/store/event-payload';
import { readEvents, type DeliveryReading, type EventOfDelivery } from './read-events.ts';

/** To the thread that reads large deliveries. */
export type ToReader =
  | { kind: 'read'; job: number; packages: readonly ConnectorPackage[]; delivery: Delivery; isOwn: boolean }
  | { kind: 'test'; job: number; ask: number; payload: number; conditions: readonly WorkflowCondition[] }
  | { kind: 'forget'; job: number };

/** An event without its payloads, which stay in the thread; `payload` is the place in its list. */
export interface SentEvent extends Omit<EventOfDelivery, 'payload' | 'around' | 'otherReadings'> {
  payload: { index: number; sha256: string; startByte: number; endByte: number };
  aroundText: string | undefined;
  otherReadings: { connectorVersion: string; webhook: string; event: string; payload: number }[];
}

/** From the thread. `texts` holds the payloads of all events as JSON. */
export type FromReader =
  | { kind: 'read'; job: number; reading: DeliveryReading<SentEvent>; texts: Uint8Array }
  | { kind: 'refused'; job: number; code: ProblemCode; message: string }
  | { kind: 'failed'; job: number; message: string }
  | { kind: 'tested'; ask: number; meets: boolean };

const port = parentPort!;
/** The payloads of each delivery, until the other thread has routed them. */
const jobs = new Map<number, Pick<EventPayload, 'meets'>[]>();

port.on('message', (message: ToReader) => {
  if (message.kind === 'forget') jobs.delete(message.job);
  else if (message.kind === 'test') void test(message);
  else read(message);
});

function read({ job, packages, delivery, isOwn }: Extract<ToReader, { kind: 'read' }>): void {
  try {
    const rawBody = Buffer.from(delivery.rawBody.buffer, delivery.rawBody.byteOffset, delivery.rawBody.length);
    const reading = readEvents(packages, { ...delivery, rawBody }, { isOwn });
    if (Array.isArray(reading)) throw new Problem('invalid_request', tooLargeHandshake);
    send(job, reading);
  } catch (error) {
    if (!(error instanceof Problem)) return tell({ kind: 'failed', job, message: (error as Error).message });
    tell({ kind: 'refused', job, code: error.code, message: error.message });
  }
}

const tooLargeHandshake = 'A request that only verifies the address can have at most 64 KiB.';

function send(job: number, { events, ...reading }: DeliveryReading): void {
  const payloads: Pick<EventPayload, 'meets'>[] = [];
  const parts: Buffer[] = [];
  let at = 0;
  const sent = events.map(({ payload: value, around, otherReadings = [], ...event }): SentEvent => {
    const payload = eventPayload(event.event, value);
    const place = { index: payloads.push(payload) - 1, sha256: payload.sha256, startByte: at, endByte: 0 };
    parts.push(payload.text);
    at += payload.text.length;
    return {
      ...event,
      payload: { ...place, endByte: at },
      aroundText: around === undefined ? undefined : JSON.stringify(around),
      otherReadings: otherReadings.map(({ payload: other, ...rest }) => ({
        ...rest,
        payload: payloads.push(payloadTest(other)) - 1,
      })),
    };
  });
  jobs.set(job, payloads);
  const texts = new Uint8Array(at);
  let offset = 0;
  for (const part of parts) {
    texts.set(part, offset);
    offset += part.length;
  }
  port.postMessage({ kind: 'read', job, reading: { ...reading, events: sent }, texts } satisfies FromReader, [
    texts.buffer,
  ]);
}

async function test({ job, ask, payload, conditions }: Extract<ToReader, { kind: 'test' }>): Promise<void> {
  const meets = (await jobs.get(job)?.[payload]?.meets(conditions)) ?? false;
  tell({ kind: 'tested', ask, meets });
}

function tell(message: FromReader): void {
  port.postMessage(message);
}
