import type { Member } from '@tallyhook/schemas/api';

export type Role = Member['role'];

/** What people call the roles. */
export const roleLabels: Record<Role, string> = {
  owner: 'Owner',
  admin: 'Admin',
  member: 'Editor',
  viewer: 'Viewer',
  guest: 'Guest',
};

/** What each role may do, in one line. */
export const roleHints: Record<Role, string> = {
  owner: 'Everything, and makes other owners',
  admin: 'Also manages people, keys and connectors',
  member: 'Reads and changes',
  viewer: 'Reads',
  guest: 'Reads',
};

const order: Role[] = ['owner', 'admin', 'member', 'viewer', 'guest'];

/** The roles that a person with a role may give to somebody. Only owners make owners, or change one. */
export function rolesFor(own: Role | undefined, current?: Role): Role[] {
  if (own === 'owner') return order;
  return current === 'owner' ? ['owner'] : order.filter((role) => role !== 'owner');
}
