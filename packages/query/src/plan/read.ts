/**
 * A document of a read: JSON values, `Date` for days and instants, and `{ $oid: hex }` for record ids (MongoDB Extended
 * JSON). It never contains an operator from a client.
 */
export type ReadDocument = Record<string, unknown>;

interface ReadOf<Kind extends string> {
  /** Identifies the read and its result within the plan. */
  id: string;
  kind: Kind;
  /** The collection to read; `null` if it was never written, with an empty result. */
  collection: string | null;
  /**
   * The index that must be used, or `$natural` for none. Without that index, the read gives no result: it may have been
   * dropped since planning.
   */
  hint?: string | { $natural: 1 };
  /** Whether the read depends on the snapshot of other reads. If it cannot use the same one, it gives no result. */
  follows?: boolean;
  /**
   * Whether the read gives no result, instead of an error, if it exceeds a question's memory, so that another plan can
   * be tried.
   */
  mayOutgrow?: boolean;
}

/** Counts documents exactly. An empty `match` uses the counters kept by writes, which needs no scan. */
export interface CountRead extends ReadOf<'count'> {
  match: ReadDocument;
}

/** Runs an aggregation pipeline. */
export interface AggregateRead extends ReadOf<'aggregate'> {
  /** Other collections that the pipeline reads. */
  from?: string[];
  pipeline: ReadDocument[];
}

/** Lists the distinct values of one field. */
export interface DistinctRead extends ReadOf<'distinct'> {
  field: string;
  match: ReadDocument;
}

/**
 * One read of a question, as printable data. A relation is stored as an ObjectId (a list of them for many), a day as a
 * `Date` at midnight UTC, an instant as a `Date`.
 */
export type Read = CountRead | AggregateRead | DistinctRead;

/**
 * The result of one read. An ObjectId becomes its 24 hex digits, or for distinct values, which are only counted and
 * compared, its 12 bytes as Latin-1 characters. Dates stay `Date`. For a `null` collection: count 0, no rows, no
 * values.
 */
export type ReadResult =
  | { kind: 'count'; count: number }
  | { kind: 'aggregate'; rows: ReadDocument[] }
  | { kind: 'distinct'; values: unknown[] };

/** Results by read id; absent for a read that could not run as requested. */
export type ReadResults = Record<string, ReadResult>;

/** Facts about a record type's collection, known without reading it. */
export interface CollectionFacts {
  /** The name of the collection; `null` before the first write. */
  collection: string | null;
  indexes: { name: string; key: Record<string, number | string> }[];
  /** The collection's size from its metadata: good enough for planning, not for answers. */
  approximateCount: number;
  /**
   * Number fields whose sums may lose digits: they have had negative and fractional values, so large values may cancel
   * out and leave rounding errors. If absent, this may be any number field.
   */
  cancelling?: readonly string[];
  /** Whether all stored values of list fields are lists of distinct, valid values, as writes leave them. */
  listsAreSets?: boolean;
  /**
   * Indexed fields of some records, up to a minute old, for guessing how common values are. ObjectIds are 24 hex
   * digits. Absent if no field is indexed or there are few records.
   */
  sample?: ReadDocument[];
  /**
   * Distinct values of fields that come first in an index, as old as the sample, for guessing the groups. Fields with
   * many values are absent.
   */
  values?: Record<string, unknown[]>;
}

/** A branch's facts by record type. */
export type BranchFacts = Record<string, CollectionFacts>;
