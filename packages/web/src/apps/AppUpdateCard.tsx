import { Checkbox, Skeleton, Text } from '@mantine/core';
import type { AppDetail, AppUpdate } from '@tallyhook/schemas/api';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { Refusal } from '../api/send.ts';
import classes from '../marketplace/Marketplace.module.css';
import { usePlace } from '../place.tsx';
import { BusyButton } from '../shell/BusyButton.tsx';
import { counted } from '../shell/counted.ts';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { useAnnounce } from '../shell/LiveRegion.tsx';
import { useSending } from '../shell/use-sending.ts';
import { FieldEffects } from '../types/FieldEffects.tsx';
import { Stops } from '../types/Stops.tsx';
import { useAppUpdate, useRefreshApps } from './use-apps.ts';

const words = { addition: 'New', change: 'Changes', loss: 'Loses' };
const looks = { addition: 'addition', change: '', loss: 'breaking' };

/**
 * A new version of an app, or its installation where it left its types: what it changes on the branch, and what would
 * be lost.
 */
export function AppUpdateCard({ app, installed }: { app: AppDetail; installed: string | undefined }) {
  const { data, error, refetch } = useAppUpdate(app.app, installed, app.version);
  const title = installed === undefined ? `Install ${app.version}` : `Update to ${app.version}`;
  return (
    <section className={classes.box} aria-labelledby="update">
      <header role="presentation">
        <h2 id="update">{title}</h2>
        <span className={classes.tag}>
          {installed === undefined ? 'its types are still here' : `you have ${installed}`}
        </span>
      </header>
      <div className={classes.inside}>
        {error !== null && (
          <ErrorNote title="Couldn't compare the versions" error={error} onRetry={() => void refetch()} />
        )}
        {data === undefined && error === null && <Skeleton height={80} />}
        {data !== undefined && <Update app={app} update={data} action={title} onOutdated={refetch} />}
      </div>
    </section>
  );
}

interface UpdateProps {
  app: AppDetail;
  update: AppUpdate;
  action: string;
  /** Compares again, because the records have changed since. */
  onOutdated: () => Promise<unknown>;
}

function Update({ app: { app: id, name }, update, action, onOutdated }: UpdateProps) {
  const { changes, types, lost, refusals, stops, to } = update;
  const place = usePlace();
  const refresh = useRefreshApps();
  const announce = useAnnounce();
  const { isSending, error, send } = useSending();
  // Agreed to lose this many values, and not more.
  const [accepted, setAccepted] = useState(0);
  const canInstall = refusals.length === 0 && lost <= accepted;
  const install = async () => {
    const body = { id, version: to, acceptLoss: lost > 0 };
    const isDone = await send(() =>
      call(place, 'POST /api/apps', { body }).catch(async (problem: unknown) => {
        if (problem instanceof Refusal && problem.code === 'would_lose') await onOutdated();
        throw problem;
      }),
    );
    if (!isDone) return;
    announce(update.from === undefined ? `${name} is installed` : `${name} is updated to ${to}`);
    await refresh();
  };
  return (
    <>
      {changes.length === 0 && <Text>Nothing is different on this branch.</Text>}
      <ul className={classes.changes}>
        {changes.map(({ weight, text }) => (
          <li key={text}>
            <span className={`${classes.weight} ${classes[looks[weight]] ?? ''}`}>{words[weight]}</span>
            <span>{text}</span>
          </li>
        ))}
      </ul>
      {types
        .filter((type) => type.lost > 0)
        .map(({ type, label, fields }) => (
          <section key={type} aria-label={`What ${label} loses`}>
            <Text>Of {label}, what would be lost:</Text>
            <FieldEffects fields={fields} />
          </section>
        ))}
      <Stops stops={stops} />
      {refusals.map(({ detail }) => (
        <Text key={detail} className={classes.warn}>
          {detail}
        </Text>
      ))}
      {lost > 0 && refusals.length === 0 && (
        <Checkbox
          mt="sm"
          label={`Lose ${counted(lost, 'value')}; the change log keeps them`}
          checked={lost <= accepted}
          onChange={({ currentTarget }) => setAccepted(currentTarget.checked ? lost : 0)}
        />
      )}
      {error !== undefined && <ErrorNote title="Couldn't install it" error={error} />}
      {canInstall && (
        <div className={classes.buttons}>
          <BusyButton isBusy={isSending} onClick={() => void install()}>
            {action}
          </BusyButton>
        </div>
      )}
    </>
  );
}
