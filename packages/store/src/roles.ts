/** What a member may do on a workspace's branches. `manage`: keys, members, settings. */
export const abilities = ['read', 'write', 'manage'] as const;

export type Ability = (typeof abilities)[number];

/** The one table of roles; a role is a row. */
export const roles = {
  owner: { label: 'Owner', abilities: ['read', 'write', 'manage'] },
  viewer: { label: 'Viewer', abilities: ['read'] },
} as const satisfies Record<string, { label: string; abilities: readonly Ability[] }>;

export type Role = keyof typeof roles;

/** What the role allows. */
export function abilitiesOf(role: Role): ReadonlySet<Ability> {
  return new Set(roles[role].abilities);
}

/** Whether the text names a role of the table. */
export function isRole(text: string): text is Role {
  return Object.hasOwn(roles, text);
}
