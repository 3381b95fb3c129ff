import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import type { PlayedService, PracticeAnswer, PracticedService, PracticeRequest } from './exchange.ts';
import { createFaultQueue, faultKinds, readFaults, type Fault } from './faults.ts';

/** A received request; the log is in order of arrival. */
export interface LoggedRequest {
  method: string;
  path: string;
  /** The headers with credentials blanked. */
  headers: Record<string, string>;
  body: string;
  fault: Fault;
  /** The status that was sent; null if there was no answer. */
  status: number | null;
}

const slowMs = 2_000;

/** Plays a service with small requests: reads each one completely and then answers it. */
export function playWholeRequests(service: PracticedService): PlayedService & { log: LoggedRequest[] } {
  const log: LoggedRequest[] = [];
  const faults = createFaultQueue();
  return {
    log,
    kept: () => service.kept(),
    endTokens: () => service.endTokens?.(),
    clear() {
      service.clear();
      log.length = 0;
      faults.set([]);
    },
    faults: {
      read: readFaults,
      forms: faultKinds,
      set: (next) => faults.set(readFaults(next) ?? []),
      waiting: () => faults.waiting(),
    },
    handle: (request, response) => handle(request, response, { service, log, fault: faults.next() }),
  };
}

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  { service, log, fault }: { service: PracticedService; log: LoggedRequest[]; fault: Fault },
): Promise<void> {
  const received = await receive(request).catch(() => null);
  // The sender left midway: it expects no answer, and half a request has no effect.
  if (received === null) return;
  const logged = toLogged(service.hide?.(received) ?? received, fault);
  log.push(logged);
  if (fault === 'slow') await wait(slowMs, undefined, { ref: false });
  const answer = meetFault(fault, () => service.answer(received));
  if (answer === 'hang') return;
  if (answer === 'reset') return void request.socket.resetAndDestroy();
  logged.status = answer.status;
  send(response, answer);
}

function meetFault(fault: Fault, answer: () => PracticeAnswer): PracticeAnswer | 'hang' | 'reset' {
  if (fault === 'none' || fault === 'slow') return answer();
  if (fault.startsWith('stored-')) answer();
  const effect = fault.replace('stored-', '');
  if (effect === 'hang' || effect === 'reset') return effect;
  const headers: Record<string, string> = effect === '500' ? {} : { 'retry-after': '1' };
  return { status: Number(effect), headers, body: { message: 'Server Error' } };
}

async function receive(request: IncomingMessage): Promise<PracticeRequest> {
  const address = new URL(request.url ?? '/', 'http://practice');
  return {
    method: request.method ?? '',
    path: address.pathname,
    query: address.searchParams,
    headers: request.headers,
    body: await buffer(request),
  };
}

function toLogged({ method, path, headers, body }: PracticeRequest, fault: Fault): LoggedRequest {
  const shown = Object.entries(headers).map(([name, value]) => {
    const text = name === 'authorization' ? String(value).replace(/ .*/, ' …') : String(value);
    return [name, name === 'x-shopify-access-token' ? '…' : text];
  });
  return {
    method,
    path,
    headers: Object.fromEntries(shown) as Record<string, string>,
    body: body.toString('utf8'),
    fault,
    status: null,
  };
}

function send(response: ServerResponse, { status, headers, body }: PracticeAnswer): void {
  const isText = typeof body === 'string';
  const type = isText ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8';
  response.writeHead(status, { ...(body !== undefined && { 'content-type': type }), ...headers });
  response.end(isText ? body : JSON.stringify(body));
}
