import { filterIds, type Turn } from '@tallyhook/query';
import { openMongoSource } from '@tallyhook/store/questions';
import { listRecords } from '@tallyhook/store/records';
import type { QuestionServices } from './question-services.ts';
import type { Caller } from '../caller.ts';
import { nameRelated, type NamedPage } from './name-related.ts';
import { contextOf, understandOn } from './question-context.ts';
import { gateFor } from './question-gate.ts';

export interface Listing {
  type: string;
  /** A filter in question syntax. */
  filter: unknown;
  timezone?: string;
  weekStart?: string;
  limit: number;
  cursor?: string;
  /** Whether the page includes the names of records behind its ids and those of the filter. */
  labels?: boolean;
  turn: Turn;
}

/**
 * Lists a page of the records that match a filter, newest first. It queues with the questions, because it costs as much
 * as one.
 * @throws Problem `not_found` for an unknown type, `invalid_question` with every mistake of the filter,
 * `query_timeout`, `too_many_requests`.
 */
export async function listMatching(
  deps: QuestionServices,
  { branch, workspaceId, personId }: Pick<Caller, 'branch' | 'workspaceId' | 'personId'>,
  { type, filter, timezone, weekStart, limit, cursor, labels, turn }: Listing,
): Promise<NamedPage> {
  const { store } = deps;
  if (!branch.types.some(({ name }) => name === type)) return listRecords(store, branch, type, { limit });
  const input = { type, filter, ...(timezone && { timezone }), ...(weekStart && { weekStart }) };
  const question = await understandOn(deps, branch, { input, turn, context: contextOf(deps, branch, personId) });
  const source = await openMongoSource(store, branch, question);
  return gateFor(deps, source.facts).run(workspaceId, turn.left, async () => {
    const stages = await source.filterStages(question, turn);
    const page = await listRecords(store, branch, type, { limit, cursor, stages, turn });
    return labels ? nameRelated(store, branch, page, filterIds(question)) : page;
  });
}
