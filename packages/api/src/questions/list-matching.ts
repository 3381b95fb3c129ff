import { filterStages, normalizeQuestion } from '@tallyhook/query';
import { listRecords, readPlan, type RecordPage } from '@tallyhook/store';
import type { ApiDependencies } from '../dependencies.ts';
import type { Caller } from '../middleware/caller.ts';
import { questionMoment } from './question-context.ts';

export interface Listing {
  type: string;
  /** A filter as questions have it. */
  filter: unknown;
  timezone?: string;
  weekStart?: string;
  limit: number;
  cursor?: string;
  /** When the request arrived, in milliseconds since 1970. */
  arrivedAt: number;
  signal: AbortSignal;
}

/**
 * A page of the records that a filter keeps, the newest first. It takes its turn among the questions, which it costs as
 * much as.
 * @throws Problem `invalid_question` with every mistake of the filter, `query_timeout`, `too_many_requests`.
 */
export async function listMatching(
  deps: ApiDependencies,
  { branch, workspaceId }: Pick<Caller, 'branch' | 'workspaceId'>,
  { type, filter, timezone, weekStart, limit, cursor, arrivedAt, signal }: Listing,
): Promise<RecordPage> {
  const { store, questionGate, questions } = deps;
  const input = { type, filter, ...(timezone && { timezone }), ...(weekStart && { weekStart }) };
  const { context, moment } = await questionMoment(deps, branch, input);
  const deadlineAt = arrivedAt + questions.deadlineMs;
  return questionGate.run(workspaceId, signal, async () => {
    const stages = await filterStages(normalizeQuestion(input, context), {
      context,
      read: (reads) => readPlan(store, branch, reads, { deadlineAt, signal, moment }),
    });
    const timeLimitMs = Math.max(1, deadlineAt - Date.now());
    return listRecords(store, branch, type, { limit, cursor, stages, timeLimitMs, signal });
  });
}
