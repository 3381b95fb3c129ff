import { Group, Text, Title } from '@mantine/core';
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import type { ConnectorFolder, FixtureRuns as Runs } from '@tallyhook/schemas/api';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { CodeBlock } from '../keys/CodeBlock.tsx';
import { usePlace } from '../place.tsx';
import { BusyButton } from '../shell/BusyButton.tsx';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { useSending } from '../shell/use-sending.ts';
import classes from './ConnectorBuilder.module.css';

interface FixtureRunsProps {
  id: string;
  save: () => Promise<ConnectorFolder | undefined>;
  onOpen: (path: string) => void;
}

/** Replays the fixtures without the network, as `tallyhook test` does. */
export function FixtureRuns({ id, save, onOpen }: FixtureRunsProps) {
  const place = usePlace();
  const { isSending, error, send } = useSending();
  const [runs, setRuns] = useState<Runs>();
  const run = () =>
    send(async () => {
      if ((await save()) === undefined) throw new Error('The connector could not be saved, so nothing was replayed.');
      setRuns(await call(place, 'POST /api/connector-folders/:id/fixture-runs', { path: { id } }));
    });
  const failed = runs?.results.filter(({ isOk }) => !isOk).length ?? 0;
  return (
    <div className={classes.sidePart}>
      <Title order={2} size="h3">
        Fixtures
      </Title>
      <Text size="sm" c="dimmed">
        Recorded exchanges, replayed without the network. Same as <code>tallyhook test</code>.
      </Text>
      <Group>
        <BusyButton size="xs" variant="default" isBusy={isSending} onClick={() => void run()}>
          Replay all fixtures
        </BusyButton>
      </Group>
      {error !== undefined && <ErrorNote title="Couldn't replay the fixtures" error={error} />}
      {runs !== undefined && (
        <>
          <Text size="sm" role="status">
            {runs.results.length - failed} of {runs.results.length} as expected
          </Text>
          <ul className={classes.stages}>
            {runs.results.map(({ file, isOk, message, differences }) => (
              <li key={file} data-failed={!isOk || undefined}>
                {isOk ? <IconCircleCheck aria-hidden size={16} /> : <IconCircleX aria-hidden size={16} />}
                <button type="button" className={classes.fixtureLink} onClick={() => onOpen(file)}>
                  {file.replace(/^fixtures\//, '')}
                </button>
                <span>{isOk ? 'as expected' : (message ?? 'differs')}</span>
                {differences.length > 1 && (
                  <CodeBlock label={`Differences of ${file}`} text={differences.join('\n')} maxHeight={200} />
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
