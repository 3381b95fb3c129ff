import { Button, Skeleton, Text, TextInput } from '@mantine/core';
import { IconBuildingStore, IconPlus, IconSearch } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { InstalledConnector, LinkedAccount } from '@tallyhook/schemas/api';
import { useSignedIn } from '../session/SessionGate.tsx';
import { useAbilities } from '../session/use-abilities.ts';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { PageHeading } from '../shell/PageHeading.tsx';
import { AccountList } from './AccountList.tsx';
import { BrokenAccounts } from './BrokenAccounts.tsx';
import { ClientDialog } from './ClientDialog.tsx';
import { findIntegrations } from './find-integrations.ts';
import { LinkDialog } from './LinkDialog.tsx';
import classes from './Integrations.module.css';
import { mayConnect } from './may-connect.ts';
import { SubscriptionList } from './SubscriptionList.tsx';
import { useIntegrations } from './use-integrations.ts';

/** The search parameters of the page. */
export interface IntegrationsSearch {
  /** The connector of which an account is to be linked at once. */
  link?: string;
  /** What connectors and accounts are searched for. */
  find?: string;
}

/** So few are seen at a glance. */
const maxWithoutSearch = 5;

/** The accounts at other services by connector: what works, what uses them, and how to link more. */
export function IntegrationsPage() {
  const { data, error, refetch } = useIntegrations();
  const { canAct, canManage } = useAbilities();
  const { person } = useSignedIn();
  const { link, find = '' } = useSearch({ from: '/integrations' });
  const navigate = useNavigate({ from: '/integrations' });
  const [linking, setLinking] = useState<{ connector: InstalledConnector; account?: LinkedAccount }>();
  const [ofClient, setOfClient] = useState<InstalledConnector>();
  const asked = data?.connectors.find(({ id }) => id === link);
  const shown = linking ?? (asked && { connector: asked });
  /** The newest version of a connector; undefined if it is installed, or there is none. */
  const newestOf = ({ id, version }: InstalledConnector) => {
    const newest = data?.marketplace.marketplace.find((release) => release.connector === id)?.version;
    return newest === version ? undefined : newest;
  };
  const close = () => {
    setLinking(undefined);
    if (link !== undefined) search(find);
  };
  const search = (text: string) => void navigate({ search: text === '' ? {} : { find: text }, replace: true });
  const all = data?.connectors ?? [];
  const found = findIntegrations(all, data?.accounts ?? [], find);
  return (
    <>
      <PageHeading title="Integrations">
        <Button
          size="xs"
          variant="default"
          leftSection={<IconBuildingStore aria-hidden size={15} />}
          renderRoot={(props) => <Link to="/marketplace" {...props} />}
        >
          Marketplace
        </Button>
      </PageHeading>
      {error !== null && (
        <ErrorNote title="Couldn't load the integrations" error={error} onRetry={() => void refetch()} />
      )}
      {data === undefined && error === null && <Skeleton height={320} />}
      {data?.connectors.length === 0 && (
        <div className={classes.empty}>
          <Text>
            No connector is installed yet. Connectors let workflows talk to other services
            {canManage ? '.' : '; an owner or admin installs them.'}
          </Text>
          <Button renderRoot={(props) => <Link to="/marketplace" {...props} />}>Open the marketplace</Button>
        </div>
      )}
      {data !== undefined && (
        <BrokenAccounts
          connectors={data.connectors}
          accounts={data.accounts}
          onConnect={(connector, account) =>
            mayConnect(account, { personId: person.id, canAct, canManage })
              ? () => setLinking({ connector, account })
              : undefined
          }
        />
      )}
      {(all.length > maxWithoutSearch || find !== '') && (
        <div className={classes.search}>
          <TextInput
            type="search"
            w={240}
            aria-label="Search connectors and accounts"
            placeholder="Connector or account"
            leftSection={<IconSearch aria-hidden size={15} />}
            value={find}
            onChange={({ currentTarget }) => search(currentTarget.value)}
          />
          <Text role="status" className={classes.counted}>
            {found.length === all.length ? `${all.length} connectors` : `${found.length} of ${all.length}`}
          </Text>
        </div>
      )}
      {all.length > 0 && found.length === 0 && (
        <div className={classes.empty}>
          <Text>No connector and no account has these words in its name.</Text>
          <Button variant="default" onClick={() => search('')}>
            Show all connectors
          </Button>
        </div>
      )}
      {found.map(({ connector, accounts }) => (
        <div key={connector.id} className={classes.connector}>
          <AccountList
            connector={connector}
            accounts={accounts}
            onConnect={(account) => setLinking({ connector, account })}
          >
            {canManage && newestOf(connector) !== undefined && (
              <Button
                variant="subtle"
                size="compact-sm"
                renderRoot={(props) => (
                  <Link to="/marketplace/$connectorId" params={{ connectorId: connector.id }} {...props} />
                )}
              >
                Update to {newestOf(connector)}
              </Button>
            )}
            {connector.signIn.needsClient && canManage && (
              <Button variant="subtle" size="compact-sm" onClick={() => setOfClient(connector)}>
                {data?.clients.clients.some((client) => client.connector === connector.id)
                  ? 'OAuth client'
                  : 'Set the OAuth client'}
              </Button>
            )}
            {canAct && (
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
          {data?.subscriptions.some((subscription) => subscription.connector === connector.id) && (
            <div className={classes.subscriptions}>
              <SubscriptionList
                connector={connector}
                accounts={data.accounts}
                subscriptions={data.subscriptions.filter((subscription) => subscription.connector === connector.id)}
              />
            </div>
          )}
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
