import { Text } from '@mantine/core';
import type { AppDetail } from '@tallyhook/schemas/api';
import { useState } from 'react';
import { call } from '../api/call.ts';
import classes from '../marketplace/Marketplace.module.css';
import { usePlace } from '../place.tsx';
import { BusyButton } from '../shell/BusyButton.tsx';
import { counted } from '../shell/counted.ts';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { useAnnounce } from '../shell/LiveRegion.tsx';
import { useSending } from '../shell/use-sending.ts';
import { useRefreshApps } from './use-apps.ts';

/** Loads the sample records of an app, and removes them again. */
export function AppSamples({ app: { app, samples, loadedSamples } }: { app: AppDetail }) {
  const place = usePlace();
  const refresh = useRefreshApps();
  const announce = useAnnounce();
  const { isSending, error, send } = useSending();
  const [kept, setKept] = useState(0);
  const isLoaded = loadedSamples > 0;
  const change = async () => {
    const path = { app };
    const isDone = await send(async () => {
      if (!isLoaded) return void (await call(place, 'POST /api/installed-apps/:app/samples', { path }));
      const removed = await call(place, 'DELETE /api/installed-apps/:app/samples', { path });
      setKept(removed.kept);
    });
    if (!isDone) return;
    announce(isLoaded ? 'The sample records are removed' : 'The sample records are loaded');
    await refresh();
  };
  return (
    <section className={classes.box} aria-labelledby="samples">
      <header role="presentation">
        <h2 id="samples">Sample records</h2>
      </header>
      <div className={classes.inside}>
        <Text mb="sm">
          {isLoaded
            ? `${counted(loadedSamples, 'sample record')} ${loadedSamples === 1 ? 'is' : 'are'} on this branch. Your own records and edited ones stay when they go.`
            : `${counted(samples, 'record')} to try the app with. You can remove them again.`}
        </Text>
        {kept > 0 && (
          <Text mb="sm" role="status">
            {kept === 1 ? '1 sample record was edited and stays.' : `${kept} sample records were edited and stay.`}{' '}
            Delete them on the Records page if you do not need them.
          </Text>
        )}
        {error !== undefined && <ErrorNote title="Couldn't change the samples" error={error} />}
        <BusyButton variant="default" size="xs" isBusy={isSending} onClick={() => void change()}>
          {isLoaded ? 'Remove the samples' : 'Load the samples'}
        </BusyButton>
      </div>
    </section>
  );
}
