import { Problem } from '@tallyhook/schemas';
import type { Branch } from '@tallyhook/store/branches';
import { lowestRoleWith, type Ability, type Role } from '@tallyhook/store/people';
import type { Caller } from '../caller.ts';

const ranks: Record<Role, number> = { guest: 0, viewer: 0, member: 1, admin: 2, owner: 3 };

/** Whether a role may do something on a branch that is protected. */
export function mayOnBranch(role: Role, branch: Pick<Branch, 'protection'>, what: 'write' | 'merge'): boolean {
  return ranks[role] >= ranks[branch.protection[what]];
}

/** The lowest role that has an ability on a branch. */
export function roleNeeded(ability: Ability, { protection }: Pick<Branch, 'protection'>): Role {
  const lowest = lowestRoleWith(ability);
  if (ability !== 'write' && ability !== 'merge') return lowest;
  return ranks[protection[ability]] > ranks[lowest] ? protection[ability] : lowest;
}

/** The abilities that a role has on a branch: those in the workspace, without what the branch keeps to other roles. */
export function abilitiesOnBranch(
  all: ReadonlySet<Ability>,
  role: Role,
  branch: Pick<Branch, 'protection'>,
): ReadonlySet<Ability> {
  const kept = new Set(all);
  for (const what of ['write', 'merge'] as const) if (!mayOnBranch(role, branch, what)) kept.delete(what);
  return kept;
}

/**
 * Refuses to open a branch to further roles if the protection does not name the role of the caller.
 * @throws Problem `forbidden`
 */
export function requireProtector(
  { role }: Pick<Caller, 'role'>,
  { name, protection: now }: Pick<Branch, 'name' | 'protection'>,
  wanted: Branch['protection'],
): void {
  for (const what of ['write', 'merge'] as const) {
    const isWeaker = ranks[wanted[what]] < ranks[now[what]];
    if (!isWeaker || (role !== undefined && ranks[role] >= ranks[now[what]])) continue;
    const act = what === 'write' ? 'change' : 'merge into';
    const detail = `Only the role ${now[what]} may let other roles ${act} the branch "${name}"; yours is ${role ?? 'that of a key'}. Ask somebody who has it.`;
    throw new Problem('forbidden', detail, { members: { needs: now[what] } });
  }
}

/**
 * Refuses to rename or delete a branch that is kept to other roles: under another name, or made again under the same one,
 * it would not be the branch that they protected.
 * @throws Problem `forbidden`
 */
export function requireKeeper(
  { role }: Pick<Caller, 'role'>,
  { name, protection }: Pick<Branch, 'name' | 'protection'>,
  act: 'rename' | 'delete',
): void {
  const needs = ranks[protection.write] > ranks[protection.merge] ? protection.write : protection.merge;
  if (role !== undefined && ranks[role] >= ranks[needs]) return;
  const detail = `Only the role ${needs} may ${act} the branch "${name}", which is protected; yours is ${role ?? 'that of a key'}. Ask somebody who has it.`;
  throw new Problem('forbidden', detail, { members: { needs } });
}

/**
 * Refuses to merge into a branch that is kept to other roles.
 * @throws Problem `forbidden`
 */
export function requireMerge({ role }: Pick<Caller, 'role'>, into: Branch): void {
  if (role !== undefined && ranks[role] > 0 && mayOnBranch(role, into, 'merge')) return;
  const detail = `The role ${role ?? 'of a key'} cannot merge into "${into.name}": that requires the role ${into.protection.merge}. Ask somebody who has it, or merge the other way.`;
  throw new Problem('forbidden', detail, { members: { needs: into.protection.merge } });
}
