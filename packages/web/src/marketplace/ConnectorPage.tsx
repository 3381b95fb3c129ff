import { Button, Skeleton } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { Link, useParams } from '@tanstack/react-router';
import type { ConnectorDetail } from '@tallyhook/schemas/api';
import { call } from '../api/call.ts';
import { useRefresh } from '../integrations/use-integrations.ts';
import { usePlace } from '../place.tsx';
import { useAbilities } from '../session/use-abilities.ts';
import { BusyButton } from '../shell/BusyButton.tsx';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { useAnnounce } from '../shell/LiveRegion.tsx';
import { PageHeading } from '../shell/PageHeading.tsx';
import { useSending } from '../shell/use-sending.ts';
import { AsksFor } from './AsksFor.tsx';
import { ConnectorFacts } from './ConnectorFacts.tsx';
import { ConnectorIcon } from './ConnectorIcon.tsx';
import { ConnectorParts } from './ConnectorParts.tsx';
import classes from './Marketplace.module.css';
import { RemoveConnector } from './RemoveConnector.tsx';
import { UpdateCard } from './UpdateCard.tsx';
import { useConnector } from './use-marketplace.ts';

/** A connector: what it does and asks for; installing, updating and removing it. */
export function ConnectorPage() {
  const { connectorId } = useParams({ from: '/marketplace/$connectorId' });
  const { data, error, refetch } = useConnector(connectorId);
  const { canManage, canAct } = useAbilities();
  const installation = data?.installation ?? null;
  const isKept = data?.usedBy.some(({ version }) => version !== installation?.version) ?? false;
  return (
    <>
      <PageHeading title={data?.name ?? connectorId} parent={<Link to="/marketplace">Marketplace</Link>}>
        {installation !== null && (
          <span className={classes.good}>
            <IconCircleCheck aria-hidden size={15} /> Installed
          </span>
        )}
        {installation !== null && canAct && data?.signInKind !== 'none' && (
          <Button
            size="xs"
            variant="default"
            renderRoot={(props) => <Link to="/integrations" search={{ link: connectorId }} {...props} />}
          >
            Link account
          </Button>
        )}
        {data !== undefined && installation === null && canManage && <InstallButton connector={data} />}
      </PageHeading>
      {error !== null && <ErrorNote title="Couldn't load the connector" error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton height={320} />}
      {data !== undefined && (
        <div className={classes.split}>
          <div className={classes.column}>
            <div className={classes.head}>
              <ConnectorIcon icon={data.icon} isLarge />
              <div>
                <strong>{data.name}</strong>
                <p>{data.description}</p>
              </div>
            </div>
            {installation !== null && canManage && (installation.version !== data.version || isKept) && (
              <UpdateCard key={data.version} connector={data} installed={installation.version} />
            )}
            <ConnectorParts connector={data} />
          </div>
          <aside className={classes.column} aria-label="About the connector">
            <AsksFor connector={data} />
            <ConnectorFacts connector={data} />
            {installation !== null && canManage && <RemoveConnector connector={data} />}
          </aside>
        </div>
      )}
    </>
  );
}

function InstallButton({ connector: { connector: id, name, version } }: { connector: ConnectorDetail }) {
  const place = usePlace();
  const refresh = useRefresh();
  const announce = useAnnounce();
  const { isSending, error, send } = useSending();
  const install = async () => {
    const isDone = await send(() => call(place, 'POST /api/connectors', { body: { id, version } }));
    if (!isDone) return;
    announce(`${name} is installed`);
    await refresh();
  };
  return (
    <>
      {error !== undefined && <ErrorNote title="Couldn't install it" error={error} />}
      <BusyButton size="xs" isBusy={isSending} onClick={() => void install()}>
        Install
      </BusyButton>
    </>
  );
}
