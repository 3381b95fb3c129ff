import { isDeepStrictEqual } from 'node:util';
import type { Field } from '@tallyhook/schemas';
import type { ClientSession, Collection, Filter } from 'mongodb';
import type { Branch } from '../database/branches.ts';
import { withChangeNumber } from '../changes/change-log.ts';
import { logRecords } from '../changes/log-records.ts';
import { withCollection } from '../changes/commit-change.ts';
import { addSigns } from '../collections/add-signs.ts';
import { collectionMap, findCollection } from '../collections/collections.ts';
import { createSignCollector } from '../collections/number-signs.ts';
import type { RecordDocument } from '../collections/record-document.ts';
import { refuseEarlierType } from '../collections/type-mark.ts';
import type { Store } from '../database/store.ts';
import { nameOfKey } from './import-key.ts';
import type { MistakeList } from './import-problem.ts';
import { logImport, type ImportedChange, type ImportSink } from './import-sink.ts';

/** What an import that matches records did, or would do. */
export interface Matched {
  created: number;
  updated: number;
  unchanged: number;
}

export interface MatchingOptions {
  /** The field by which rows find their records. */
  keyField: Field;
  /** The fields that the columns fill. An empty cell empties its field. */
  fieldNames: readonly string[];
  /** Whether it only counts. */
  isDry: boolean;
  /** The line of each row. */
  lineOf: (document: RecordDocument) => number;
  errors: MistakeList;
  /** Refuses too many new records. */
  checkRows: ((rows: number) => Promise<void>) | undefined;
}

/** The most records that one transaction changes. */
const maxChangedAtOnce = 10_000;
/**
 * Updates the record that has a row's key, or creates one. Up to 10,000 rows are one transaction; a longer file is saved
 * in parts of that size, and importing it again completes what is missing.
 */
export function createMatchingSink(
  store: Store,
  branch: Branch,
  change: ImportedChange,
  options: MatchingOptions,
): ImportSink & { matched: Matched } {
  const { workspaceId } = branch;
  const { keyField } = options;
  const matched: Matched = { created: 0, updated: 0, unchanged: 0 };
  let waiting: RecordDocument[] = [];

  async function save(): Promise<void> {
    const documents = waiting;
    waiting = [];
    if (documents.length === 0) return;
    const { created, changed, unchanged, ambiguous } = options.isDry
      ? await look(documents)
      : // The first number is that of the created records; each change has one of the others.
        await withChangeNumber(store, workspaceId, (last) => write(documents, last), documents.length + 1);
    matched.created += created.length;
    matched.updated += changed.length;
    matched.unchanged += unchanged;
    for (const document of ambiguous) {
      const detail = `Several records have the same ${keyField.label}, so it is not clear which one the row means.`;
      options.errors.add({ line: options.lineOf(document), code: 'key_ambiguous', detail });
    }
  }

  /** What would be written; without a collection yet, every row is new. */
  async function look(documents: RecordDocument[]): Promise<Match> {
    if ((await findCollection(store, branch, change.type.name)) === null) return matchRows(documents, [], options);
    let match: Match | undefined;
    await withCollection(store, branch, change.type.name, async ({ records, session }) => {
      match = matchRows(documents, await findKeyed(records, documents, session), options);
    });
    return match!;
  }

  async function write(documents: RecordDocument[], last: number): Promise<Match> {
    const first = last - documents.length;
    let match: Match | undefined;
    await withCollection(store, branch, change.type.name, async ({ records, session, entry }) => {
      refuseEarlierType(entry, change.type);
      // Of two imports at the same time, one sees the records that the other created.
      await collectionMap(store, workspaceId).updateOne({ _id: entry._id }, { $inc: { matches: 1 } }, { session });
      match = matchRows(documents, await findKeyed(records, documents, session), options);
      const { created, changed } = match;
      const { at, by } = change;
      if (created.length > 0) await options.checkRows?.(created.length);
      for (const document of created) document.change = first;
      for (const [index, { before, after }] of changed.entries())
        Object.assign(after, {
          revision: before.revision + 1,
          change: first + 1 + index,
          updatedAt: at,
          updatedBy: by,
        });
      const written = [...created, ...changed.map(({ after }) => after)];
      if (written.length === 0) return;
      const signs = createSignCollector();
      for (const document of written) signs.note(document);
      await addSigns(store, workspaceId, entry, { found: signs.found(), session });
      if (created.length > 0) {
        await records.insertMany(created, { session });
        await logImport(store, branch, { ...change, number: first }, { count: created.length, session });
      }
      if (changed.length > 0) {
        await records.bulkWrite(
          changed.map(({ after }) => ({ replaceOne: { filter: { _id: after._id }, replacement: after } })),
          { session, ordered: false },
        );
        const logged = changed.map(({ before, after }) => ({ before, after, number: after.change }));
        const whose = { type: change.type.name, by, at, imported: true } as const;
        await logRecords(store, branch, whose, { changed: logged, session });
      }
    });
    return match!;
  }

  async function findKeyed(records: Collection<RecordDocument>, documents: RecordDocument[], session: ClientSession) {
    const { name } = keyField;
    const filter = { [name]: { $in: documents.map((document) => document[name]) } } as Filter<RecordDocument>;
    return records.find(filter, { session }).toArray();
  }

  return {
    matched,
    async write(documents) {
      for (const document of documents) {
        waiting.push(document);
        if (waiting.length === maxChangedAtOnce) await save();
      }
    },
    finish: save,
    abandon: () => Promise.resolve(),
  };
}

/** The rows by what they do to the records that have their keys. */
interface Match {
  created: RecordDocument[];
  changed: { before: RecordDocument; after: RecordDocument }[];
  unchanged: number;
  /** Rows whose key several records have. */
  ambiguous: RecordDocument[];
}

function matchRows(
  documents: readonly RecordDocument[],
  found: readonly RecordDocument[],
  { keyField: { name }, fieldNames }: Pick<MatchingOptions, 'keyField' | 'fieldNames'>,
): Match {
  const byKey = Map.groupBy(found, (record) => nameOfKey(record[name]));
  const match: Match = { created: [], changed: [], unchanged: 0, ambiguous: [] };
  for (const document of documents) {
    const [before, ...others] = byKey.get(nameOfKey(document[name])) ?? [];
    if (before === undefined) match.created.push(document);
    else if (others.length > 0) match.ambiguous.push(document);
    else {
      const after = withRow(before, document, fieldNames);
      if (isDeepStrictEqual(before, after)) match.unchanged += 1;
      else match.changed.push({ before, after });
    }
  }
  return match;
}

/** A record with the fields of a row; one that the row leaves empty is empty. */
function withRow(before: RecordDocument, row: RecordDocument, fieldNames: readonly string[]): RecordDocument {
  const after = { ...before };
  for (const name of fieldNames) {
    if (row[name] === undefined) delete after[name];
    else after[name] = row[name];
  }
  return after;
}
