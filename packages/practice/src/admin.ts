import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import type { PracticedService } from './exchange.ts';
import { faultKinds, readFaults, type FaultQueue } from './faults.ts';
import type { LoggedRequest } from './practice-service.ts';

/** What tests and the demo see and set lies under this path, outside of every real service's own addresses. */
const adminPath = '/__practice/';

export function isAdminPath(path: string): boolean {
  return path.startsWith(adminPath);
}

interface AdminState {
  service: PracticedService;
  log: LoggedRequest[];
  faults: FaultQueue;
}

/**
 * `GET /__practice/kept` counts and lists what was made, `GET /__practice/log` lists the requests, `PUT /__practice/faults`
 * takes a JSON list of faults, `DELETE /__practice/kept` forgets everything.
 */
export async function answerAdmin(
  request: IncomingMessage,
  response: ServerResponse,
  state: AdminState,
): Promise<void> {
  const [status, body] = await answer(request, state);
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function answer(request: IncomingMessage, { service, log, faults }: AdminState): Promise<[number, unknown]> {
  switch (`${request.method} ${request.url?.slice(adminPath.length)}`) {
    case 'GET kept':
      return [200, { requests: log.length, counts: count(service.kept()), ...service.kept() }];
    case 'GET log':
      return [200, log];
    case 'GET faults':
      return [200, faults.waiting()];
    case 'PUT faults': {
      const wanted = readFaults(await json(request).catch(() => null));
      if (wanted === null) return [422, { message: `Send a JSON list of: ${faultKinds.join(', ')}.` }];
      faults.set(wanted);
      return [200, wanted];
    }
    case 'DELETE kept':
      service.clear();
      log.length = 0;
      faults.set([]);
      return [200, {}];
    default:
      return [404, { message: 'Addresses: kept, log, faults.' }];
  }
}

function count(kept: Record<string, unknown[]>): Record<string, number> {
  return Object.fromEntries(Object.entries(kept).map(([kind, items]) => [kind, items.length]));
}
