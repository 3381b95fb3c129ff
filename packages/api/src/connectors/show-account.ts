import type { LinkedAccount as ShownAccount } from '@tallyhook/schemas/api';
import type { LinkedAccount } from '@tallyhook/store/accounts';

/** An account as people see it, with its own webhook address. */
export function showAccount({ hookKey, ...account }: LinkedAccount, baseUrl: string): ShownAccount {
  return { ...account, hookAddress: `${baseUrl}/hooks/${account.connector}/${hookKey}` };
}
