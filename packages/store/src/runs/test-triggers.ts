import type { Collection } from 'mongodb';
import type { Store } from '../database/store.ts';
import { keepValue, readValue, type KeptValue } from './kept-values.ts';

interface TestTriggerDocument {
  /** The id of the run. */
  _id: string;
  trigger: KeptValue;
}

/** The start values of tests. */
export const testTriggers = (store: Store): Collection<TestTriggerDocument> => store.system.collection('test_triggers');

/** Keeps the values that the templates of a test read as `trigger`. Call it before the run is stored. */
export async function keepTestTrigger(
  store: Store,
  { workspaceId, runId, trigger }: { workspaceId: string; runId: string; trigger: Record<string, unknown> },
): Promise<void> {
  await testTriggers(store).insertOne({ _id: runId, trigger: await keepValue(store, workspaceId, trigger) });
}

/** The values that the templates of a test read as `trigger`. */
export async function readTestTrigger(
  store: Store,
  { workspaceId, id }: { workspaceId: string; id: string },
): Promise<Record<string, unknown>> {
  const row = await testTriggers(store).findOne({ _id: id });
  return row === null ? {} : ((await readValue(store, workspaceId, row.trigger)) as Record<string, unknown>);
}
