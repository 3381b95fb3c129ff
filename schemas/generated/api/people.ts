// Made from api/people.schema.json by `npm run generate`. Change the schema, not this file.

import type { Count, Id, Moment, Name, Role } from './parts.ts';
import type { Workspace } from './workspaces.ts';

/**
 * Who is signed in, and the workspaces they are in.
 */
export interface Session {
  person: Person;
  workspaces: Workspace[];
  /**
   * The workspace `/!core`, in which operators release connectors for every workspace; only for operators.
   */
  core?: Workspace;
  /**
   * Whether the person operates this installation.
   */
  isOperator: boolean;
  canMakeWorkspaces: boolean;
}
export interface Member {
  personId: Id;
  email: string;
  name: string;
  role: Role;
  /**
   * When the person last used the service, to a few minutes; null if they have no open session.
   */
  lastSeenAt: Moment | null;
  sessions: Count;
  keys: Count;
  ownAccounts: Count;
}
/**
 * How people can sign in, besides email and password.
 */
export interface SignInMethods {
  /**
   * The sign-in provider (OpenID Connect), at /api/sign-in/oidc; null if none is set up.
   */
  oidc: {
    name: string;
  } | null;
}
export interface Credentials {
  email: string;
  password: string;
}
export interface Person {
  id: Id;
  email: string;
  name: string;
}
export interface RolePatch {
  role: Role;
}
export interface NewInvitation {
  email: string;
  role: Role;
}
/**
 * An open invitation. Its link goes to the email only.
 */
export interface Invitation {
  id: Id;
  workspaceId: Id;
  email: string;
  role: Role;
  createdAt: Moment;
  /**
   * The id of the person who invited.
   */
  createdBy: string;
  expiresAt: Moment;
}
export interface InvitationToken {
  /**
   * The part of the link after #.
   */
  token: string;
}
/**
 * What the holder of an invitation link is invited to.
 */
export interface InvitationPreview {
  /**
   * The name of the workspace.
   */
  workspace: string;
  email: string;
  role: Role;
  expiresAt: Moment;
  /**
   * Whether a person with this email exists, who must sign in to accept.
   */
  isKnown: boolean;
}
/**
 * A signed-in person sends the token alone; somebody new chooses a name and a password.
 */
export interface InvitationAcceptance {
  /**
   * The part of the link after #.
   */
  token: string;
  name?: Name;
  /**
   * At least 12 characters, and not among the most common passwords.
   */
  password?: string;
}
export interface AcceptedInvitation {
  workspaceId: Id;
}
export interface PasswordChange {
  current: string;
  /**
   * At least 12 characters, and not among the most common passwords.
   */
  password: string;
}
export interface PasswordResetRequest {
  email: string;
}
export interface PasswordReset {
  /**
   * The part of the link after #.
   */
  token: string;
  /**
   * At least 12 characters, and not among the most common passwords.
   */
  password: string;
}
export interface PersonPatch {
  name: Name;
}
/**
 * An open sign-in of the person.
 */
export interface OpenSession {
  id: string;
  /**
   * Whether this request uses it.
   */
  isCurrent: boolean;
  createdAt: Moment;
  lastSeenAt: Moment;
  expiresAt: Moment;
  /**
   * The browser or program, as it calls itself.
   */
  userAgent: string | null;
  /**
   * The network address that signed in.
   */
  address: string | null;
}
/**
 * Which keys seal the credentials of the installation, and how far their rotation is.
 */
export interface KeyringStatus {
  /**
   * The id of the key that seals.
   */
  current: string;
  /**
   * The id of the key that a rotation moves to; the current one if a new key would be made.
   */
  next: string;
  /**
   * Since when the current key seals.
   */
  since: Moment;
  /**
   * How many data keys are still sealed with other keys.
   */
  remaining: number;
  keys: {
    id: string;
    /**
     * How many data keys it seals, one for each workspace with credentials.
     */
    dataKeys: number;
    /**
     * Whether the server has the key; one that it lacks must be added before it is needed.
     */
    isInKeyring: boolean;
  }[];
}
/**
 * One step of a rotation.
 */
export interface KeyringRotation {
  /**
   * The id of the key to replace. If another one is current by now, the step only goes on with the rotation.
   */
  replace?: string;
}
/**
 * A mail of the last seven days, with its links.
 */
export interface Mail {
  id: Id;
  to: string;
  subject: string;
  text: string;
  createdAt: Moment;
  sentAt: Moment | null;
  error: string | null;
}
/**
 * One change of access, and who made it.
 */
export interface AuditRow {
  at: Moment;
  action: string;
  /**
   * A person's id, `key:<id>`, or `system`.
   */
  by: string;
  /**
   * Their name.
   */
  who: string;
  /**
   * The id of what was changed.
   */
  target: string;
  /**
   * Its name, if it still has one.
   */
  targetName: string | null;
  details: {
    [k: string]: string;
  };
}
export interface Audit {
  rows: AuditRow[];
  nextCursor: string | null;
}
