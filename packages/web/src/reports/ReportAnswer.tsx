import { Skeleton } from '@mantine/core';
import type { Answer, RecordType } from '@tallyhook/schemas';
import { useState } from 'react';
import {
  answerAddress,
  useAnswer,
  useCountAgain,
  useCountFirstInView,
  useCountQuietly,
  useIsQueued,
  useStopCounting,
  useTypes,
  wasStopped,
} from '../api/queries.ts';
import { useUntilBack } from '../api/use-until-back.ts';
import { AnswerTable } from '../chart/AnswerTable.tsx';
import { Chart } from '../chart/Chart.tsx';
import { labelOfAny } from '../dashboards/read-conditions.ts';
import type { ShownReport } from '../reports/shown-report.ts';
import { usePlace } from '../place.tsx';
import { useRecordsLink } from '../records/records-link.ts';
import { Dialog } from '../shell/Dialog.tsx';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { useAnnounce } from '../shell/LiveRegion.tsx';
import { PartBoundary } from '../shell/PartBoundary.tsx';
import { useFormats } from '../use-formats.ts';
import { CountFailed, type CountFailedProps } from './CountFailed.tsx';
import { CountedText } from './CountedLine.tsx';
import { ExportItems } from './ExportItems.tsx';
import { LongCount } from './LongCount.tsx';
import { useSectionFocus } from './use-section-focus.ts';
import type { View } from './ViewSwitch.tsx';
import { TileTools } from './TileTools.tsx';
import classes from './Reports.module.css';

/** The answer to a saved report as a chart or table, and when it was counted. */
export function ReportAnswer({ report }: { report: ShownReport }) {
  const [view, setView] = useState<View>('chart');
  const { data: answer, error, isFetching, refetch } = useAnswer(report);
  const countAgain = useCountAgain();
  const countQuietly = useCountQuietly();
  const stopCounting = useStopCounting();
  const shown = useCountFirstInView<HTMLDivElement>(report);
  const isQueued = useIsQueued(report);
  const types = useTypes();
  const formats = useFormats();
  const announce = useAnnounce();
  const recordsOf = useRecordsLink(answer, report.name);
  const place = usePlace();
  const [saveFailure, setSaveFailure] = useState<{ title: string; error: unknown }>();
  const hasOneView = report.definition.chart === 'table' || report.definition.chart === 'number';
  const isStopped = wasStopped(error) && !isFetching;
  const failure = wasStopped(error) ? null : error;
  useUntilBack(isFetching ? null : failure, {
    tryQuietly: (signal) => countQuietly(report, signal),
    tryVisibly: () => void refetch(),
  });

  async function count() {
    const outcome = await countAgain(report);
    if (outcome === 'counted') announce(`${report.name} was counted again`);
    if (outcome === 'failed') announce(`Couldn't count ${report.name} again`);
  }
  const first = () => {
    const reason = failure ?? types.error;
    if (reason !== null) return <NotCounted report={report} error={reason} onRetry={() => void refetch()} />;
    if (isStopped) return null;
    return <Skeleton className={classes.skeleton} aria-label={`Counting ${report.name}`} role="img" />;
  };
  const drawn = answer !== undefined &&
    types.data && {
      name: report.name,
      answer,
      types: types.data,
      formats,
      recordsOf,
      goal: report.definition.goal,
    };
  return (
    <div ref={shown} className={classes.counts} data-first={!drawn || undefined}>
      <LongCount
        name={report.name}
        isCounting={isFetching}
        isQueued={isQueued}
        waits={isStopped ? 'stopped' : undefined}
        hasAnswer={answer !== undefined}
        hasFailed={failure !== null}
        onStop={() => void stopCounting(report)}
        // Without figures, an answer that is cached or already being counted will do.
        onCount={() => void (answer === undefined ? refetch() : count())}
      />
      {drawn ? (
        <>
          <Unfiltered answer={drawn.answer} types={drawn.types} />
          <div className={classes.answer} aria-busy={isFetching}>
            <PartBoundary key={view} drawn={answer}>
              {view === 'chart' ? <Chart {...drawn} chart={report.definition.chart} /> : <AnswerTable {...drawn} />}
            </PartBoundary>
          </div>
          {failure !== null && (
            <CountFailed
              title={`Couldn't count again. These figures are from ${formats.time(drawn.answer.meta.countedAt)}`}
              report={report}
              error={failure}
            />
          )}
          <CountedText answer={drawn.answer} formats={formats} />
          <TileTools
            name={report.name}
            view={hasOneView ? undefined : view}
            isCounting={isFetching}
            onView={setView}
            onCount={() => void count()}
          >
            <ExportItems
              name={report.name}
              findChart={() => shown.current}
              address={answerAddress(place, report)}
              onFailure={setSaveFailure}
            />
          </TileTools>
          {saveFailure !== undefined && (
            <Dialog title={report.name} onClose={() => setSaveFailure(undefined)}>
              <ErrorNote {...saveFailure} />
            </Dialog>
          )}
        </>
      ) : (
        first()
      )}
    </div>
  );
}

/** Names the filters of the dashboard that do not fit the records of this report. */
function Unfiltered({ answer, types }: { answer: Answer; types: readonly RecordType[] }) {
  const { unfiltered = [] } = answer.meta;
  if (unfiltered.length === 0) return null;
  const names = new Intl.ListFormat('en', { type: 'disjunction' }).format(
    unfiltered.map(({ field }) => labelOfAny(field, types)),
  );
  return (
    <p className={classes.unfiltered} title={unfiltered.map(({ detail }) => detail).join('; ')}>
      Not filtered by {names}
    </p>
  );
}

/** Says why there are no figures; pressing the button removes it. */
function NotCounted(props: Omit<CountFailedProps, 'title'>) {
  const note = useSectionFocus<HTMLDivElement>();
  return (
    <div ref={note}>
      <CountFailed title="Couldn't count the records" {...props} />
    </div>
  );
}
