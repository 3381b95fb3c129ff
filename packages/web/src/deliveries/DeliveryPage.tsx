import { Alert, Anchor, Button, Code, Menu, Skeleton, Tabs, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import type { DeliveryContent } from '@tallyhook/schemas/api';
import { useState } from 'react';
import { isGone } from '../api/gone.ts';
import { useDelivery } from '../api/queries.ts';
import { JsonBlock } from '../runs/JsonBlock.tsx';
import { RunsTable } from '../runs/RunsTable.tsx';
import runClasses from '../runs/Runs.module.css';
import { useAbilities } from '../session/use-abilities.ts';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { PageHeading } from '../shell/PageHeading.tsx';
import { useFormats } from '../use-formats.ts';
import { DeleteDeliveries } from './DeleteDeliveries.tsx';
import { describeConnector, describeOutcome } from './describe-delivery.ts';
import { LineChanges } from '../shell/LineChanges.tsx';
import { ReplayDialog } from './ReplayDialog.tsx';
import { Moment } from '../shell/Moment.tsx';

/** One delivery: what came, which runs it started or why none, and its content. */
export function DeliveryPage() {
  const { deliveryId } = useParams({ from: '/deliveries/$deliveryId' });
  const { canAct, canManage } = useAbilities();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { data, error, refetch } = useDelivery(deliveryId);
  const [asked, setAsked] = useState<'replay' | 'delete'>();
  const isGoneNow = async (deleted: number) => {
    setAsked(undefined);
    if (deleted === 0) return;
    await navigate({ to: '/deliveries' });
    await queries.invalidateQueries({ queryKey: ['deliveries'] });
  };
  return (
    <>
      <PageHeading
        title={data?.delivery.event ?? (isGone(error) ? 'Delivery not found' : 'Delivery')}
        parent={
          <Anchor component={Link} to="/deliveries" size="sm">
            All deliveries
          </Anchor>
        }
      >
        {data?.content && canAct && (
          <Button variant="default" size="xs" ml="auto" onClick={() => setAsked('replay')}>
            Replay
          </Button>
        )}
        {data?.content && data.workflows.length > 0 && <UseAsSample of={data} />}
        {data !== undefined && canManage && (
          <Button variant="default" size="xs" onClick={() => setAsked('delete')}>
            Delete
          </Button>
        )}
      </PageHeading>
      {data === undefined && error === null && <Skeleton height={320} />}
      {error !== null && (
        <ErrorNote
          title={data === undefined ? "Couldn't load the delivery" : 'This may be out of date'}
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {data !== undefined && <DeliveryDetails of={data} />}
      {asked === 'replay' && (
        <ReplayDialog deliveryIds={[deliveryId]} sampleId={deliveryId} onClose={() => setAsked(undefined)} />
      )}
      {asked === 'delete' && (
        <DeleteDeliveries deliveryIds={[deliveryId]} onClose={() => setAsked(undefined)} onDeleted={isGoneNow} />
      )}
    </>
  );
}

/** Opens a workflow that takes such deliveries, with this one as the sample of its builder. */
function UseAsSample({ of: { delivery, workflows } }: { of: DeliveryContent }) {
  return (
    <Menu position="bottom-end" withinPortal={false}>
      <Menu.Target>
        <Button variant="default" size="xs">
          Use as sample
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {workflows.map(({ id, name }) => (
          <Menu.Item
            key={id}
            component={Link}
            {...({
              to: '/workflows/$workflowId',
              params: { workflowId: id },
              search: { sample: delivery.id },
            } as object)}
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function DeliveryDetails({ of: { delivery, content, conflicts, runs, reason } }: { of: DeliveryContent }) {
  const formats = useFormats();
  const { connector, connectorVersion, externalId, deliveryId, receivedAt, sizeBytes, conflictCount } = delivery;
  const facts: [string, string, isCode?: boolean][] = [
    ['Came', formats.moment(receivedAt)],
    ['Connector', `${describeConnector(connector)} ${connector === 'Address' ? '' : connectorVersion}`],
    ['Account', externalId === 'any' ? 'not named' : externalId],
    ["Sender's id", deliveryId, true],
    ['Size', `${formats.number(sizeBytes)} bytes`],
    ['What it did', describeOutcome(delivery)],
  ];
  const compared =
    conflictCount > conflicts.length ? ` for the first ${conflicts.length} of ${formats.number(conflictCount)}` : '';
  return (
    <>
      <dl className={runClasses.facts}>
        {facts.map(([name, value, isCode]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{isCode === true ? <Code>{value}</Code> : value}</dd>
          </div>
        ))}
      </dl>
      {conflictCount > 0 && (
        <Alert color="orange" variant="outline" title="Same id, another body" mb="md">
          The sender used this id again for other content, which started nothing. Each is a delivery of its own that can
          be replayed.
          {content !== null && conflicts.length > 0 && ` What differs is below${compared}.`}
        </Alert>
      )}
      {delivery.conflictOf !== null && (
        <Alert color="orange" variant="outline" title="Same id, another body" mb="md">
          <Link to="/deliveries/$deliveryId" params={{ deliveryId: delivery.conflictOf }}>
            Another delivery
          </Link>{' '}
          came before with this id.
        </Alert>
      )}
      <Title order={2} mb="xs">
        Runs
      </Title>
      {runs.length > 0 ? (
        <RunsTable runs={runs} isMoving={false} />
      ) : (
        <Text mb="md">{reason ?? 'Its runs are on other branches.'}</Text>
      )}
      <Title order={2} mt="lg" mb="xs">
        Content
      </Title>
      {content !== null &&
        conflicts.map(({ id, at, payload }) => (
          <section key={id} aria-label={`Other content of ${formats.moment(at)}`}>
            <Title order={3} size="sm">
              <Link to="/deliveries/$deliveryId" params={{ deliveryId: id }}>
                Other content of <Moment at={at} as="moment" />
              </Link>
            </Title>
            <LineChanges before={content.payload} after={payload} />
          </section>
        ))}
      {content === null ? (
        <Text>The content was not kept, because nobody had linked this account.</Text>
      ) : (
        <Content content={content} id={delivery.id} />
      )}
    </>
  );
}

function Content({ content, id }: { content: NonNullable<DeliveryContent['content']>; id: string }) {
  const { payload, raw, headers, query, around } = content;
  const count = Object.keys(headers).length;
  return (
    <Tabs defaultValue="parsed">
      <Tabs.List>
        <Tabs.Tab value="parsed">Parsed</Tabs.Tab>
        <Tabs.Tab value="raw">Raw</Tabs.Tab>
        <Tabs.Tab value="headers">Headers {count}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="parsed" pt="sm">
        <JsonBlock title="Payload" of="the delivery" value={payload} fileName={`${id}.json`} />
        {around !== null && (
          <JsonBlock title="Around the list" of="the delivery" value={around} fileName={`${id}-around.json`} />
        )}
      </Tabs.Panel>
      <Tabs.Panel value="raw" pt="sm">
        {raw === null ? (
          <Text>The body is not text.</Text>
        ) : (
          <pre className={runClasses.raw} tabIndex={0}>
            {raw}
          </pre>
        )}
      </Tabs.Panel>
      <Tabs.Panel value="headers" pt="sm">
        <JsonBlock title="Headers" of="the delivery" value={headers} fileName={`${id}-headers.json`} />
        <JsonBlock title="Query" of="the delivery" value={query} fileName={`${id}-query.json`} />
      </Tabs.Panel>
    </Tabs>
  );
}
