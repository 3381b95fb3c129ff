import DataLoader from 'dataloader';
import type { Turn } from '@tallyhook/query';
import { Problem } from '@tallyhook/schemas';
import { getRecords, type RecordRow } from '@tallyhook/store/records';
import type { ApiDependencies } from '../dependencies.ts';
import type { Caller } from '../caller.ts';

/** What one operation works with. */
export interface OperationContext {
  deps: ApiDependencies;
  caller: Caller;
  /** The questions of one operation share its eight seconds. */
  turn: Turn;
  /** Reads the records that others point to, those of one type together. */
  load(type: string, ids: readonly string[]): Promise<(RecordRow | undefined)[]>;
  /** Notes that so many values will be answered. @throws Problem `invalid_request` when they are too many. */
  spend(values: number): void;
}

/** Values that one operation may answer: a list of lists of lists would otherwise hold up everybody. */
export const mostValues = 100_000;

/** The context of one operation. */
export function createContext(given: Omit<OperationContext, 'load' | 'spend'>): OperationContext {
  const { deps, caller } = given;
  const loaders = new Map<string, DataLoader<string, RecordRow | undefined>>();
  let spent = 0;
  let refusal: Problem | undefined;

  const loaderOf = (type: string) => {
    const known = loaders.get(type);
    if (known) return known;
    const loader = new DataLoader<string, RecordRow | undefined>(
      async (ids) => {
        const found = await getRecords(deps.store, caller.branch, type, ids);
        return ids.map((id) => found.get(id));
      },
      { maxBatchSize: 1_000 },
    );
    loaders.set(type, loader);
    return loader;
  };

  return {
    ...given,
    load: (type, ids) => Promise.all(ids.map((id) => loaderOf(type).load(id))),
    spend(values) {
      spent += values;
      // One error for all: thousands of places find out at once.
      if (spent > mostValues) throw (refusal ??= tooMany());
    },
  };
}

function tooMany(): Problem {
  const detail = `The operation would answer more than ${mostValues} values. Ask for fewer records or fields at once.`;
  return new Problem('invalid_request', detail);
}
