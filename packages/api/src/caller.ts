import type { Branch } from '@tallyhook/store/branches';
import type { TakenMoment } from '@tallyhook/store/collections';
import type { Ability, Role, Session } from '@tallyhook/store/people';

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
  /** The moment of the branch, where the route asks a question and it was taken already. */
  moment?: Promise<TakenMoment | undefined>;
}

/** The person behind a session cookie. */
export interface SignedIn {
  personId: string;
  session: Session;
}
