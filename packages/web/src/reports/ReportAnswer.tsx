import { Skeleton } from '@mantine/core';
import { useState } from 'react';
import { useAnswer, useCountAgain, useTypes } from '../api/queries.ts';
import { AnswerTable } from '../chart/AnswerTable.tsx';
import { Chart } from '../chart/Chart.tsx';
import type { SavedReport } from '../api/shapes.ts';
import { useRecordsLink } from '../records/records-link.ts';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { useAnnounce } from '../shell/LiveRegion.tsx';
import { PartBoundary } from '../shell/PartBoundary.tsx';
import { useFormats } from '../use-formats.ts';
import { CountedLine } from './CountedLine.tsx';
import { ViewSwitch, type View } from './ViewSwitch.tsx';
import classes from './Reports.module.css';

/** The answer to a saved report as a chart or as a table, with when it was counted. */
export function ReportAnswer({ report }: { report: SavedReport }) {
  const [view, setView] = useState<View>('chart');
  const { data: answer, error, isFetching, refetch } = useAnswer(report.id);
  const countAgain = useCountAgain();
  const types = useTypes();
  const formats = useFormats();
  const announce = useAnnounce();
  const recordsOf = useRecordsLink(answer, report.name);
  const isTable = report.definition.chart === 'table';

  async function count() {
    const isCounted = await countAgain(report.id);
    announce(isCounted ? `${report.name} was counted again` : `${report.name} could not be counted again`);
  }

  if (answer === undefined || types.data === undefined) {
    const failure = error ?? types.error;
    if (failure === null) return <Skeleton height={220} aria-label={`Counting ${report.name}`} role="img" />;
    return <ErrorNote title="This could not be counted" error={failure} onRetry={() => void refetch()} />;
  }
  const drawn = { name: report.name, answer, types: types.data, formats, recordsOf };
  return (
    <>
      {!isTable && <ViewSwitch name={report.name} view={view} onChange={setView} />}
      <div className={classes.answer} aria-busy={isFetching}>
        <PartBoundary key={view} drawn={answer}>
          {view === 'chart' ? <Chart {...drawn} chart={report.definition.chart} /> : <AnswerTable {...drawn} />}
        </PartBoundary>
      </div>
      {error !== null && (
        <ErrorNote
          title={`Not counted again: the figures are of ${formats.time(answer.meta.countedAt)}`}
          error={error}
        />
      )}
      <CountedLine
        name={report.name}
        answer={answer}
        formats={formats}
        isCounting={isFetching}
        onCount={() => void count()}
      />
    </>
  );
}
