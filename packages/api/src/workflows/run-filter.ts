import { openZone, parseDay, startOfDay } from '@tallyhook/query';
import { Problem } from '@tallyhook/schemas';
import { runStatuses } from '@tallyhook/schemas/run-statuses';
import type { Store } from '@tallyhook/store';
import { listDeliveries } from '@tallyhook/store/deliveries';
import type { RunFilter } from '@tallyhook/store/runs';
import type { Caller } from '../caller.ts';
import type { ParameterValues } from '../parameters.ts';

/** The parameters that choose runs. */
export const runFilterParameters = {
  status: { kind: 'choice', values: runStatuses },
  workflow: { kind: 'text', maxLength: 24 },
  find: { kind: 'text', maxLength: 1_024 },
  since: { kind: 'text', maxLength: 40 },
  until: { kind: 'text', maxLength: 40 },
  undecided: { kind: 'choice', values: ['true'] },
} as const;

/** What the parameters mean, in a sentence for the reference. */
export const runFilterWords =
  '`find` takes the id that a sender gave its delivery, or that of a delivery, a record or a run; `since` and `until` take days or moments; `undecided` those with a step that a person must decide about.';

/**
 * Reads which runs of the caller's branch are meant.
 * @throws Problem `invalid_request` for a moment that cannot be read
 */
export async function readRunFilter(
  store: Store,
  { workspaceId, branch }: Caller,
  { status, workflow, find, since, until, undecided }: ParameterValues<typeof runFilterParameters>,
): Promise<Omit<RunFilter, 'limit'>> {
  return {
    ...{ workspaceId, branchId: branch.id, status, workflowId: workflow, isUndecided: undecided === 'true' },
    ...readRange({ since, until }, branch.timezone),
    of: find === undefined ? undefined : await whatIsFound(store, workspaceId, find),
  };
}

const maxDeliveries = 100;

/** What people look for: the id that the sender of a delivery gave, or the id of a delivery, a record or a run. */
async function whatIsFound(store: Store, workspaceId: string, text: string) {
  const id = text.trim();
  const { deliveries } = await listDeliveries(store, workspaceId, { deliveryId: id, limit: maxDeliveries });
  return { id, deliveryIds: [id, ...deliveries.map((delivery) => delivery.id)] };
}

/** Days begin in the zone of the workspace; the day of `until` is included. */
function readRange({ since, until }: { since: string | undefined; until: string | undefined }, timezone: string) {
  return {
    queuedFrom: since === undefined ? undefined : readMoment('since', since, { timezone, days: 0 }),
    queuedBefore: until === undefined ? undefined : readMoment('until', until, { timezone, days: 1 }),
  };
}

function readMoment(name: string, text: string, { timezone, days }: { timezone: string; days: number }): Date {
  const day = parseDay(text);
  if (day !== undefined) return new Date(startOfDay(openZone(timezone), day + days));
  const at = new Date(/T.*(Z|[+-]\d\d:\d\d)$/.test(text) ? text : NaN);
  if (!Number.isNaN(at.getTime())) return at;
  const detail = `"${text}" is neither a day such as 2026-12-24 nor a moment such as 2026-12-24T18:00:00Z`;
  throw new Problem('invalid_request', `The parameter "${name}" cannot be read: ${detail}.`);
}
