import type { InstalledConnector, LinkedAccount } from '@tallyhook/schemas/api';

/** A connector with those of its accounts that are shown. */
export interface FoundIntegration {
  connector: InstalledConnector;
  accounts: LinkedAccount[];
}

/**
 * The connectors that have every word in their name or id, with all accounts, and those that have accounts with every
 * word in their label or their id at the service, with only these accounts.
 */
export function findIntegrations(
  connectors: readonly InstalledConnector[],
  accounts: readonly LinkedAccount[],
  find: string,
): FoundIntegration[] {
  const words = find.toLowerCase().split(/\s+/).filter(Boolean);
  const hasAll = (text: string) => words.every((word) => text.toLowerCase().includes(word));
  return connectors.flatMap((connector) => {
    const own = accounts.filter((account) => account.connector === connector.id);
    const name = `${connector.name} ${connector.id}`;
    if (hasAll(name)) return [{ connector, accounts: own }];
    const found = own.filter(({ label, externalId }) => hasAll(`${name} ${label} ${externalId ?? ''}`));
    return found.length === 0 ? [] : [{ connector, accounts: found }];
  });
}
