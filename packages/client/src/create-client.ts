import type { BranchPlace } from '@tallyhook/schemas/routes';
import { createApps, type Apps, type ManagedApps } from './apps.ts';
import { createBranches, type Branches } from './branches.ts';
import { createCaller, type Caller, type CallerOptions } from './caller.ts';
import { createCommits, type Commits } from './commits.ts';
import { createMerges, type Merges } from './merges.ts';
import type { Answer, Asked, Question } from './question.ts';
import { createRecords, type Records } from './records.ts';
import type { TypeName } from './record-types.ts';
import { sessionHeaders } from './sign-in.ts';
import { createTypes, type Types } from './types.ts';
import { createViews, type Views } from './views.ts';

export interface ClientOptions extends Pick<CallerOptions, 'url' | 'fetch'> {
  /** An API key; it determines the branch. */
  key: string;
}

export interface PersonOptions extends Pick<CallerOptions, 'url' | 'fetch'> {
  /** The token of a session, from `signIn`. */
  token: string;
  /** The id of the workspace. Optional if the person is in only one. */
  workspace?: string;
  /** The name of the branch. Default `main`. */
  branch?: string;
}

/** What can be done on one branch, with a key as well. */
export interface Client {
  /** Asks a question of all records of a type. @throws Problem, such as `invalid_question` with every mistake. */
  query<T extends TypeName, const Q extends Question<T>>(
    question: { type: T } & Asked<Q>,
    options?: { labels?: boolean; signal?: AbortSignal },
  ): Promise<Answer<Q>>;
  records: Records;
  types: Types;
  views: Views;
  commits: Commits;
  apps: Apps;
}

/** What only a person can do as well: it concerns several branches, or what is on one. */
export interface PersonClient extends Client {
  branches: Branches;
  merges: Merges;
  apps: ManagedApps;
}

/**
 * Creates a client of one branch.
 *
 * ```ts
 * const { rows } = await createClient({ url, key }).query({ type: 'ticket', groupBy: [{ field: 'status' }] });
 * rows[0]?.count;
 * ```
 */
export function createClient(options: ClientOptions): Client;
/** Creates a client of one branch for a person who has signed in; it can also create and merge branches. */
export function createClient(options: PersonOptions): PersonClient;
export function createClient(options: ClientOptions | PersonOptions): Client | PersonClient {
  const { url, fetch } = options;
  if ('key' in options) {
    const caller = createCaller({ url, fetch, headers: { Authorization: `Bearer ${options.key}` } });
    return { ...clientOf(caller), query: queryWithKey(caller) };
  }
  const { token, workspace, branch } = options;
  const place: BranchPlace = { workspace, branch };
  const caller = createCaller({ url, fetch, headers: sessionHeaders({ url, token }), place });
  return {
    ...clientOf(caller),
    query: queryWithSession(caller),
    branches: createBranches(caller),
    merges: createMerges(caller),
  };
}

const clientOf = (caller: Caller) => ({
  records: createRecords(caller),
  types: createTypes(caller),
  views: createViews(caller),
  commits: createCommits(caller),
  apps: createApps(caller),
});

const queryWithKey =
  ({ call }: Caller): Client['query'] =>
  (question, { labels, signal } = {}) =>
    call('POST /api/query', { query: { labels }, body: question, signal });

/** The service takes the questions of people in the address only. */
const queryWithSession =
  ({ call }: Caller): Client['query'] =>
  (question, { labels, signal } = {}) =>
    call('GET /api/query', { query: { q: JSON.stringify(question), labels }, signal });
