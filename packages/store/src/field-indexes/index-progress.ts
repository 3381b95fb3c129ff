import type { Document } from 'mongodb';
import type { Store } from '../database/store.ts';

/** The share of each phase of an index build in the total, by the database's name for it. */
const phases: readonly { words: RegExp; from: number; share: number }[] = [
  { words: /scanning collection/i, from: 0, share: 60 },
  { words: /inserting keys/i, from: 60, share: 39 },
  { words: /draining|commit/i, from: 99, share: 0 },
];

interface BuildOperation {
  msg?: string;
  progress?: { done: number; total: number };
  command: { indexes: { name: string }[] };
}

/**
 * The progress in percent of each index being built on a collection, by index name. Empty if the database does not
 * report it, or does not permit us to read it.
 */
export async function readBuildPercents(
  store: Store,
  workspaceId: string,
  collection: string,
): Promise<Map<string, number>> {
  const ns = `${store.workspaceDb(workspaceId).databaseName}.${collection}`;
  const pipeline = [
    { $currentOp: { allUsers: true } },
    { $match: { ns, 'command.createIndexes': collection, msg: { $exists: true } } },
  ];
  const operations = await store.client
    .db('admin')
    .aggregate<BuildOperation>(pipeline, { readConcern: { level: 'local' } })
    .toArray()
    .catch(() => []);
  const percents = operations.flatMap((operation) =>
    operation.command.indexes.map(({ name }): [string, number] => [name, percentOf(operation)]),
  );
  return new Map(percents);
}

function percentOf({ msg = '', progress }: BuildOperation): number {
  const phase = phases.find(({ words }) => words.test(msg));
  if (phase === undefined) return 0;
  const part = progress && progress.total > 0 ? Math.min(1, progress.done / progress.total) : 0;
  return Math.floor(phase.from + part * phase.share);
}

/** The size in bytes of each index of a collection, by index name. */
export async function readIndexSizes(
  store: Store,
  workspaceId: string,
  collection: string,
): Promise<Record<string, number>> {
  const pipeline = [{ $collStats: { storageStats: {} } }, { $project: { 'storageStats.indexSizes': 1 } }];
  const [row] = await store
    .workspaceDb(workspaceId)
    .collection(collection)
    .aggregate<Document>(pipeline, { readConcern: { level: 'local' } })
    .toArray();
  return ((row?.storageStats as Document | undefined)?.indexSizes ?? {}) as Record<string, number>;
}
