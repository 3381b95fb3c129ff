import { matchRecords, normalizeQuestion } from '@tallyhook/query';
import { Problem, type RecordType } from '@tallyhook/schemas';
import { readPlan } from '@tallyhook/store';
import { questionMoment } from '../questions/question-context.ts';
import type { OperationContext } from './context.ts';
import { filterDocument } from './filter-document.ts';
import type { FilterShape } from './filter-inputs.ts';
import type { RecordSource } from './record-types.ts';

const mostListed = 1_000;
const defaultListed = 50;

export interface ListArguments {
  filter?: object | null;
  first?: number | null;
  after?: string | null;
}

/** A page of records, the newest first; `after` is the id of the last one of the page before. */
export async function listRecords(
  type: RecordType,
  { filter: shape, selected }: { filter: FilterShape; selected: number },
  { filter, first, after }: ListArguments,
  context: OperationContext,
): Promise<RecordSource[]> {
  const limit = checkFirst(first ?? defaultListed);
  const { deps, caller, arrivedAt, signal } = context;
  const question = { type: type.name, ...(filter ? { filter: filterDocument(filter, shape) } : {}) };
  const { context: questionContext, moment } = await questionMoment(deps, caller.branch, question);
  const pipeline = [
    ...(after ? [{ $match: { _id: { $lt: { $oid: checkId(after) } } } }] : []),
    { $sort: { _id: -1 } },
    ...matchRecords(normalizeQuestion(question, questionContext), questionContext),
    { $limit: limit },
    { $project: { _id: 1 } },
  ];
  const collection = questionContext.facts[type.name]?.collection ?? null;
  const deadlineAt = arrivedAt + deps.questions.deadlineMs;
  const { page } = await deps.questionGate.run(caller.workspaceId, signal, () =>
    readPlan(deps.store, caller.branch, [{ id: 'page', collection, kind: 'aggregate', pipeline }], {
      deadlineAt,
      signal,
      moment,
    }),
  );
  const ids = page?.kind === 'aggregate' ? page.rows.map(({ _id }) => String(_id)) : [];
  context.spend(ids.length * selected);
  const records = await context.load(type.name, ids);
  return records.filter((record) => record !== undefined);
}

function checkFirst(first: number): number {
  if (first >= 1 && first <= mostListed) return first;
  throw new Problem('invalid_request', `"first" was ${first}, but is a whole number from 1 to ${mostListed}.`);
}

function checkId(after: string): string {
  if (/^[0-9a-f]{24}$/.test(after)) return after;
  throw new Problem('invalid_request', '"after" is the id of the last record of the page before: 24 hex digits.');
}
