import { Button, Skeleton, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { InstalledConnector, LinkedAccount } from '@tallyhook/schemas/api';
import { useAbilities } from '../session/use-abilities.ts';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { PageHeading } from '../shell/PageHeading.tsx';
import { AccountList } from './AccountList.tsx';
import { AddConnector } from './AddConnector.tsx';
import { ClientDialog } from './ClientDialog.tsx';
import { LinkDialog } from './LinkDialog.tsx';
import classes from './Integrations.module.css';
import { useIntegrations } from './use-integrations.ts';

/** The search parameters of the page. */
export interface IntegrationsSearch {
  /** The connector of which an account is to be linked at once. */
  link?: string;
}

/** The accounts at other services by connector: what works, what uses them, and how to link more. */
export function IntegrationsPage() {
  const { data, error, refetch } = useIntegrations();
  const { canWrite, canManage } = useAbilities();
  const { link } = useSearch({ from: '/integrations' });
  const navigate = useNavigate({ from: '/integrations' });
  const [linking, setLinking] = useState<{ connector: InstalledConnector; account?: LinkedAccount }>();
  const [ofClient, setOfClient] = useState<InstalledConnector>();
  const asked = data?.connectors.find(({ id }) => id === link);
  const shown = linking ?? (asked && { connector: asked });
  const close = () => {
    setLinking(undefined);
    if (link !== undefined) void navigate({ search: {} });
  };
  return (
    <>
      <PageHeading title="Integrations">
        {canManage && data !== undefined && <AddConnector marketplace={data.marketplace} />}
      </PageHeading>
      {error !== null && (
        <ErrorNote title="Couldn't load the integrations" error={error} onRetry={() => void refetch()} />
      )}
      {data === undefined && error === null && <Skeleton height={320} />}
      {data?.connectors.length === 0 && (
        <Text>
          No connector is installed yet.{' '}
          {canManage ? 'Install one with “Add connector”.' : 'An owner or admin adds them.'}
        </Text>
      )}
      {data?.connectors.map((connector) => (
        <div key={connector.id} className={classes.connector}>
          <AccountList
            connector={connector}
            accounts={data.accounts.filter((account) => account.connector === connector.id)}
            subscriptions={data.subscriptions.filter((subscription) => subscription.connector === connector.id)}
            onConnect={(account) => setLinking({ connector, account })}
          >
            {connector.signIn.needsClient && canManage && (
              <Button variant="subtle" size="compact-sm" onClick={() => setOfClient(connector)}>
                {data.clients.clients.some((client) => client.connector === connector.id)
                  ? 'OAuth client'
                  : 'Set the OAuth client'}
              </Button>
            )}
            {canWrite && (
              <Button
                variant="default"
                size="compact-sm"
                leftSection={<IconPlus aria-hidden size={14} />}
                aria-label={`Link account of ${connector.name}`}
                onClick={() => setLinking({ connector })}
              >
                Link account
              </Button>
            )}
          </AccountList>
        </div>
      ))}
      {shown !== undefined && data !== undefined && (
        <LinkDialog
          connector={shown.connector}
          account={linking?.account}
          hasClient={data.clients.clients.some((client) => client.connector === shown.connector.id)}
          onClose={close}
          onSetClient={canManage ? () => setOfClient(shown.connector) : undefined}
        />
      )}
      {ofClient !== undefined && data !== undefined && (
        <ClientDialog
          connector={ofClient}
          redirectAddress={data.clients.redirectAddress}
          client={data.clients.clients.find((client) => client.connector === ofClient.id)}
          onClose={() => setOfClient(undefined)}
        />
      )}
    </>
  );
}
