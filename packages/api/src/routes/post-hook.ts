import type { Response } from 'express';
import { acceptDeliveries, type AcceptedDelivery } from '@tallyhook/store';
import type { ApiDependencies } from '../dependencies.ts';
import { inTime } from '../in-time.ts';
import { discardRest } from '../hooks/read-body.ts';
import { readEvents } from '../hooks/read-events.ts';
import { searchOf } from '../middleware/check-parameters.ts';
import { defineRoute, type RouteRequest } from '../route.ts';

/** Together below the ten seconds after which senders give up. What was kept too late is found when it is sent again. */
const findTimeoutMs = 4_000;
const keepTimeoutMs = 5_000;
const sentence = 'The delivery cannot be kept right now: send it again in a few seconds.';
const mostNamed = 100;

/**
 * Receives what another service sends: limits of rate and size first, then it is read, kept, answered, and only after
 * the answer its runs are started. The same delivery sent again is answered the same and starts nothing twice.
 */
export const postHook = defineRoute({
  method: 'post',
  path: '/hooks/:connector',
  needs: 'nothing',
  parameters: 'any',
  body: 'stream',
  async handler(request, response, deps) {
    try {
      await receive(request, response, deps);
    } catch (error) {
      discardRest(request);
      throw error;
    }
  },
});

async function receive(request: RouteRequest, response: Response, { store, hooks }: ApiDependencies): Promise<void> {
  const connector = request.params.connector!;
  await hooks.limiter.countSender(request.ip ?? '');
  const packages = await inTime(hooks.findPackages(connector), { timeoutMs: findTimeoutMs, sentence });
  await hooks.limiter.countConnector(connector);
  const raw = await hooks.readBody(request);
  const { method, headers } = request;
  const { answer, events } = readEvents(packages, { method, headers, query: queryOf(request), rawBody: raw });
  const contentType = headers['content-type'] ?? '';
  const accepted =
    events.length === 0
      ? []
      : await inTime(acceptDeliveries(store, { connector, contentType, raw, events }), {
          timeoutMs: keepTimeoutMs,
          sentence,
        });
  response.status(answer.status).set(answer.headers).set(namesOf(accepted)).end(answer.body);
  for (const { id, waiting } of accepted) if (waiting) hooks.starts.add(id);
}

/** The query parameters as texts; one that is given several times as a list. */
function queryOf({ originalUrl }: RouteRequest): Record<string, string | string[]> {
  const search = searchOf(originalUrl);
  const names = [...new Set(search.keys())];
  return Object.fromEntries(names.map((name) => [name, oneOrAll(search.getAll(name))]));
}

const oneOrAll = (values: string[]) => (values.length === 1 ? values[0]! : values);

/** Tells the sender under which ids the first events were kept, for somebody who looks for them later. */
function namesOf(accepted: readonly AcceptedDelivery[]): Record<string, string> {
  if (accepted.length === 0) return {};
  return {
    'Tallyhook-Delivery': accepted
      .slice(0, mostNamed)
      .map(({ id }) => id)
      .join(', '),
  };
}
