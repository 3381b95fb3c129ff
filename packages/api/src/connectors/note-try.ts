import type { Store } from '@tallyhook/store';
import { audited } from '@tallyhook/store/audit';

/** A call that somebody makes outside of workflows. */
interface Try {
  workspaceId: string;
  connector: string;
  action: string;
  /** The id of the account; undefined if none is used. */
  account: string | undefined;
  /** What makes the call: an agent's tool, or the page where connectors are made. */
  from: 'tool' | 'builder';
}

/** Audits a call that may change something at a service. Before it is made, so that no such call lacks its entry. */
export async function noteTry(
  store: Store,
  { workspaceId, connector: target, action, account, from }: Try,
  { by, now }: { by: string; now: Date },
): Promise<void> {
  const details = { action, from, ...(account !== undefined && { account }) };
  const entry = { action: 'action.tried', by, at: now, workspaceId, target, details } as const;
  await audited(store, entry, () => Promise.resolve());
}
