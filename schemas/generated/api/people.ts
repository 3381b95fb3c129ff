// Made from api/people.schema.json by `npm run generate`. Change the schema, not this file.

import type { Id, Role } from './parts.ts';
import type { Workspace } from './workspaces.ts';

/**
 * Who is signed in, and the workspaces they are in.
 */
export interface Session {
  person: Person;
  workspaces: Workspace[];
}
export interface Member {
  personId: Id;
  email: string;
  name: string;
  role: Role;
}
export interface Credentials {
  email: string;
  password: string;
}
/**
 * A person to add. `name` and `password` create the person if the email is unknown.
 */
export interface NewMember {
  email: string;
  role: Role;
  name?: string;
  password?: string;
}
export interface Person {
  id: Id;
  email: string;
  name: string;
}
