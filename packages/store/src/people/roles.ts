/** What a member may do on a workspace's branches. `manage`: keys, members, connectors. `tune`: field indexes. */
export const abilities = ['read', 'write', 'manage', 'tune'] as const;

export type Ability = (typeof abilities)[number];

/** The one table of roles; a role is a row. */
export const roles = {
  owner: { label: 'Owner', abilities: ['read', 'write', 'manage', 'tune'] },
  admin: { label: 'Admin', abilities: ['read', 'write', 'manage', 'tune'] },
  member: { label: 'Member', abilities: ['read', 'write'] },
  viewer: { label: 'Viewer', abilities: ['read'] },
  guest: { label: 'Guest', abilities: ['read'] },
} as const satisfies Record<string, { label: string; abilities: readonly Ability[] }>;

export type Role = keyof typeof roles;

/** Whether somebody in that role may give another: owners alone make owners. */
export function mayGive(own: Role | undefined, given: Role): boolean {
  return given !== 'owner' || own === 'owner';
}

/** What the role allows. */
export function abilitiesOf(role: Role): ReadonlySet<Ability> {
  return new Set(roles[role].abilities);
}

/** Whether the text names a role of the table. */
export function isRole(text: string): text is Role {
  return Object.hasOwn(roles, text);
}
