import { Button } from '@mantine/core';
import { IconUnlink } from '@tabler/icons-react';
import type { InstalledConnector, LinkedAccount } from '@tallyhook/schemas/api';
import { useFormats } from '../use-formats.ts';
import classes from './Integrations.module.css';
import { isTakenOver } from './may-connect.ts';

interface BrokenAccountsProps {
  connectors: readonly InstalledConnector[];
  accounts: readonly LinkedAccount[];
  /** Undefined for accounts that the person may not connect again. */
  onConnect: (connector: InstalledConnector, account: LinkedAccount) => (() => void) | undefined;
}

/** The accounts that stopped working while workflows use them, each with what to do. */
export function BrokenAccounts({ connectors, accounts, onConnect }: BrokenAccountsProps) {
  const formats = useFormats();
  const broken = accounts.flatMap((account) => {
    const connector = connectors.find(({ id }) => id === account.connector);
    const since = account.refused ?? account.stopped;
    const users = account.usedBy.filter(({ on }) => on);
    return connector === undefined || since === null || users.length === 0
      ? []
      : [{ connector, account, since, users }];
  });
  return broken.map(({ connector, account, since, users }) => {
    const connect = onConnect(connector, account);
    return (
      <section key={account.id} className={classes.note} aria-label={`${account.label} stopped working`}>
        <IconUnlink aria-hidden size={18} />
        <div>
          <strong>
            {connector.name} “{account.label}” stopped working {formats.time(since.at)}
          </strong>
          <p>
            {since.reason} {users.map(({ name }) => name).join(', ')} {users.length === 1 ? 'uses' : 'use'} it.
          </p>
        </div>
        {connect !== undefined && (
          <Button size="xs" onClick={connect}>
            {isTakenOver(account) ? 'Take over' : 'Connect again'}
          </Button>
        )}
      </section>
    );
  });
}
