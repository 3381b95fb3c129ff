import { Problem } from '@tallyhook/schemas';
import type { Store } from '@tallyhook/store';
import { isOperator } from '@tallyhook/store/workspaces';

/** @throws Problem `forbidden` unless the person operates the installation; `what` ends the sentence. */
export async function checkOperator(store: Store, personId: string, what: string): Promise<void> {
  if (!(await isOperator(store, personId)))
    throw new Problem('forbidden', `Only operators of this installation can ${what}.`);
}
