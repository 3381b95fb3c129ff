import type { Branch } from '@tallyhook/store/branches';
import type { TakenMoment } from '@tallyhook/store/collections';
import type { KeyAccess } from '@tallyhook/store/keys';
import type { Ability, Role, Session } from '@tallyhook/store/people';

/** The sender of a request, with their branch and abilities. */
export interface Caller {
  kind: 'session' | 'key';
  personId?: string;
  keyId?: string;
  /** What the key was made for, and the role that its maker has now; undefined if they have none. */
  key?: { access: KeyAccess; maker: Role | undefined };
  workspaceId: string;
  branch: Branch;
  /** The person's role; absent for a key. */
  role?: Role;
  abilities: ReadonlySet<Ability>;
  /** The author in records and the audit log: the person's id, or `key:<id>`. */
  by: string;
  /** The moment at which to read the branch, if the route asks a question and the moment was requested early. */
  moment?: Promise<TakenMoment | undefined>;
}

/** The person behind a session cookie. */
export interface SignedIn {
  personId: string;
  session: Session;
}
