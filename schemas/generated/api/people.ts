// Made from api/people.schema.json by `npm run generate`. Change the schema, not this file.

import type { Id, Role } from './parts.ts';
import type { Workspace } from './workspaces.ts';

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
