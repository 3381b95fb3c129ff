import { Anchor, Button, Checkbox, Group, NativeSelect, Skeleton } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { Delivery, DeliveryConfirmation } from '@tallyhook/schemas/api';
import { useState } from 'react';
import { useDeliveries } from '../api/queries.ts';
import { useAbilities } from '../session/use-abilities.ts';
import { counted } from '../shell/counted.ts';
import { BusyButton } from '../shell/BusyButton.tsx';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { List } from '../shell/List.tsx';
import classes from '../shell/List.module.css';
import { FindForm } from '../shell/FindForm.tsx';
import { PageHeading } from '../shell/PageHeading.tsx';
import runClasses from '../runs/Runs.module.css';
import { useFormats } from '../use-formats.ts';
import { DeleteDeliveries } from './DeleteDeliveries.tsx';
import { describeConnector, describeOutcome } from './describe-delivery.ts';
import { ReplayDialog } from './ReplayDialog.tsx';
import { Moment } from '../shell/Moment.tsx';

/** The search parameters of the deliveries page. */
export interface DeliveriesSearch {
  connector?: string;
  outcome?: string;
  /** The id that the sender gave. */
  find?: string;
}

/** What deliveries can have done, as a filter. */
const outcomes = [
  { value: 'accepted', label: 'Started a run' },
  { value: 'untriggered', label: 'Started nothing' },
  { value: 'conflict', label: 'Same id, another body' },
] as const;

/** What other services have sent in the last 30 days, newest first. */
export function DeliveriesPage() {
  const search = useSearch({ from: '/deliveries' });
  const { connector, find } = search;
  const outcome = outcomes.find(({ value }) => value === search.outcome)?.value;
  const list = useDeliveries({ connector, outcome, find });
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = list;
  const deliveries = data?.pages.flatMap((page) => page.deliveries) ?? [];
  return (
    <>
      <PageHeading title="Deliveries" />
      <Filters key={JSON.stringify(search)} search={search} seen={deliveries} />
      {error !== null && (
        <ErrorNote
          title={data === undefined ? "Couldn't load the deliveries" : 'This may be out of date'}
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {data === undefined && error === null && <Skeleton height={320} />}
      {data !== undefined && <DeliveryList deliveries={deliveries} isFiltered={Object.keys(search).length > 0} />}
      <Confirmations confirmations={data?.pages[0]?.confirmations ?? []} />
      {hasNextPage && (
        <BusyButton variant="default" mt="md" isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show older deliveries
        </BusyButton>
      )}
    </>
  );
}

const states = { waiting: 'Not yet confirmed', confirmed: 'Confirmed', failed: 'Could not be confirmed' } as const;

/** The calls that services asked for before they deliver; none for most. */
function Confirmations({ confirmations }: { confirmations: readonly DeliveryConfirmation[] }) {
  if (confirmations.length === 0) return null;
  return (
    <List
      title="Confirmations"
      hint="Calls that services asked for before they deliver."
      count={confirmations.length}
      empty=""
      columns={[{ label: 'Came' }, { label: 'Connector' }, { label: 'Called', isLess: true }, { label: 'State' }]}
    >
      {confirmations.map(({ id, receivedAt, connector, host, state, attempts, reason }) => (
        <tr key={id}>
          <td className={`${classes.muted} ${classes.whole}`}>
            <Moment at={receivedAt} />
          </td>
          <th scope="row">{describeConnector(connector)}</th>
          <td className={`${classes.muted} ${classes.less}`}>
            {host}, {counted(attempts, 'time')}
          </td>
          <td>
            {states[state]}
            {reason !== null && `: ${reason}`}
          </td>
        </tr>
      ))}
    </List>
  );
}

function Filters({ search, seen }: { search: DeliveriesSearch; seen: readonly Delivery[] }) {
  const navigate = useNavigate({ from: '/deliveries' });
  const connectors = [...new Set([...seen.map(({ connector }) => connector), search.connector ?? ''])].filter(Boolean);
  const change = (name: keyof DeliveriesSearch, value: string) =>
    void navigate({ search: { ...search, [name]: value === '' ? undefined : value } });
  return (
    <div className={runClasses.filters} role="group" aria-label="Filters">
      <NativeSelect
        label="Connector"
        value={search.connector ?? ''}
        data={[
          { value: '', label: 'Any connector' },
          ...connectors.sort().map((value) => ({ value, label: describeConnector(value) })),
        ]}
        onChange={({ currentTarget }) => change('connector', currentTarget.value)}
      />
      <NativeSelect
        label="What it did"
        value={search.outcome ?? ''}
        data={[{ value: '', label: 'Anything' }, ...outcomes]}
        onChange={({ currentTarget }) => change('outcome', currentTarget.value)}
      />
      <FindForm label="Sender's id" value={search.find ?? ''} onFind={(text) => change('find', text)} />
    </div>
  );
}

function DeliveryList({ deliveries, isFiltered }: { deliveries: readonly Delivery[]; isFiltered: boolean }) {
  const { canAct, canManage } = useAbilities();
  const queries = useQueryClient();
  const formats = useFormats();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState<'replay' | 'delete'>();
  // Only deliveries of one connector go to the same workflow.
  const first = deliveries.find(({ id }) => chosen.has(id));
  const count = counted(chosen.size, 'delivery', 'deliveries');
  const mark = (id: string, isChosen: boolean) =>
    setChosen((before) => new Set(isChosen ? [...before, id] : [...before].filter((one) => one !== id)));
  return (
    <>
      {chosen.size > 0 && first !== undefined && (
        <Group gap="sm" mb="sm">
          <Button variant="default" onClick={() => setAsked('replay')}>
            Replay {count}
          </Button>
          {canManage && (
            <Button variant="default" onClick={() => setAsked('delete')}>
              Delete {count}
            </Button>
          )}
        </Group>
      )}
      <List
        title="Last 30 days"
        hint="Newest first."
        count={deliveries.length}
        empty={
          isFiltered
            ? 'No delivery matches the filters.'
            : 'Nothing has come yet. Enter the webhook address of a linked account, or that of a workflow, at the other service.'
        }
        columns={[
          ...(canAct ? [{ label: 'Choose', isActions: true }] : []),
          { label: 'Came' },
          { label: 'Connector', isLess: true },
          { label: 'Event' },
          { label: "Sender's id", isLess: true },
          { label: 'What it did' },
        ]}
      >
        {deliveries.map((delivery) => {
          const { id, receivedAt, connector, event, deliveryId } = delivery;
          const isOther = first !== undefined && first.connector !== connector;
          return (
            <tr key={id}>
              {canAct && (
                <td>
                  <Checkbox
                    aria-label={`Choose ${event} of ${formats.time(receivedAt)}`}
                    checked={chosen.has(id)}
                    disabled={isOther}
                    onChange={({ currentTarget }) => mark(id, currentTarget.checked)}
                  />
                </td>
              )}
              <td className={`${classes.muted} ${classes.whole}`}>
                <Moment at={receivedAt} />
              </td>
              <td className={classes.less}>{describeConnector(connector)}</td>
              <th scope="row">
                <Anchor component={Link} to="/deliveries/$deliveryId" params={{ deliveryId: id } as never} size="sm">
                  {event}
                </Anchor>
              </th>
              <td className={`${classes.muted} ${classes.less}`}>{deliveryId}</td>
              <td>{describeOutcome(delivery)}</td>
            </tr>
          );
        })}
      </List>
      {asked === 'delete' && (
        <DeleteDeliveries
          deliveryIds={[...chosen]}
          onClose={() => setAsked(undefined)}
          onDeleted={async () => {
            await queries.invalidateQueries({ queryKey: ['deliveries'] });
            setChosen(new Set());
            setAsked(undefined);
          }}
        />
      )}
      {asked === 'replay' && first !== undefined && (
        <ReplayDialog
          deliveryIds={[...chosen]}
          sampleId={first.id}
          onClose={() => setAsked(undefined)}
          onStarted={() => setChosen(new Set())}
        />
      )}
    </>
  );
}
