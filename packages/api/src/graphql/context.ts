import DataLoader from 'dataloader';
import type { Turn } from '@tallyhook/query';
import { Problem } from '@tallyhook/schemas';
import { getRecords, type RecordRow } from '@tallyhook/store/records';
import type { ApiDependencies } from '../dependencies.ts';
import type { Caller } from '../caller.ts';

/** The context of one operation. */
export interface OperationContext {
  deps: ApiDependencies;
  caller: Caller;
  /** The questions of one operation share its eight seconds. */
  turn: Turn;
  /** Loads related records, batched by type. */
  load(type: string, ids: readonly string[]): Promise<(RecordRow | undefined)[]>;
  /** Counts values towards the limit of one operation. @throws Problem `invalid_request` if there are too many. */
  spend(values: number): void;
}

/** The most values one operation may return; nested lists multiply quickly. */
export const maxValues = 100_000;

/** Creates the context of one operation. */
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
      // Share one error: thousands of resolvers can hit the limit at once.
      if (spent > maxValues) throw (refusal ??= tooMany());
    },
  };
}

function tooMany(): Problem {
  const detail = `The operation would return more than ${maxValues} values. Ask for fewer records or fields at once.`;
  return new Problem('invalid_request', detail);
}
