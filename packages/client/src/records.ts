import type { RecordEdit, RecordPage, RecordSearch, SavedRecord } from '@tallyhook/schemas/api';
import type { RouteAnswer, RouteLine, RoutePlace } from '@tallyhook/schemas/routes';
import type { Caller } from './caller.ts';
import type { Filter } from './question.ts';
import type { Fields, TypeName, Without } from './record-types.ts';

/** A record with the fields of its type. */
export interface RecordOf<T extends string> extends Without<SavedRecord, 'type' | 'fields'> {
  type: T;
  fields: Partial<Fields<T>>;
}

/** Fields to write; null clears a field. */
export type FieldsToWrite<T extends string> = { [Name in keyof Fields<T>]?: Fields<T>[Name] | null };

/** Records of a type. `labels` is there only on request. */
export interface Page<T extends string> extends Without<RecordPage, 'records'> {
  records: RecordOf<T>[];
}

export interface ListOptions<T extends string> {
  /** Which records to list. With a filter, the newest come first. */
  filter?: Filter<T>;
  /** Time zone of the days in the filter. Default: the workspace's. */
  timezone?: string;
  /** From 1 to 1000. Default 100. */
  limit?: number;
  /** `nextCursor` of the previous page. */
  cursor?: string;
  /** Whether the page includes labels of related records. */
  labels?: boolean;
}

/** Which records to list, in which order, and from which place on. */
export interface SearchOptions<T extends string>
  extends Without<RecordSearch, 'filter'>, Pick<ListOptions<T>, 'timezone' | 'limit' | 'labels'> {
  /** Default: all records. */
  filter?: Filter<T>;
}

/** One change of a batch; which parts it has follows from `do`. */
export interface Edit<T extends string> extends Without<RecordEdit, 'fields'> {
  fields?: FieldsToWrite<T>;
}

type Query<Name extends 'GET /api/records/:id/history' | 'GET /api/record-export'> = NonNullable<
  RoutePlace<Name>['query']
>;

export interface ExportOptions<T extends string> extends Pick<
  Partial<Query<'GET /api/record-export'>>,
  'sort' | 'timezone' | 'weekStart'
> {
  filter?: Filter<T>;
  /** The fields to export. Default: all. */
  fields?: readonly string[];
  signal?: AbortSignal;
}

/** The records of the branch. */
export interface Records {
  list<T extends TypeName>(type: T, options?: ListOptions<T>): Promise<Page<T>>;
  /** Lists records in an order, such as `sort: [{ field: 'due', dir: 'desc' }]`, after the first `offset`. */
  search<T extends TypeName>(type: T, options?: SearchOptions<T>): Promise<Page<T>>;
  get<T extends TypeName>(type: T, id: string): Promise<RecordOf<T>>;
  create<T extends TypeName>(type: T, fields: FieldsToWrite<T>): Promise<RecordOf<T>>;
  /** Changes fields if the record is still at that revision. @throws Problem `revision_conflict`. */
  update<T extends TypeName>(
    type: T,
    id: string,
    change: { revision: number; fields: FieldsToWrite<T> },
  ): Promise<RecordOf<T>>;
  remove(type: TypeName, id: string, options?: { revision?: number }): Promise<void>;
  /** Makes up to 1,000 changes: all of them, or none. Returns the records after them; null for deleted ones. */
  batch<T extends TypeName>(type: T, changes: readonly Edit<T>[]): Promise<(RecordOf<T> | null)[]>;
  /** Lists the changes of a record, the newest first, also those of a deleted one. */
  history(
    type: TypeName,
    id: string,
    options?: Pick<Query<'GET /api/records/:id/history'>, 'before' | 'limit'>,
  ): Promise<RouteAnswer<'GET /api/records/:id/history'>>;
  /** Lists what has happened since an earlier answer; the first one only says since when. */
  news(type: TypeName, since?: string): Promise<RouteAnswer<'GET /api/record-news'>>;
  /** Reads all records that match, one by one as they arrive. */
  export<T extends TypeName>(
    type: T,
    options?: ExportOptions<T>,
  ): AsyncGenerator<RouteLine<'GET /api/record-export'>, void, undefined>;
}

export function createRecords({ call, readLines }: Caller): Records {
  return {
    list: (type, { filter, ...options } = {}) => {
      const query = { type, ...options };
      if (filter === undefined) return call('GET /api/records', { query });
      return call('POST /api/records/search', { query, body: { filter } });
    },
    search: (type, { filter = { and: [] }, sort = [], offset, ...options } = {}) =>
      call('POST /api/records/search', { query: { type, ...options }, body: { filter, sort, offset } }),
    get: (type, id) => call('GET /api/records/:id', { path: { id }, query: { type } }),
    create: (type, fields) => call('POST /api/records', { query: { type }, body: { fields } }),
    update: (type, id, change) => call('PATCH /api/records/:id', { path: { id }, query: { type }, body: change }),
    remove: (type, id, { revision } = {}) =>
      call('DELETE /api/records/:id', { path: { id }, query: { type, revision } }),
    batch: async <T extends TypeName>(type: T, changes: readonly Edit<T>[]) => {
      const { records } = await call('POST /api/records/batch', { query: { type }, body: { changes } });
      return records as (RecordOf<T> | null)[];
    },
    history: (type, id, options) => call('GET /api/records/:id/history', { path: { id }, query: { type, ...options } }),
    news: (type, since) => call('GET /api/record-news', { query: { type, since } }),
    export: (type, { filter, fields, signal, ...options } = {}) =>
      readLines('GET /api/record-export', {
        query: {
          ...{ type, format: 'ndjson', ...options },
          filter: filter && JSON.stringify(filter),
          fields: fields?.join(','),
        },
        signal,
      }),
  };
}
