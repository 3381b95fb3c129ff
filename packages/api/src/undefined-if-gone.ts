import { Problem } from '@tallyhook/schemas';

/**
 * Catches that something no longer exists or may no longer be used: then it is undefined.
 *
 * ```ts
 * const account = await getLinkedAccount(store, workspaceId, id).catch(undefinedIfGone);
 * ```
 */
export function undefinedIfGone(error: unknown): undefined {
  if (!(error instanceof Problem)) throw error;
}
