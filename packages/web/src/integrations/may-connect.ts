import type { LinkedAccount } from '@tallyhook/schemas/api';

/** Who looks at an account. */
interface Viewer {
  personId: string;
  canAct: boolean;
  canManage: boolean;
}

/**
 * Whether a person may connect an account again: their own one, and as a manager also shared ones, or take over one whose
 * person left.
 */
export function mayConnect(
  { ownerPersonId, shared, stopped }: Pick<LinkedAccount, 'ownerPersonId' | 'shared' | 'stopped'>,
  { personId, canAct, canManage }: Viewer,
): boolean {
  const isOwn = ownerPersonId === personId && stopped === null;
  return canAct && (isOwn || (canManage && (shared || stopped !== null)));
}

/** Whether an account belongs to who connects it again, because its person left. */
export function isTakenOver({ stopped, ownerHasLeft }: Pick<LinkedAccount, 'stopped' | 'ownerHasLeft'>): boolean {
  return stopped !== null || ownerHasLeft;
}
