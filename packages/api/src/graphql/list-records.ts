import { Problem, type RecordType } from '@tallyhook/schemas';
import { listMatching } from '../questions/list-matching.ts';
import type { OperationContext } from './context.ts';
import { filterDocument } from './filter-document.ts';
import type { FilterShape } from './filter-inputs.ts';
import type { RecordSource } from './record-types.ts';

const maxListed = 1_000;
const defaultListed = 50;

export interface ListArguments {
  filter?: object | null;
  first?: number | null;
  after?: string | null;
  timezone?: string | null;
  weekStart?: string | null;
}

/**
 * Lists a page of records that match a filter, newest first, as `GET /api/records?filter=` does; `after` is the id of
 * the last record on the previous page.
 */
export async function listRecords(
  type: RecordType,
  { filter: shape, selected }: { filter: FilterShape; selected: number },
  { filter, first, after, timezone, weekStart }: ListArguments,
  context: OperationContext,
): Promise<RecordSource[]> {
  const { deps, caller, turn } = context;
  const read = filterDocument(filter ?? {}, shape);
  context.spendBytes(0);
  const { records, sizeBytes } = await listMatching(deps, caller, {
    type: type.name,
    filter: read.filter,
    ...(timezone ? { timezone } : {}),
    ...(weekStart ? { weekStart } : {}),
    limit: checkFirst(first ?? defaultListed),
    ...(after ? { cursor: checkId(after) } : {}),
    turn,
  }).catch((error: unknown) => {
    throw read.asGiven(error);
  });
  context.spendBytes(sizeBytes);
  context.spend(records.length * selected);
  return records;
}

function checkFirst(first: number): number {
  if (first >= 1 && first <= maxListed) return first;
  throw new Problem('invalid_request', `"first" must be a whole number from 1 to ${maxListed}, got ${first}.`);
}

function checkId(after: string): string {
  if (/^[0-9a-f]{24}$/.test(after)) return after;
  throw new Problem(
    'invalid_request',
    '"after" must be the id of the last record of the previous page: 24 hex digits.',
  );
}
