import { filterIds, filterStages } from '@tallyhook/query';
import { readPlan } from '@tallyhook/store/questions';
import { listRecords } from '@tallyhook/store/records';
import type { ApiDependencies } from '../dependencies.ts';
import type { Caller } from '../middleware/caller.ts';
import { nameRelated, type NamedPage } from './name-related.ts';
import { questionMoment } from './question-context.ts';
import { gateFor } from './question-gate.ts';

export interface Listing {
  type: string;
  /** A filter as questions have it. */
  filter: unknown;
  timezone?: string;
  weekStart?: string;
  limit: number;
  cursor?: string;
  /** Whether the page names the records behind its ids and those of the filter. */
  labels?: boolean;
  /** When the request arrived, in milliseconds since 1970. */
  arrivedAt: number;
  signal: AbortSignal;
}

/**
 * A page of the records that a filter keeps, the newest first. It takes its turn among the questions, which it costs as
 * much as.
 * @throws Problem `not_found` for a type that is none, `invalid_question` with every mistake of the filter, `query_timeout`, `too_many_requests`.
 */
export async function listMatching(
  deps: ApiDependencies,
  { branch, workspaceId, personId }: Pick<Caller, 'branch' | 'workspaceId' | 'personId'>,
  { type, filter, timezone, weekStart, limit, cursor, labels, arrivedAt, signal }: Listing,
): Promise<NamedPage> {
  const { store, questions } = deps;
  if (!branch.types.some(({ name }) => name === type)) return listRecords(store, branch, type, { limit });
  const input = { type, filter, ...(timezone && { timezone }), ...(weekStart && { weekStart }) };
  const asked = { input, arrivedAt, signal };
  const { question, context, moment } = await questionMoment(deps, { branch, personId }, asked);
  const deadlineAt = arrivedAt + questions.deadlineMs;
  return gateFor(deps, context.facts).run(workspaceId, signal, async () => {
    const stages = await filterStages(question, {
      context,
      read: (reads) => readPlan(store, branch, reads, { deadlineAt, signal, moment }),
    });
    const timeLimitMs = Math.max(1, deadlineAt - Date.now());
    const page = await listRecords(store, branch, type, { limit, cursor, stages, timeLimitMs, signal });
    return labels ? nameRelated(store, branch, page, filterIds(question)) : page;
  });
}
