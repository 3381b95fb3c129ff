import type { RecordType } from '@tallyhook/schemas';
import type { ClientSession } from 'mongodb';
import { branches, type Branch } from '../database/branches.ts';
import { addChange } from '../changes/change-log.ts';
import { collectionEntryId, collectionMap, findCollection, holdBranch } from '../collections/collections.ts';
import { withCollection } from '../changes/commit-change.ts';
import { isDuplicateKey } from '../database/duplicate-key.ts';
import { addTypeIn } from '../apps/apps.ts';
import { prepareTypeRecords } from '../apps/type-records.ts';
import { beginMove, finishMoves, MovedMeanwhile } from '../moving/move-records.ts';
import { addSigns } from '../collections/add-signs.ts';
import { createSignCollector, type NumberSigns } from '../collections/number-signs.ts';
import { refuseEarlierType, typeMark } from '../collections/type-mark.ts';
import { createUniqueIndexes } from '../collections/unique-indexes.ts';
import type { RecordDocument } from '../collections/record-document.ts';
import type { Store } from '../database/store.ts';
import { insertRecords } from './insert-records.ts';
import { counters, newCounters, raiseCounter } from '../collections/write-counter.ts';

/** The destination of an import's records. */
export interface ImportSink {
  /** Takes records; waits while it holds too many. */
  write(documents: RecordDocument[]): Promise<void>;
  /** Makes all records visible at once, as one change. */
  finish(): Promise<void>;
  /** Discards all records. */
  abandon(): Promise<void>;
}

/** What all records of an import share. */
export interface ImportedChange {
  type: RecordType;
  /** Whether the import creates the type. */
  isNewType: boolean;
  number: number;
  by: string;
  at: Date;
  /** The SHA-256 of the file. */
  digest: string;
}

/** So many that MongoDB always has work while rows are converted. */
const writesAtOnce = 4;

/** Discards all records; for dry runs. */
export function createDrySink(): ImportSink {
  const nothing = () => Promise.resolve();
  return { write: nothing, finish: nothing, abandon: nothing };
}

/** Buffers a small number of records and writes them in one transaction. */
export function createSmallSink(store: Store, branch: Branch, change: ImportedChange): ImportSink {
  const documents: RecordDocument[] = [];
  return {
    async write(more) {
      documents.push(...more);
    },
    async finish() {
      await withCollection(store, branch, change.type.name, async ({ records, session, entry }) => {
        refuseEarlierType(entry, change.type);
        const signs = createSignCollector();
        for (const document of documents) signs.note(document);
        await records.insertMany(documents, { session });
        await addSigns(store, branch.workspaceId, entry, { found: signs.found(), session });
        await logImport(store, branch, change, { count: documents.length, session });
      });
    },
    abandon: () => Promise.resolve(),
  };
}

/** Writes records to a new collection, which then replaces the one in use. */
export async function createLargeSink(store: Store, branch: Branch, change: ImportedChange): Promise<ImportSink> {
  if (change.isNewType) await prepareTypeRecords(store, branch);
  const entry = await findCollection(store, branch, change.type.name);
  const move = await beginMove(store, branch, entry);
  const target = { workspaceId: branch.workspaceId, collection: move.name };
  const signs = createSignCollector(numberFieldsOf(change.type));
  const underWay = new Set<Promise<unknown>>();
  const failures: unknown[] = [];
  let count = 0;
  return {
    async write(documents) {
      while (underWay.size >= writesAtOnce) await Promise.race(underWay);
      if (failures.length > 0) throw failures[0];
      count += documents.length;
      for (const document of documents) signs.note(document);
      const done = insertRecords(store, target, documents)
        .catch((error: unknown) => failures.push(error))
        .finally(() => underWay.delete(done));
      underWay.add(done);
    },
    async finish() {
      await Promise.all(underWay);
      if (failures.length > 0) throw failures[0];
      const { workspaceId } = branch;
      if (!entry) await createUniqueIndexes(store, workspaceId, { collection: move.name, type: change.type });
      await finishMoves(store, branch, [{ move, added: count }], async (session) => {
        const found = signs.found();
        if (!entry) await addCollection(store, branch, change, { collection: move.name, signs: found, session });
        // Adds to the entry instead of replacing it, so that concurrent additions are not lost.
        else {
          refuseEarlierType((await findCollection(store, branch, change.type.name, session)) ?? entry, change.type);
          await addSigns(store, branch.workspaceId, entry, { found, session });
        }
        await logImport(store, branch, change, { count, session });
      });
    },
    async abandon() {
      await Promise.allSettled(underWay);
      await move.abandon();
    },
  };
}

const numberFieldsOf = ({ fields }: RecordType): string[] =>
  fields.filter(({ kind }) => kind === 'number').map(({ name }) => name);

/** Adds the entry of created records to the change log. */
export async function logImport(
  store: Store,
  branch: Branch,
  { type, number, by, at, digest }: ImportedChange,
  { count, session }: { count: number; session: ClientSession },
): Promise<void> {
  const tick = await raiseCounter(store, branch, type.name, { session, records: count });
  await addChange(store, branch, { kind: 'import', number, type: type.name, count, digest, by, at, ...tick }, session);
}

/** Adds the first collection of a type to the collection map, and a new type to the branch. */
async function addCollection(
  store: Store,
  branch: Branch,
  { type, isNewType, by }: ImportedChange,
  { collection, signs, session }: { collection: string; signs: NumberSigns; session: ClientSession },
): Promise<void> {
  const { workspaceId, id: branchId } = branch;
  if (isNewType) await addTypeIn(store, branch, { type, by }, session);
  else await holdBranch(store, branch, session);
  if (!isNewType) await refuseChangedType(store, branch, type, session);
  const mark = { typeMark: typeMark(type) };
  const entry = { _id: collectionEntryId(branch, type.name), branchId, type: type.name, collection, epoch: 1, signs };
  try {
    await collectionMap(store, workspaceId).insertOne({ ...entry, ...mark }, { session });
  } catch (error) {
    throw isDuplicateKey(error) ? new MovedMeanwhile() : error;
  }
  await counters(store, workspaceId).insertMany(newCounters(entry), { session });
}

/** Refuses records that were read with an earlier version of a type without a collection. */
async function refuseChangedType(
  store: Store,
  branch: Branch,
  type: RecordType,
  session: ClientSession,
): Promise<void> {
  const found = await branches(store, branch.workspaceId).findOne({ _id: branch.id }, { session });
  const now = found?.types.find(({ name }) => name === type.name);
  if (now) refuseEarlierType({ typeMark: typeMark(now) }, type);
}
