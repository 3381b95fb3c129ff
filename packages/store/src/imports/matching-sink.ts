import { isDeepStrictEqual } from 'node:util';
import { listNames, nearest, type Field } from '@tallyhook/schemas';
import { ObjectId, type ClientSession, type Filter } from 'mongodb';
import type { Branch } from '../database/branches.ts';
import { changes, nextChangeNumber, type RecordChangeDocument } from '../changes/change-log.ts';
import { withCollection } from '../changes/commit-change.ts';
import { addSigns } from '../collections/add-signs.ts';
import { collectionEntryId, collectionMap, findCollection } from '../collections/collections.ts';
import { createSignCollector } from '../collections/number-signs.ts';
import type { RecordDocument } from '../collections/record-document.ts';
import { raiseCounter } from '../collections/write-counter.ts';
import type { Store } from '../database/store.ts';
import { refuseImport, type MistakeList } from './import-problem.ts';
import { logImport, type ImportedChange, type ImportSink } from './import-sink.ts';
import type { PlannedColumn } from './plan-columns.ts';

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
const keyKinds: Field['kind'][] = ['text', 'choice', 'number', 'day', 'instant'];

/**
 * Finds the field that identifies a row's record.
 * @throws Problem `invalid_import` if no column fills it, or it cannot identify records.
 */
export function findKeyField(key: string, columns: readonly PlannedColumn[]): Field {
  const usable = columns.filter(
    ({ field, target }) => target === undefined && !field.many && keyKinds.includes(field.kind),
  );
  const found = usable.find(({ column, field }) => column.header === key || field.name === key);
  if (found !== undefined) return found.field;
  const names = usable.map(({ column }) => column.header);
  const suggestion = nearest(key, names);
  const advice =
    suggestion === undefined ? `match on one of ${listNames(names, key)}` : `did you mean "${suggestion}"?`;
  const detail = `Rows cannot find their records by "${key}": ${advice}`;
  throw refuseImport([{ code: 'unknown_column', detail, ...(suggestion !== undefined && { suggestion }) }]);
}

/** Refuses rows without a key, and all but the first row with the same key. */
export function createKeyCheck({ name, label }: Field, errors: MistakeList) {
  const lines = new Map<string, number>();
  return (document: RecordDocument, line: number): boolean => {
    const key = nameOfKey(document[name]);
    if (key === undefined) {
      errors.add({ line, code: 'key_missing', detail: `The row has no ${label} by which it finds its record.` });
      return false;
    }
    const earlier = lines.get(key);
    lines.set(key, earlier ?? line);
    if (earlier === undefined) return true;
    errors.add({ line, code: 'key_repeated', detail: `Line ${earlier} has the same ${label}.` });
    return false;
  };
}

function nameOfKey(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  return value instanceof Date ? value.toISOString() : JSON.stringify(value);
}

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
  const matched: Matched = { created: 0, updated: 0, unchanged: 0 };
  let waiting: RecordDocument[] = [];

  async function save(): Promise<void> {
    const documents = waiting;
    waiting = [];
    if (documents.length === 0) return;
    if (options.isDry && (await findCollection(store, branch, change.type.name)) === null) {
      matched.created += documents.length;
      return;
    }
    // The first number is that of the created records; each change has one of the others.
    const last = options.isDry ? 0 : await nextChangeNumber(store, branch.workspaceId, documents.length + 1);
    const first = last - documents.length;
    let counted: Matched = { created: 0, updated: 0, unchanged: 0 };
    let ambiguous: RecordDocument[] = [];
    await withCollection(store, branch, change.type.name, async ({ records, session, entry }) => {
      // Of two imports at the same time, one sees the records that the other created.
      const lock = { _id: collectionEntryId(branch, change.type.name) };
      if (!options.isDry)
        await collectionMap(store, branch.workspaceId).updateOne(lock, { $inc: { matches: 1 } }, { session });
      const { name } = options.keyField;
      const filter = { [name]: { $in: documents.map((document) => document[name]) } } as Filter<RecordDocument>;
      const found = await records.find(filter, { session }).toArray();
      const byKey = Map.groupBy(found, (record) => nameOfKey(record[name]));
      const existing = (document: RecordDocument) => byKey.get(nameOfKey(document[name])) ?? [];
      ambiguous = documents.filter((document) => existing(document).length > 1);
      const created = documents.filter((document) => existing(document).length === 0);
      const pairs = documents.flatMap((document) => {
        const [before, ...others] = existing(document);
        return before === undefined || others.length > 0 ? [] : [{ before, after: updated(before, document) }];
      });
      const changed = pairs.filter(({ before, after }) => !isDeepStrictEqual(before, after));
      counted = { created: created.length, updated: changed.length, unchanged: pairs.length - changed.length };
      if (options.isDry || created.length + changed.length === 0) return;
      if (created.length > 0) await options.checkRows?.(created.length);
      for (const document of created) document.change = first;
      for (const [index, { before, after }] of changed.entries()) {
        const { at, by } = change;
        Object.assign(after, {
          revision: before.revision + 1,
          change: first + 1 + index,
          updatedAt: at,
          updatedBy: by,
        });
      }
      const signs = createSignCollector();
      for (const document of [...created, ...changed.map(({ after }) => after)]) signs.note(document);
      await addSigns(store, branch.workspaceId, entry, { found: signs.found(), session });
      if (created.length > 0) {
        await records.insertMany(created, { session });
        await logImport(store, branch, { ...change, number: first }, { count: created.length, session });
      }
      if (changed.length > 0) {
        await records.bulkWrite(
          changed.map(({ after }) => ({ replaceOne: { filter: { _id: after._id }, replacement: after } })),
          { session, ordered: false },
        );
        await logUpdates(changed, session);
      }
    });
    for (const kind of ['created', 'updated', 'unchanged'] as const) matched[kind] += counted[kind];
    for (const document of ambiguous) {
      const detail = `Several records have the same ${options.keyField.label}, so it is not clear which one the row means.`;
      options.errors.add({ line: options.lineOf(document), code: 'key_ambiguous', detail });
    }
  }

  async function logUpdates(changed: { before: RecordDocument; after: RecordDocument }[], session: ClientSession) {
    const type = change.type.name;
    const { slot, tick } = await raiseCounter(store, branch, type, { session, records: 0, changes: changed.length });
    const entries = changed.map(({ before, after }, index): RecordChangeDocument => ({
      _id: new ObjectId(),
      branchId: branch.id,
      kind: 'update',
      number: after.change,
      type,
      by: change.by,
      at: change.at,
      id: after._id,
      before,
      after,
      slot,
      tick: tick - changed.length + 1 + index,
    }));
    await changes(store, branch.workspaceId).insertMany(entries, { session });
  }

  function updated(before: RecordDocument, row: RecordDocument): RecordDocument {
    const after = { ...before };
    for (const name of options.fieldNames) {
      if (row[name] === undefined) delete after[name];
      else after[name] = row[name];
    }
    return after;
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
