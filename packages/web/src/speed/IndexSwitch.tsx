import { Button, Group, Progress, Switch, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { FieldSpeed, Speed } from '@tallyhook/schemas/api';
import { usePlace } from '../place.tsx';
import { Dialog } from '../shell/Dialog.tsx';
import { useAnnounce } from '../shell/LiveRegion.tsx';
import { percentShown } from './percent-shown.ts';
import classes from './Speed.module.css';

const stateLabels = { off: 'Off', building: 'Building', on: 'On', failed: 'Failed' } as const;

export interface IndexSwitchProps {
  /** The accessible name. */
  name: string;
  /** What the index is on, in the question before it is turned off. */
  on: string;
  /** The reports that may get slower without it, and why. */
  reports: FieldSpeed['reports'];
  why: string;
  index: FieldSpeed['index'];
  /** Switches the index; returns how to put the answer into the list, which may be slow to reload. */
  onSwitch: (on: boolean) => Promise<(page: Speed) => Speed>;
}

/** Switches an index on and off. Building is a background job that the page only watches. */
export function IndexSwitch({ name, on: subject, reports, why, index, onSwitch }: IndexSwitchProps) {
  const place = usePlace();
  const queries = useQueryClient();
  const announce = useAnnounce();
  const [isAsking, setIsAsking] = useState(false);
  /** The requested state while the request is pending. */
  const [wanted, setWanted] = useState<boolean>();
  const [failure, setFailure] = useState<string>();
  const [shown, setShown] = useState<number | null>(null);
  const percent = percentShown(shown, index);
  if (percent !== shown) setShown(percent);
  const stateLabel = percent === null ? stateLabels[index.state] : `Building ${Math.floor(percent)} %`;
  const isOn = index.state === 'on' || index.state === 'building';
  // A quick job finishes before the page sees it running.
  const waits = useRef(false);
  useEffect(() => {
    if (index.state === 'building') waits.current = true;
    if (!waits.current || (index.state !== 'on' && index.state !== 'failed')) return;
    waits.current = false;
    announce(`${name}: ${index.state}`);
  }, [index.state, name, announce]);

  async function put(on: boolean) {
    if (wanted !== undefined) return;
    setIsAsking(false);
    setWanted(on);
    setFailure(undefined);
    try {
      const withSwitched = await onSwitch(on);
      waits.current = on;
      // A reload in progress may be older.
      await queries.cancelQueries({ queryKey: ['speed', place] });
      queries.setQueryData<Speed>(['speed', place], (page) => page && withSwitched(page));
      announce(`${name}: ${on ? 'building' : 'off'}`);
    } catch (error) {
      setFailure(error instanceof Error ? error.message : "Couldn't switch the index. Try again.");
    }
    setWanted(undefined);
    await queries.invalidateQueries({ queryKey: ['speed', place] });
  }
  // Turning an index off slows down the reports that use it, so ask for confirmation.
  const press = (on: boolean) => {
    if (on || reports.length === 0) void put(on);
    else if (wanted === undefined) setIsAsking(true);
  };

  return (
    <div className={classes.index}>
      <Switch
        aria-label={name}
        aria-busy={wanted !== undefined}
        label={wanted === undefined ? stateLabel : `Switching ${wanted ? 'on' : 'off'} …`}
        checked={wanted ?? isOn}
        onChange={({ currentTarget }) => press(currentTarget.checked)}
      />
      {index.state === 'building' && (
        <Progress size="sm" value={percent ?? 100} animated={percent === null} aria-label={`${name}, built`} />
      )}
      {(failure ?? index.error) !== null && (failure ?? index.error) !== undefined && (
        <Text size="sm" className={classes.failed} role="alert">
          {failure ?? index.error}
        </Text>
      )}
      {index.state === 'failed' && (
        <Button variant="default" size="xs" onClick={() => void put(true)}>
          Try again
        </Button>
      )}
      {isAsking && (
        <Dialog title={`Turn off the index on ${subject}?`} onClose={() => setIsAsking(false)}>
          <Text size="sm" mb="xs">
            {why} Their numbers stay the same:
          </Text>
          <ul>
            {reports.map((report) => (
              <li key={report.id}>{report.name}</li>
            ))}
          </ul>
          <Group justify="flex-end" gap="sm">
            <Button variant="default" data-autofocus onClick={() => setIsAsking(false)}>
              Keep it on
            </Button>
            <Button onClick={() => void put(false)}>Turn off</Button>
          </Group>
        </Dialog>
      )}
    </div>
  );
}
