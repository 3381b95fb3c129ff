import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import type { DeliveryOrder } from './deliveries/deliver.ts';
import type { PlayedService } from './exchange.ts';

/** Path of the admin addresses for tests and the demo; no real service uses it. */
const adminPath = '/__practice/';

export function isAdminPath(path: string): boolean {
  return path.startsWith(adminPath);
}

/**
 * `GET /__practice/kept` counts and lists what was created, `GET /__practice/log` lists the requests, `PUT
 * /__practice/faults` takes a JSON list of faults, `DELETE /__practice/kept` forgets everything, `POST
 * /__practice/deliveries` delivers `{to, events}` and answers with the attempts, `DELETE /__practice/tokens` expires
 * the issued tokens.
 */
export async function answerAdmin(
  request: IncomingMessage,
  response: ServerResponse,
  played: PlayedService,
): Promise<void> {
  const [status, body] = await answer(request, played);
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function answer(request: IncomingMessage, played: PlayedService): Promise<[number, unknown]> {
  const { log, faults } = played;
  switch (`${request.method} ${request.url?.slice(adminPath.length)}`) {
    case 'GET kept':
      return [200, { requests: log.length, counts: count(played.kept()), ...played.kept() }];
    case 'GET log':
      return [200, log];
    case 'GET faults':
      return [200, faults.waiting()];
    case 'PUT faults': {
      const wanted = faults.read(await json(request).catch(() => null));
      if (wanted === null) return [422, { message: `Send a JSON list of: ${faults.forms.join(', ')}.` }];
      faults.set(wanted);
      return [200, wanted];
    }
    case 'POST deliveries':
      return order(await json(request).catch(() => null), played);
    case 'DELETE tokens':
      played.endTokens?.();
      return [200, {}];
    case 'DELETE kept':
      played.clear();
      return [200, {}];
    default:
      return [404, { message: 'Addresses: kept, log, faults, deliveries, tokens.' }];
  }
}

/** Delivers to this machine only, so that a stand-in cannot be used to reach other hosts. */
async function order(value: unknown, { deliver }: PlayedService): Promise<[number, unknown]> {
  if (deliver === undefined) return [404, { message: 'This service sends no deliveries.' }];
  const { to, events } = (value ?? {}) as Partial<DeliveryOrder>;
  const isNear =
    URL.canParse(String(to)) && /^(127\.\d+\.\d+\.\d+|localhost|\[::1\])$/.test(new URL(String(to)).hostname);
  if (!isNear || !Array.isArray(events) || events.length === 0)
    return [422, { message: 'Send {"to": an address on this machine, "events": [{…}]}.' }];
  return [200, await deliver(value as DeliveryOrder)];
}

function count(kept: Record<string, unknown[]>): Record<string, number> {
  return Object.fromEntries(Object.entries(kept).map(([kind, items]) => [kind, items.length]));
}
