import { Button, SegmentedControl, Skeleton, Text, VisuallyHidden } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { Answer } from '@tallyhook/schemas';
import { useState } from 'react';
import { useAnswer, useTypes } from '../api/queries.ts';
import type { SavedReport } from '../api/shapes.ts';
import { AnswerTable } from '../chart/AnswerTable.tsx';
import { Chart } from '../chart/Chart.tsx';
import type { Formats } from '../chart/formats.ts';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { useAnnounce } from '../shell/LiveRegion.tsx';
import { useFormats } from '../use-formats.ts';
import classes from './Reports.module.css';

type View = 'chart' | 'table';

/** The answer to a saved report as a chart or as a table, with when it was counted. */
export function ReportAnswer({ report }: { report: SavedReport }) {
  const [view, setView] = useState<View>('chart');
  const { data: answer, error, isFetching, refetch } = useAnswer(report.id);
  const types = useTypes();
  const formats = useFormats();
  const announce = useAnnounce();
  const isTable = report.definition.chart === 'table';

  async function countAgain() {
    const { isError } = await refetch();
    announce(isError ? `${report.name} could not be counted again` : `${report.name} was counted again`);
  }

  if (answer === undefined || types.data === undefined) {
    const failure = error ?? types.error;
    if (failure === null) return <Skeleton height={220} aria-label={`Counting ${report.name}`} role="img" />;
    return <ErrorNote title="This could not be counted" error={failure} onRetry={() => void refetch()} />;
  }
  const drawn = { name: report.name, answer, types: types.data, formats };
  return (
    <>
      {!isTable && (
        <SegmentedControl
          fullWidth
          maw={360}
          size="xs"
          mb="sm"
          aria-label={`Show ${report.name} as`}
          value={view}
          onChange={(value) => setView(value)}
          data={[
            { value: 'chart', label: 'Chart' },
            { value: 'table', label: 'Table' },
          ]}
        />
      )}
      <div className={classes.answer} aria-busy={isFetching}>
        {view === 'chart' ? <Chart {...drawn} chart={report.definition.chart} /> : <AnswerTable {...drawn} />}
      </div>
      {error !== null && (
        <ErrorNote
          title={`Not counted again: the figures are of ${formats.time(answer.meta.countedAt)}`}
          error={error}
        />
      )}
      <div className={classes.counted}>
        <Text size="sm" c="dimmed">
          {countedLine(answer, formats)}
        </Text>
        <Button
          variant="subtle"
          size="xs"
          leftSection={<IconRefresh aria-hidden size={15} />}
          aria-disabled={isFetching}
          onClick={() => void (isFetching || countAgain())}
        >
          Count again
          <VisuallyHidden>: {report.name}</VisuallyHidden>
        </Button>
      </div>
    </>
  );
}

function countedLine({ meta }: Answer, formats: Formats): string {
  const took =
    meta.tookMs < 1_000 ? `${formats.number(Math.round(meta.tookMs))} ms` : `${formats.number(meta.tookMs / 1_000)} s`;
  return `Counted at ${formats.time(meta.countedAt)} · ${took}`;
}
