import { Button, Group, Progress, Switch, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { FieldSpeed, Speed } from '@tallyhook/schemas/api';
import { call } from '../api/call.ts';
import { usePlace } from '../place.tsx';
import { Dialog } from '../shell/Dialog.tsx';
import { useAnnounce } from '../shell/LiveRegion.tsx';
import { percentShown } from './percent-shown.ts';
import classes from './Speed.module.css';

const stateLabels = { off: 'Off', building: 'Building', on: 'On', failed: 'Failed' } as const;

/** Switches a field's index on and off. Building is a background job that the page only watches. */
export function IndexSwitch({ row }: { row: FieldSpeed }) {
  const { type, typeLabel, field, label, reports, canIndex, whyNot, index } = row;
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
  const name = `Index on ${label} of ${typeLabel}`;
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
      const switched = await call(place, 'PUT /api/speed/:type/:field', { path: { type, field }, body: { on } });
      waits.current = on;
      await showAtOnce(switched);
      announce(`${name}: ${on ? 'building' : 'off'}`);
    } catch (error) {
      setFailure(error instanceof Error ? error.message : "Couldn't switch the index. Try again.");
    }
    setWanted(undefined);
    await queries.invalidateQueries({ queryKey: ['speed', place] });
  }
  /** Puts the row into the cached list, which may be slow to reload; a reload in progress may be older. */
  async function showAtOnce(switched: FieldSpeed) {
    const queryKey = ['speed', place];
    await queries.cancelQueries({ queryKey });
    queries.setQueryData<Speed>(
      queryKey,
      (page) => page && { ...page, fields: page.fields.map((one) => (isSame(one, switched) ? switched : one)) },
    );
  }
  // Turning an index off slows down the reports that use it, so ask for confirmation.
  const press = (on: boolean) => {
    if (on || reports.length === 0) void put(on);
    else if (wanted === undefined) setIsAsking(true);
  };

  if (!canIndex) {
    return (
      <Text size="sm" c="dimmed" className={classes.whyNot}>
        {whyNot ?? "This field can't have an index."}
      </Text>
    );
  }
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
        <Dialog title={`Turn off the index on ${label}?`} onClose={() => setIsAsking(false)}>
          <Text size="sm" mb="xs">
            These reports filter on this field and may get slower. Their numbers stay the same:
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

function isSame(one: FieldSpeed, other: FieldSpeed): boolean {
  return one.type === other.type && one.field === other.field;
}
