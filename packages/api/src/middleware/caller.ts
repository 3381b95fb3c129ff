import type { Ability, Branch, Role } from '@tallyhook/store';

/** Who asks, on which branch, and what they may do there. */
export interface Caller {
  kind: 'session' | 'key';
  personId?: string;
  keyId?: string;
  workspaceId: string;
  branch: Branch;
  /** The person's role; absent for a key. */
  role?: Role;
  abilities: ReadonlySet<Ability>;
  /** What records and the audit say: the person's id, or `key:<id>`. */
  by: string;
}

/** The person behind a session cookie. */
export interface SignedIn {
  personId: string;
  /** The stored id of the session: a digest, not the cookie's value. */
  sessionId: string;
}
