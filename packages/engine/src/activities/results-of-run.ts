import type { Store } from '@tallyhook/store';
import {
  getStepResult,
  listStepResults,
  saveStepResult,
  type Run,
  type StepKey,
  type StepOutcome,
  type StepResult,
} from '@tallyhook/store/runs';

/** The results of runs that began in the activity that runs their steps: nobody else has written any. */
const known = new WeakMap<Run, Map<string, StepResult>>();

const placeOf = ({ stepId, item }: Pick<StepKey, 'stepId' | 'item'>) => `${stepId}:${item}`;

/** Says that a run has no results yet, and that only steps with this object write some. */
export function expectResults(run: Run): void {
  known.set(run, new Map());
}

/** The result of a step; null if it has none. */
export async function resultOf(store: Store, run: Run, key: StepKey): Promise<StepResult | null> {
  const own = known.get(run);
  return own === undefined ? getStepResult(store, key) : (own.get(placeOf(key)) ?? null);
}

/** The results of a run within some iterations. */
export async function resultsWithin(store: Store, run: Run, items: readonly string[]): Promise<StepResult[]> {
  const own = known.get(run);
  if (own === undefined) return listStepResults(store, run.id, items);
  return [...own.values()].filter(({ item }) => items.includes(item));
}

/** Saves the result of a step. */
export async function keepResult(store: Store, run: Run, key: StepKey, outcome: StepOutcome): Promise<void> {
  const own = known.get(run);
  const isFirst = await saveStepResult(store, key, outcome, { isFirst: own?.has(placeOf(key)) === false });
  if (own === undefined) return;
  const result = isFirst ? asResult(key, outcome, own.get(placeOf(key))) : await getStepResult(store, key);
  if (result !== null) own.set(placeOf(key), result);
}

/** The result as it would be read: values are stored as JSON. */
function asResult(key: StepKey, outcome: StepOutcome, before: StepResult | undefined): StepResult {
  const { status, startedAt, notes = before?.notes ?? [], next = before?.next ?? null } = outcome;
  return {
    ...{ ...key, id: '', status, startedAt, notes, next },
    input: asStored(outcome.input),
    output: outcome.status === 'completed' ? asStored(outcome.output) : null,
    error: 'error' in outcome ? outcome.error : null,
    opened: ('opened' in outcome ? outcome.opened : undefined) ?? before?.opened ?? null,
    endedAt: 'endedAt' in outcome ? outcome.endedAt : null,
  };
}

const asStored = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));
