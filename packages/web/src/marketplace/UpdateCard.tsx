import { Checkbox, Skeleton, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ConnectorDetail, ConnectorUpdate } from '@tallyhook/schemas/api';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { useRefresh } from '../integrations/use-integrations.ts';
import { usePlace } from '../place.tsx';
import { BusyButton } from '../shell/BusyButton.tsx';
import { counted } from '../shell/counted.ts';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { useAnnounce } from '../shell/LiveRegion.tsx';
import { useSending } from '../shell/use-sending.ts';
import { ChangeList } from './ChangeList.tsx';
import classes from './Marketplace.module.css';
import { useUpdate } from './use-marketplace.ts';

interface UpdateCardProps {
  connector: ConnectorDetail;
  installed: string;
}

/**
 * An update of a connector, or workflows that stayed on an older version: what is different, which workflows it
 * concerns, and which of them move.
 */
export function UpdateCard({ connector: { connector, version, accounts }, installed }: UpdateCardProps) {
  const isUpdate = version !== installed;
  const { data, error, refetch } = useUpdate(connector, version, installed);
  return (
    <section className={classes.box} aria-labelledby="update">
      <header role="presentation">
        <h2 id="update">{isUpdate ? `Update to ${version}` : `Workflows that stay on an older version`}</h2>
        <span className={classes.tag}>you have {installed}</span>
      </header>
      <div className={classes.inside}>
        {error !== null && (
          <ErrorNote title="Couldn't compare the versions" error={error} onRetry={() => void refetch()} />
        )}
        {data === undefined && error === null && <Skeleton height={80} />}
        {data !== undefined && isUpdate && (
          <>
            {data.changes.length === 0 ? <Text>Nothing is different.</Text> : <ChangeList changes={data.changes} />}
            {accounts > 0 && (
              <Text className={classes.muted}>
                {accounts === 1 ? '1 account stays linked.' : `${accounts} accounts stay linked.`}
              </Text>
            )}
          </>
        )}
        {data !== undefined && <Move update={data} isUpdate={isUpdate} />}
      </div>
    </section>
  );
}

type Concerned = ConnectorUpdate['workflows'][number];

const keyOf = ({ branch, workflowId }: Pick<Concerned, 'branch' | 'workflowId'>) => `${branch} ${workflowId}`;
const isBroken = ({ changes, mistakes }: Concerned) => changes.length > 0 || mistakes.length > 0;

function Move({ update: { connector, to, workflows }, isUpdate }: { update: ConnectorUpdate; isUpdate: boolean }) {
  const place = usePlace();
  const refresh = useRefresh();
  const announce = useAnnounce();
  const { isSending, error, send } = useSending();
  const shown = workflows.filter(({ version }) => version !== to);
  // What would break stays where it works, unless the person moves it.
  const [moved, setMoved] = useState(() => new Set(isUpdate ? shown.filter((one) => !isBroken(one)).map(keyOf) : []));
  const refs = (isWanted: boolean) =>
    shown.filter((one) => moved.has(keyOf(one)) === isWanted).map(({ branch, workflowId }) => ({ branch, workflowId }));
  // Those that have moved already are no longer shown.
  const chosen = refs(true).length;
  const count = counted(chosen, 'workflow');

  async function submit() {
    const isDone = await send(() =>
      isUpdate
        ? call(place, 'POST /api/connectors', { body: { id: connector, version: to, keep: refs(false) } })
        : call(place, 'POST /api/installed-connectors/:connector/moves', {
            ...{ path: { connector }, body: { workflows: refs(true) } },
          }),
    );
    if (!isDone) return;
    announce(isUpdate ? `Updated to ${to}` : `Moved ${count} to ${to}`);
    await refresh();
  }

  return (
    <>
      {shown.length > 0 ? (
        <fieldset className={classes.workflows}>
          <legend>Which workflows move to {to}?</legend>
          {shown.map((one) => (
            <div key={keyOf(one)} className={classes.workflow}>
              <Checkbox
                label={one.branch === 'main' ? one.name : `${one.name}, on ${one.branch}`}
                description={one.on ? `On, uses ${one.version}` : `Off, uses ${one.version}`}
                checked={moved.has(keyOf(one))}
                onChange={({ currentTarget: { checked } }) =>
                  setMoved(
                    (before) =>
                      new Set(checked ? [...before, keyOf(one)] : [...before].filter((key) => key !== keyOf(one))),
                  )
                }
              />
              {isBroken(one) && <Reasons workflow={one} />}
            </div>
          ))}
          <Text className={classes.muted}>
            The others stay on their version until you move them or publish them again.
          </Text>
        </fieldset>
      ) : (
        <Text className={classes.muted}>No workflow uses it.</Text>
      )}
      {error !== undefined && <ErrorNote title={isUpdate ? "Couldn't update" : "Couldn't move them"} error={error} />}
      {(isUpdate || chosen > 0) && (
        <div className={classes.buttons}>
          <BusyButton isBusy={isSending} onClick={() => void submit()}>
            {isUpdate ? `Update to ${to}` : `Move ${count}`}
          </BusyButton>
        </div>
      )}
    </>
  );
}

function Reasons({ workflow: { workflowId, branch, changes, mistakes } }: { workflow: Concerned }) {
  return (
    <ul>
      {mistakes.map(({ pointer, detail }) => (
        <li key={`${pointer} ${detail}`}>It would have a mistake: {detail}.</li>
      ))}
      {/* A mistake says the same, with its place. */}
      {mistakes.length === 0 &&
        changes.map(({ file, message }) => (
          <li key={`${file} ${message}`}>
            It uses {file}: {message}.
          </li>
        ))}
      <li>
        <Link to="/workflows/$workflowId" params={{ workflowId }} search={{ branch } as never}>
          Open the workflow
        </Link>
      </li>
    </ul>
  );
}
