import { Checkbox, Skeleton, Text } from '@mantine/core';
import type { AppDetail, AppUpdate } from '@tallyhook/schemas/api';
import { useState } from 'react';
import { call } from '../api/call.ts';
import classes from '../marketplace/Marketplace.module.css';
import { usePlace } from '../place.tsx';
import { BusyButton } from '../shell/BusyButton.tsx';
import { counted } from '../shell/counted.ts';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { useAnnounce } from '../shell/LiveRegion.tsx';
import { useSending } from '../shell/use-sending.ts';
import { useAppUpdate, useRefreshApps } from './use-apps.ts';

const words = { addition: 'New', change: 'Changes', loss: 'Loses' };
const looks = { addition: 'addition', change: '', loss: 'breaking' };

/** An update of an app: what it changes on the branch, and what would be lost. */
export function AppUpdateCard({ app, installed }: { app: AppDetail; installed: string }) {
  const { data, error, refetch } = useAppUpdate(app.app, installed, app.version);
  return (
    <section className={classes.box} aria-labelledby="update">
      <header role="presentation">
        <h2 id="update">Update to {app.version}</h2>
        <span className={classes.tag}>you have {installed}</span>
      </header>
      <div className={classes.inside}>
        {error !== null && (
          <ErrorNote title="Couldn't compare the versions" error={error} onRetry={() => void refetch()} />
        )}
        {data === undefined && error === null && <Skeleton height={80} />}
        {data !== undefined && <Update app={app} update={data} />}
      </div>
    </section>
  );
}

function Update({ app: { app: id, name }, update }: { app: AppDetail; update: AppUpdate }) {
  const { changes, lost, refusals, to } = update;
  const place = usePlace();
  const refresh = useRefreshApps();
  const announce = useAnnounce();
  const { isSending, error, send } = useSending();
  const [isAccepted, setIsAccepted] = useState(false);
  const canUpdate = refusals.length === 0 && (lost === 0 || isAccepted);
  const install = async () => {
    const body = { id, version: to, acceptLoss: isAccepted };
    if (!(await send(() => call(place, 'POST /api/apps', { body })))) return;
    announce(`${name} is updated to ${to}`);
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
      {refusals.map(({ detail }) => (
        <Text key={detail} className={classes.warn}>
          {detail}
        </Text>
      ))}
      {lost > 0 && refusals.length === 0 && (
        <Checkbox
          mt="sm"
          label={`Lose ${counted(lost, 'value')}; the change log keeps them`}
          checked={isAccepted}
          onChange={({ currentTarget }) => setIsAccepted(currentTarget.checked)}
        />
      )}
      {error !== undefined && <ErrorNote title="Couldn't update it" error={error} />}
      {canUpdate && (
        <div className={classes.buttons}>
          <BusyButton isBusy={isSending} onClick={() => void install()}>
            Update to {to}
          </BusyButton>
        </div>
      )}
    </>
  );
}
