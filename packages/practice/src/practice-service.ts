import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { answerAdmin, isAdminPath } from './admin.ts';
import type { PracticeAnswer, PracticedService, PracticeRequest } from './exchange.ts';
import { createFaultQueue, type Fault } from './faults.ts';
import { createGithub, type GithubComment } from './github/github.ts';

/** One request that arrived, in the order of arrival. */
export interface LoggedRequest {
  method: string;
  path: string;
  /** The headers; what stands in `authorization` is blanked. */
  headers: Record<string, string>;
  body: string;
  fault: Fault;
  /** The status that was sent; null when no answer was. */
  status: number | null;
}

export interface PracticeService {
  /** Such as `http://127.0.0.1:4010`. */
  url: string;
  /** Every request that reached the service, the admin ones left out. */
  log: readonly LoggedRequest[];
  comments(): readonly GithubComment[];
  /** Each of the next requests meets one fault of the list, in order; then all goes well again. */
  setFaults(faults: readonly Fault[]): void;
  close(): Promise<void>;
}

export interface PracticeOptions {
  service: 'github';
  /** 0 takes any free port. */
  port: number;
  /** The one token the service knows. */
  token?: string;
}

export const practiceToken = 'practice-token';

/** Starts a stand-in of another company's service on the loopback address. */
export async function createPracticeService({
  port,
  token = practiceToken,
}: PracticeOptions): Promise<PracticeService> {
  const github = createGithub({ token });
  const log: LoggedRequest[] = [];
  const faults = createFaultQueue();
  const server = createServer((request, response) => {
    const address = new URL(request.url ?? '/', 'http://practice');
    if (isAdminPath(address.pathname)) void answerAdmin(request, response, { service: github, log, faults });
    else void answerService(request, response, { service: github, log, fault: faults.next() });
  });
  await listen(server, port);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    log,
    comments: () => github.comments(),
    setFaults: (next) => faults.set(next),
    close: () => close(server),
  };
}

async function answerService(
  request: IncomingMessage,
  response: ServerResponse,
  { service, log, fault }: { service: PracticedService; log: LoggedRequest[]; fault: Fault },
): Promise<void> {
  const received = await receive(request).catch(() => null);
  // The sender left in the middle of its request: nobody waits for an answer, and half a request makes nothing.
  if (received === null) return;
  const logged = toLogged(received, fault);
  log.push(logged);
  const answer = meetFault(fault, () => service.answer(received));
  if (answer === 'hang') return;
  if (answer === 'reset') return void request.socket.resetAndDestroy();
  logged.status = answer.status;
  send(response, answer);
}

function meetFault(fault: Fault, answer: () => PracticeAnswer): PracticeAnswer | 'hang' | 'reset' {
  if (fault === 'none') return answer();
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
    return [name, text];
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
  response.writeHead(status, {
    'content-type': isText ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8',
    ...headers,
  });
  response.end(isText ? body : JSON.stringify(body));
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error ? reject(error) : resolve()));
    server.closeAllConnections();
  });
}
