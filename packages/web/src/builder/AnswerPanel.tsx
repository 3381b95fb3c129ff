import { Progress, Skeleton } from '@mantine/core';
import type { RecordType, Report } from '@tallyhook/schemas';
import { useMemo, useState, type ReactNode } from 'react';
import { Refusal } from '../api/send.ts';
import { AnswerTable } from '../chart/AnswerTable.tsx';
import { Chart } from '../chart/Chart.tsx';
import { useRecordsLink } from '../records/records-link.ts';
import { CountedLine } from '../reports/CountedLine.tsx';
import { LongCount } from '../reports/LongCount.tsx';
import { ViewSwitch, type View } from '../reports/ViewSwitch.tsx';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { useAnnounce } from '../shell/LiveRegion.tsx';
import { PartBoundary } from '../shell/PartBoundary.tsx';
import { useFormats } from '../use-formats.ts';
import type { LiveAnswer } from './use-live-answer.ts';
import classes from './Builder.module.css';

export interface AnswerPanelProps {
  name: string;
  chart: Report['chart'];
  goal: Report['goal'];
  liveAnswer: LiveAnswer;
  types: readonly RecordType[];
  /** Shown below an empty answer; `isSure` is false if matching records may exist but have no value to measure. */
  noMatch: (isSure: boolean) => ReactNode;
}

/** The answer next to the question. The previous answer stays, dimmed, until the new one arrives. */
export function AnswerPanel({ name, chart, goal, liveAnswer, types, noMatch }: AnswerPanelProps) {
  const { answer, error, isCounting, isCurrent } = liveAnswer;
  const [view, setView] = useState<View>('chart');
  const formats = useFormats();
  const announce = useAnnounce();
  const recordsOf = useRecordsLink(answer, name);
  const drawn = { name, answer: answer!, types, formats, recordsOf, goal };
  const shown = useMemo(() => [answer, chart], [answer, chart]);
  const emptiness = answer !== undefined && isCurrent ? emptinessOf(answer) : 'none';

  async function count() {
    if (await liveAnswer.count()) announce(`${name} was counted again`);
  }

  return (
    <section className={classes.answer} aria-label="Answer">
      <div className={classes.bar}>
        {isCounting && <Progress value={100} animated size={3} radius={0} aria-label="Counting" />}
      </div>
      <LongCount
        name={name}
        isCounting={isCounting}
        begun={liveAnswer.begun}
        waits={liveAnswer.waits}
        hasAnswer={answer !== undefined}
        hasFailed={error !== undefined}
        onStop={liveAnswer.stop}
        onCount={() => void count()}
      />
      {answer === undefined && error === undefined && <Skeleton height={260} />}
      {answer !== undefined && (
        <>
          {chart !== 'table' && <ViewSwitch name={name} view={view} onChange={setView} />}
          <div className={classes.drawn} aria-busy={isCounting} data-old={!isCurrent || undefined}>
            <PartBoundary key={view} drawn={shown}>
              {view === 'chart' ? <Chart {...drawn} chart={chart} isFilling /> : <AnswerTable {...drawn} />}
            </PartBoundary>
          </div>
          {emptiness !== 'none' && noMatch(emptiness === 'sure')}
        </>
      )}
      {error !== undefined && (
        <div className={classes.failed}>
          <ErrorNote title={failedTitle(error, answer && formats.time(answer.meta.countedAt))} error={error} />
        </div>
      )}
      {(answer !== undefined || error !== undefined) && (
        <CountedLine
          name={name}
          answer={answer}
          formats={formats}
          isCounting={isCounting}
          onCount={() => void count()}
        />
      )}
    </section>
  );
}

function failedTitle(error: Error, countedAt: string | undefined): string {
  const isRefused = error instanceof Refusal && error.code === 'invalid_question';
  const what = isRefused ? "This question isn't valid" : "Couldn't count the records";
  return countedAt === undefined ? what : `${what}. These figures are from ${countedAt}`;
}

/** Whether the answer contains no records. */
function emptinessOf({ rows, overall, meta }: NonNullable<LiveAnswer['answer']>): 'sure' | 'possible' | 'none' {
  const measure = meta.columns.find(({ role }) => role === 'measure')!;
  const value = overall[measure.name];
  const isCount = measure.fn === 'count';
  if (meta.columns.some(({ role }) => role === 'group')) {
    // Conditions on groups may have left none of them out of many records.
    if (isCount) return value ? 'none' : 'sure';
    return rows.length > 0 ? 'none' : value === null || value === 0 ? 'possible' : 'none';
  }
  if (isCount && measure.field === undefined) return value === 0 ? 'sure' : 'none';
  return value === 0 || value === null ? 'possible' : 'none';
}
