import { Problem, problemKinds, type ProblemDocument } from '@tallyhook/schemas';
import type { RecordPage, SavedRecord } from '@tallyhook/schemas/api';
import { routeAddress, type RouteAnswer, type RouteName, type RoutePlace } from '@tallyhook/schemas/routes';
import type { Answer, Asked, Filter, Question } from './question.ts';
import type { Fields, TypeName, Without } from './record-types.ts';

export interface ClientOptions {
  /** Base URL of the service, such as `http://127.0.0.1:3000`. */
  url: string;
  /** An API key; it determines the branch. */
  key: string;
  /** Function that sends requests. Default: the global `fetch`. */
  fetch?: typeof fetch;
}

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
    /** Changes fields if the record is still at that revision. @throws Problem `revision_conflict`. */
    update<T extends TypeName>(
      type: T,
      id: string,
      change: { revision: number; fields: FieldsToWrite<T> },
    ): Promise<RecordOf<T>>;
    remove(type: TypeName, id: string, options?: { revision?: number }): Promise<void>;
  };
}

/**
 * Creates a client of one branch.
 *
 * ```ts
 * const { rows } = await createClient({ url, key }).query({ type: 'ticket', groupBy: [{ field: 'status' }] });
 * rows[0]?.count;
 * ```
 */
export function createClient({ url, key, fetch: send = fetch }: ClientOptions): Client {
  const base = url.replace(/\/+$/, '');

  /** Calls a route. Its own answer knows records of any type; `T` is the same with the fields of one. */
  async function request<T extends RouteAnswer<Name>, Name extends RouteName>(
    name: Name,
    { signal, body, ...place }: RoutePlace<Name> & { body?: unknown; signal?: AbortSignal | undefined },
  ): Promise<T> {
    const { method, address: path } = routeAddress(name, place as unknown as RoutePlace<Name>);
    const address = `${base}${path}`;
    const received = await receive(address, {
      method,
      headers: {
        Authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal,
    });
    if (!received.ok) throw problemOf(received);
    if (received.text === '') return undefined as T;
    const value = parse(received.text);
    // A sign-in page, for example, is a successful response but not from the service.
    if (value === undefined) throw notTheService(received, 'JSON');
    return value as T;
  }

  /**
   * Sends a request once and reads the whole response. @throws Problem `unavailable`; the signal's reason if aborted.
   */
  async function receive(address: string, init: RequestInit): Promise<Received> {
    try {
      const response = await send(address, init);
      const { ok, status, headers } = response;
      return { ok, status, retryAfter: headers.get('retry-after'), text: await response.text() };
    } catch (error) {
      if (init.signal?.aborted) throw init.signal.reason;
      const why = reasonOf(error);
      throw new Problem('unavailable', `The service at ${base} did not answer${why}.`, { cause: error });
    }
  }

  return {
    query: (question, { labels, signal } = {}) =>
      request('POST /api/query', { query: { labels }, body: question, signal }),
    records: {
      list: (type, { filter, ...options } = {}) => {
        const query = { type, ...options };
        if (filter === undefined) return request('GET /api/records', { query });
        return request('POST /api/records/search', { query, body: { filter } });
      },
      get: (type, id) => request('GET /api/records/:id', { path: { id }, query: { type } }),
      create: (type, fields) => request('POST /api/records', { query: { type }, body: { fields } }),
      update: (type, id, change) => request('PATCH /api/records/:id', { path: { id }, query: { type }, body: change }),
      remove: (type, id, { revision } = {}) =>
        request('DELETE /api/records/:id', { path: { id }, query: { type, revision } }),
    },
  };
}

interface Received {
  ok: boolean;
  status: number;
  /** The `Retry-After` header. */
  retryAfter: string | null;
  text: string;
}

/** The problem document of a refusal, or `unavailable` if the response is not from the service. */
function problemOf(received: Received): Problem {
  const document = parse(received.text);
  if (!isProblemDocument(document)) return notTheService(received, 'a problem document');
  const { code, detail, errors, ...rest } = document;
  const members = Object.entries(rest).filter(([name]) => !['type', 'title', 'status'].includes(name));
  return new Problem(code, detail, { errors, members: Object.fromEntries(members), ...retryOf(received) });
}

function notTheService(received: Received, missing: string): Problem {
  const detail = `The address answered ${received.status} without ${missing}: check that it is the address of Tallyhook.`;
  return new Problem('unavailable', detail, retryOf(received));
}

/** `Retry-After` in seconds, if the response gives a number. */
function retryOf({ retryAfter }: Received): { retryAfterSeconds?: number } {
  return retryAfter !== null && /^\d+$/.test(retryAfter) ? { retryAfterSeconds: Number(retryAfter) } : {};
}

/** Why a request failed; `fetch` puts it in the error's cause. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? `: ${cause.message}` : '';
}

function isProblemDocument(value: unknown): value is ProblemDocument {
  if (typeof value !== 'object' || value === null || !('code' in value)) return false;
  return typeof value.code === 'string' && Object.hasOwn(problemKinds, value.code);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
