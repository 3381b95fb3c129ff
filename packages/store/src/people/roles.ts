/**
 * What a member can do. `write` and `merge`: change a branch directly, and merge into it, which a branch can keep to some
 * roles. `act`: link accounts, run workflows, make branches. `manage`: keys, members, connectors. `tune`: field indexes.
 */
export const abilities = ['read', 'write', 'merge', 'act', 'manage', 'tune'] as const;

export type Ability = (typeof abilities)[number];

/** All roles with their abilities. */
export const roles = {
  owner: { label: 'Owner', abilities: [...abilities] },
  admin: { label: 'Admin', abilities: [...abilities] },
  member: { label: 'Member', abilities: ['read', 'write', 'merge', 'act'] },
  viewer: { label: 'Viewer', abilities: ['read'] },
  guest: { label: 'Guest', abilities: ['read'] },
} as const satisfies Record<string, { label: string; abilities: readonly Ability[] }>;

export type Role = keyof typeof roles;

/** Whether somebody with the role `own` may give the role `given`: only owners make owners. */
export function canGiveRole(own: Role | undefined, given: Role): boolean {
  return given !== 'owner' || own === 'owner';
}

/** The abilities of a role. */
export function abilitiesOf(role: Role): ReadonlySet<Ability> {
  return new Set(roles[role].abilities);
}

/** The lowest role that has an ability. */
export function lowestRoleWith(ability: Ability): Role {
  const rising: Role[] = ['viewer', 'member', 'admin', 'owner'];
  return rising.find((role) => abilitiesOf(role).has(ability))!;
}

/** Whether the text is the name of a role. */
export function isRole(text: string): text is Role {
  return Object.hasOwn(roles, text);
}
