import { Button } from '@mantine/core';
import { IconBell, IconBellFilled } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import type { Run } from '@tallyhook/schemas/api';
import { isOpenRun } from '@tallyhook/schemas/run-statuses';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { usePlace } from '../place.tsx';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { useAnnounce } from '../shell/LiveRegion.tsx';

/** Has the person told by mail how an open run ends. */
export function WatchRun({ run: { id, status, isWatching } }: { run: Run }) {
  const place = usePlace();
  const queries = useQueryClient();
  const announce = useAnnounce();
  const [error, setError] = useState<unknown>();
  if (!isOpenRun(status)) return null;

  async function toggle() {
    setError(undefined);
    try {
      await call(place, 'PUT /api/runs/:id/watch', { path: { id }, body: { isWatching: !isWatching } });
      announce(isWatching ? 'You are no longer told how it ends' : 'A mail will tell you how it ends');
    } catch (failure) {
      setError(failure);
    }
    await queries.invalidateQueries({ queryKey: ['run', place, id] });
  }

  const Icon = isWatching ? IconBellFilled : IconBell;
  return (
    <>
      <Button
        variant="default"
        size="xs"
        aria-pressed={isWatching}
        leftSection={<Icon aria-hidden size={14} />}
        onClick={() => void toggle()}
      >
        {isWatching ? 'Watching' : 'Tell me when it ends'}
      </Button>
      {error !== undefined && <ErrorNote title="Couldn't watch the run" error={error} />}
    </>
  );
}
