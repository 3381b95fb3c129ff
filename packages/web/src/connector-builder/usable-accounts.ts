import type { LinkedAccount } from '@tallyhook/schemas/api';

/** The accounts of a connector that a person may use; those that work come first. */
export function usableAccounts(
  accounts: readonly LinkedAccount[],
  { connector, personId }: { connector: string; personId: string },
): LinkedAccount[] {
  const worksNot = ({ refused, stopped }: LinkedAccount) => Number(refused !== null || stopped !== null);
  return accounts
    .filter((account) => account.connector === connector && (account.shared || account.ownerPersonId === personId))
    .sort((a, b) => worksNot(a) - worksNot(b));
}
