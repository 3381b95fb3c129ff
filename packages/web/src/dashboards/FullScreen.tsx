import { Button, NativeSelect } from '@mantine/core';
import { IconMaximize, IconMinimize } from '@tabler/icons-react';
import { useEffect, useState, type RefObject } from 'react';
import { useAnnounce } from '../shell/LiveRegion.tsx';
import classes from './Dashboards.module.css';

export interface FullScreenProps {
  /** The dashboard's name. */
  name: string;
  /** What fills the screen. */
  stage: RefObject<HTMLElement | null>;
  onRefresh: () => void;
}

const intervals = [
  { value: '0', label: 'never' },
  { value: '1', label: 'every minute' },
  { value: '5', label: 'every 5 minutes' },
  { value: '15', label: 'every 15 minutes' },
];

/** Shows a dashboard on the whole screen, counted again from time to time; the screen stays on. */
export function FullScreen({ name, stage, onRefresh }: FullScreenProps) {
  const [isFull, setIsFull] = useState(false);
  const [minutes, setMinutes] = useState('5');
  const announce = useAnnounce();

  useEffect(() => {
    const follow = () => setIsFull(document.fullscreenElement !== null && document.fullscreenElement === stage.current);
    document.addEventListener('fullscreenchange', follow);
    return () => document.removeEventListener('fullscreenchange', follow);
  }, [stage]);

  useEffect(() => {
    if (!isFull || minutes === '0') return undefined;
    const timer = setInterval(onRefresh, Number(minutes) * 60_000);
    return () => clearInterval(timer);
  }, [isFull, minutes, onRefresh]);

  useEffect(() => (isFull ? keepAwake() : undefined), [isFull]);

  async function toggle() {
    try {
      if (isFull) await document.exitFullscreen();
      else await stage.current?.requestFullscreen();
    } catch {
      announce("The browser doesn't allow full screen");
    }
  }
  const Icon = isFull ? IconMinimize : IconMaximize;
  return (
    <>
      {isFull && (
        <span className={classes.refresh}>
          <b>{name}</b>
          <NativeSelect
            size="xs"
            aria-label="Count again"
            value={minutes}
            data={intervals}
            onChange={({ currentTarget }) => setMinutes(currentTarget.value)}
          />
        </span>
      )}
      <Button
        variant="default"
        size="xs"
        px={8}
        aria-label={isFull ? 'Leave full screen' : 'Full screen'}
        title={isFull ? 'Leave full screen' : 'Full screen'}
        onClick={() => void toggle()}
      >
        <Icon aria-hidden size={15} />
      </Button>
    </>
  );
}

/** Keeps the screen on where the browser can, also after the page was hidden. Returns how to end that. */
function keepAwake(): () => void {
  let lock: WakeLockSentinel | undefined;
  let isOver = false;
  const ask = async () => {
    if (document.hidden || !('wakeLock' in navigator)) return;
    try {
      lock = await navigator.wakeLock.request('screen');
      if (isOver) await lock.release();
    } catch {
      // Refused, as when the battery is low.
    }
  };
  const again = () => void ask();
  document.addEventListener('visibilitychange', again);
  void ask();
  return () => {
    isOver = true;
    document.removeEventListener('visibilitychange', again);
    void lock?.release();
  };
}
