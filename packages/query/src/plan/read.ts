/**
 * A document of a read: JSON values, `Date` for days and instants, and `{ $oid: hex }` for the id of a record
 * (MongoDB Extended JSON). It never holds an operator that came from a client.
 */
export type ReadDocument = Record<string, unknown>;

interface ReadOf<Kind extends string> {
  /** Names the read within its plan; the result carries the same name. */
  id: string;
  kind: Kind;
  /** The collection to read; `null` where nothing was ever written: the result is then empty. */
  collection: string | null;
  /**
   * The name of an index that must be used, or that none may be. Without such an index the read gives no result: it may
   * have gone since the read was planned.
   */
  hint?: string | { $natural: 1 };
  /** Whether it relies on what other reads found at this moment: where it cannot be run at the same, it gives no result. */
  follows?: boolean;
  /** Whether another plan may do where it needs more memory than a question has: it gives no result then. */
  mayOutgrow?: boolean;
}

/** Counts documents, exactly. With an empty `match` it is what the writes themselves have counted, which takes no scan. */
export interface CountRead extends ReadOf<'count'> {
  match: ReadDocument;
}

/** Runs an aggregation pipeline. */
export interface AggregateRead extends ReadOf<'aggregate'> {
  /** The other collections that the pipeline looks into. */
  from?: string[];
  pipeline: ReadDocument[];
}

/** Lists the different values of one field. */
export interface DistinctRead extends ReadOf<'distinct'> {
  field: string;
  match: ReadDocument;
}

/**
 * One read that a question needs, as data that can be printed.
 * A relation is kept as an ObjectId (a list of them for many), a day as a `Date` at midnight UTC, an instant as a `Date`.
 */
export type Read = CountRead | AggregateRead | DistinctRead;

/**
 * What one read gave. Every ObjectId has become its 24 hex digits, but among different values, which are
 * only counted and compared, its 12 bytes as Latin-1 characters; dates stay `Date`.
 * Of a collection that is `null`: count 0, no rows, no values.
 */
export type ReadResult =
  | { kind: 'count'; count: number }
  | { kind: 'aggregate'; rows: ReadDocument[] }
  | { kind: 'distinct'; values: unknown[] };

/** The results of a plan's reads by the reads' ids; without one where a read could not be run as it asks to be. */
export type ReadResults = Record<string, ReadResult>;

/** What is known about the collection of one record type without reading it. */
export interface CollectionFacts {
  /** The name of the collection; `null` before the first write. */
  collection: string | null;
  indexes: { name: string; key: Record<string, number | string> }[];
  /** The size of the collection as its metadata has it: good for choosing a plan, not for an answer. */
  approximateCount: number;
  /**
   * The number fields whose sums may have fewer right digits than they show: some of their values were below zero and
   * some not whole, so that large ones may cancel out and leave what rounding left over. Absent where that is not known:
   * then all may.
   */
  cancelling?: readonly string[];
  /** Whether all that lies in fields of many are lists of different values of the field's kind, as writes leave them. */
  listsAreSets?: boolean;
  /**
   * What some records have in indexed fields, read up to a minute ago: for guessing how common values are. Every ObjectId
   * is its 24 hex digits. Absent where no field has an index, or there are few records.
   */
  sample?: ReadDocument[];
  /**
   * The different values of fields that an index begins with, read as the sample is: for guessing which groups there
   * are. A field that has many is absent.
   */
  values?: Record<string, unknown[]>;
}

/** The facts of a branch by the name of the record type. */
export type BranchFacts = Record<string, CollectionFacts>;
