import DataLoader from 'dataloader';
import type { Turn } from '@tallyhook/query';
import { Problem } from '@tallyhook/schemas';
import { getSizedRecords, type RecordRow } from '@tallyhook/store/records';
import type { ApiDependencies } from '../dependencies.ts';
import { reopenBranch } from '../middleware/caller.ts';
import type { GivenToRoute } from '../call-route.ts';
import type { Caller } from '../caller.ts';
import type { Route } from '../route.ts';

/** The context of one operation. */
export interface OperationContext {
  deps: ApiDependencies;
  caller: Caller;
  /** The questions of one operation share its eight seconds. */
  turn: Turn;
  /** Calls a route for the caller. Returns its answer as JSON. @throws Problem as the route does. */
  call(route: Route, given: GivenToRoute): Promise<string | undefined>;
  /** The caller with the branch as earlier fields of a mutation have left it. @throws Problem `not_found`. */
  currentCaller(): Promise<Caller>;
  /** Loads related records, batched by type. */
  load(type: string, ids: readonly string[]): Promise<(RecordRow | undefined)[]>;
  /** Counts values towards the limit of one operation. @throws Problem `invalid_request` if there are too many. */
  spend(values: number): void;
  /** Counts the size of what was read towards the limit of one operation. @throws Problem `invalid_request`. */
  spendBytes(bytes: number): void;
}

/** What an operation gets from its request; the rest of its context is made for it. */
export interface OperationSurroundings extends Pick<OperationContext, 'deps' | 'caller' | 'turn'> {
  callFor(caller: Caller, ...call: Parameters<OperationContext['call']>): ReturnType<OperationContext['call']>;
}

/** The most values one operation may return; nested lists multiply quickly. */
export const maxValues = 100_000;

/** The most bytes of records one operation may read: every alias reads them again, and long texts add up. */
export const maxReadBytes = 16 * 1024 * 1024;
const maxLoaded = 200;

/** Creates the context of one operation. */
export function createContext(given: OperationSurroundings): OperationContext {
  const { deps, caller } = given;
  const loaders = new Map<string, DataLoader<string, RecordRow | undefined>>();
  let [spent, spentBytes] = [0, 0];
  // Share one error: thousands of resolvers can hit a limit at once.
  let refusal: Problem | undefined;
  const spendBytes = (bytes: number) => {
    spentBytes += bytes;
    if (spentBytes > maxReadBytes) refusal ??= tooMuch(`read more than ${maxReadBytes} bytes of records`);
    if (refusal) throw refusal;
  };

  const loaderOf = (type: string) => {
    const known = loaders.get(type);
    if (known) return known;
    const loader = new DataLoader<string, RecordRow | undefined>(
      async (ids) => {
        spendBytes(0);
        const { records, sizeBytes } = await getSizedRecords(deps.store, caller.branch, type, ids);
        spendBytes(sizeBytes);
        return ids.map((id) => records.get(id));
      },
      { maxBatchSize: maxLoaded },
    );
    loaders.set(type, loader);
    return loader;
  };

  let isChanged = false;
  const currentCaller = async () => (isChanged ? reopenBranch(deps.store, caller) : caller);

  return {
    ...given,
    currentCaller,
    async call(route, values) {
      const current = await currentCaller();
      isChanged ||= route.method !== 'get';
      return given.callFor(current, route, values);
    },
    load: (type, ids) => Promise.all(ids.map((id) => loaderOf(type).load(id))),
    spend(values) {
      spent += values;
      if (spent > maxValues) refusal ??= tooMuch(`return more than ${maxValues} values`);
      if (refusal) throw refusal;
    },
    spendBytes,
  };
}

function tooMuch(what: string): Problem {
  return new Problem('invalid_request', `The operation would ${what}. Ask for fewer records or fields at once.`);
}
