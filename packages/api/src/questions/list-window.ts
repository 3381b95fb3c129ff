import { people, Problem } from '@tallyhook/schemas';
import { filterIds, type Turn } from '@tallyhook/query';
import { openMongoSource } from '@tallyhook/store/questions';
import { listWindow, type RecordSort } from '@tallyhook/store/records';
import type { Caller } from '../caller.ts';
import type { QuestionServices } from './question-services.ts';
import { nameRelated, type NamedPage } from './name-related.ts';
import { contextOf, understandOn } from './question-context.ts';
import { gateFor } from './question-gate.ts';

/** Which records of a type are meant, and in which order. */
export interface RecordsAsked {
  type: string;
  /** A filter in question syntax. */
  filter: unknown;
  timezone?: string | undefined;
  weekStart?: string | undefined;
  sort?: readonly RecordSort[] | undefined;
}

export interface WindowAsked extends RecordsAsked {
  offset?: number | undefined;
  limit: number;
  labels?: boolean;
  turn: Turn;
}

/**
 * Lists the records at a position of an order. It queues with the questions, because it costs as much as one.
 * @throws Problem as `listMatching` does, and `invalid_request` for a field that has no order.
 */
export async function listAt(
  deps: QuestionServices,
  caller: Pick<Caller, 'branch' | 'workspaceId' | 'personId'>,
  { sort = [], offset = 0, limit, labels, turn, ...asked }: WindowAsked,
): Promise<NamedPage> {
  const { store } = deps;
  const { branch } = caller;
  const { question, source } = await openFilter(deps, caller, { ...asked, turn });
  return gateFor(deps, source.facts).run(caller.workspaceId, turn.left, async () => {
    const stages = await source.filterStages(question, turn);
    const page = await listWindow(store, branch, asked.type, { sort, stages, offset, limit, turn });
    return labels ? nameRelated(store, branch, page, withWriters(page, filterIds(question))) : page;
  });
}

/** Adds who made and changed the records. */
function withWriters(
  { records }: NamedPage,
  ids: Record<string, readonly string[]>,
): Record<string, readonly string[]> {
  const writers = records.flatMap(({ createdBy, updatedBy }) => [createdBy, updatedBy]);
  return { ...ids, [people]: [...(ids[people] ?? []), ...new Set(writers)] };
}

/** Understands a filter on the branch. */
export async function openFilter(
  deps: QuestionServices,
  { branch, personId }: Pick<Caller, 'branch' | 'personId'>,
  { type, filter, timezone, weekStart, turn }: Omit<RecordsAsked, 'sort'> & { turn: Turn },
) {
  if (!branch.types.some(({ name }) => name === type))
    throw new Problem('not_found', `The branch "${branch.name}" has no record type "${type}".`);
  const input = { type, filter, ...(timezone && { timezone }), ...(weekStart && { weekStart }) };
  const question = await understandOn(deps, branch, { input, turn, context: contextOf(deps, branch, personId) });
  return { question, source: await openMongoSource(deps.store, branch, question) };
}
