import { Problem, problemKinds, type ProblemDocument } from '@tallyhook/schemas';
import type { Answer, Asked, Filter, Question } from './question.ts';
import type { Fields, TypeName } from './record-types.ts';

export interface ClientOptions {
  /** The address of the service, such as `http://127.0.0.1:3000`. */
  url: string;
  /** An API key; it determines the branch. */
  key: string;
  /** What sends the requests; the global `fetch` if not given. */
  fetch?: typeof fetch;
}

/** A record with the fields of its type. */
export interface RecordOf<T extends string> {
  id: string;
  type: T;
  revision: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
  fields: Partial<Fields<T>>;
}

/** Fields as they are written; null empties one. */
export type FieldsToWrite<T extends string> = { [Name in keyof Fields<T>]?: Fields<T>[Name] | null };

export interface Page<T extends string> {
  records: RecordOf<T>[];
  /** Where the next page begins; absent on the last. */
  nextCursor?: string;
  /** What related records are called, by type and id; null for one that is gone. Only if asked for. */
  labels?: Record<string, Record<string, string | null>>;
}

export interface ListOptions<T extends string> {
  /** Which records; the newest then come first. */
  filter?: Filter<T>;
  /** Whose days the filter means; those of the workspace if not given. */
  timezone?: string;
  /** From 1 to 1000; 100 if not given. */
  limit?: number;
  /** The `nextCursor` of the page before. */
  cursor?: string;
  /** Whether the page names the records that ids in it stand for. */
  labels?: boolean;
}

export interface Client {
  /** Asks a question of all records of a type. @throws Problem, such as `invalid_question` with every mistake. */
  query<T extends TypeName, const Q extends Question<T>>(
    question: { type: T } & Asked<Q>,
    options?: { labels?: boolean; signal?: AbortSignal },
  ): Promise<Answer<Q>>;
  records: {
    list<T extends TypeName>(type: T, options?: ListOptions<T>): Promise<Page<T>>;
    get<T extends TypeName>(type: T, id: string): Promise<RecordOf<T>>;
    create<T extends TypeName>(type: T, fields: FieldsToWrite<T>): Promise<RecordOf<T>>;
    /** Changes fields, if nobody changed the record since that revision. @throws Problem `revision_conflict`. */
    update<T extends TypeName>(
      type: T,
      id: string,
      change: { revision: number; fields: FieldsToWrite<T> },
    ): Promise<RecordOf<T>>;
    remove(type: TypeName, id: string, options?: { revision?: number }): Promise<void>;
  };
}

/**
 * A client of one branch.
 *
 * ```ts
 * const { rows } = await createClient({ url, key }).query({ type: 'ticket', groupBy: [{ field: 'status' }] });
 * rows[0]?.count;
 * ```
 */
export function createClient({ url, key, fetch: send = fetch }: ClientOptions): Client {
  const base = url.replace(/\/+$/, '');

  async function request<T>(
    method: string,
    path: string,
    { search = {}, body, signal }: { search?: Search; body?: unknown; signal?: AbortSignal } = {},
  ): Promise<T> {
    const given = Object.entries(search).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, String(value)]],
    );
    const response = await send(`${base}${path}?${new URLSearchParams(given)}`, {
      method,
      headers: {
        Authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal,
    });
    const text = await response.text();
    if (!response.ok) throw problemOf(response.status, text);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  }

  const place = (id: string) => `/api/records/${encodeURIComponent(id)}`;
  return {
    query: (question, { labels, signal } = {}) =>
      request('POST', '/api/query', { search: { labels: labels ? 1 : undefined }, body: question, signal }),
    records: {
      list: (type, { labels, filter, ...options } = {}) => {
        const search = { type, ...options, labels: labels ? 1 : undefined };
        if (filter === undefined) return request('GET', '/api/records', { search });
        return request('POST', '/api/records/search', { search, body: { filter } });
      },
      get: (type, id) => request('GET', place(id), { search: { type } }),
      create: (type, fields) => request('POST', '/api/records', { search: { type }, body: { fields } }),
      update: (type, id, change) => request('PATCH', place(id), { search: { type }, body: change }),
      remove: (type, id, { revision } = {}) => request('DELETE', place(id), { search: { type, revision } }),
    },
  };
}

type Search = Record<string, string | number | undefined>;

/** What was refused, as the problem that the service sent; something else in between is `unavailable`. */
function problemOf(status: number, text: string): Problem {
  const document = parse(text);
  if (document === undefined || !Object.hasOwn(problemKinds, document.code)) {
    return new Problem('unavailable', `The address answered ${status} and no problem document.`);
  }
  const { code, detail, errors, ...rest } = document;
  const members = Object.entries(rest).filter(([name]) => !['type', 'title', 'status'].includes(name));
  return new Problem(code, detail, { errors, members: Object.fromEntries(members) });
}

function parse(text: string): ProblemDocument | undefined {
  try {
    const value = JSON.parse(text) as ProblemDocument | null;
    return typeof value === 'object' && value !== null && typeof value.code === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}
