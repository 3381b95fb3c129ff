import { Skeleton, Title } from '@mantine/core';
import type { Answer, ReportGoal } from '@tallyhook/schemas';
import { isGone } from '../api/gone.ts';
import { useUntilBack } from '../api/use-until-back.ts';
import { Chart, type Alongside } from '../chart/Chart.tsx';
import type { ChartKind } from '../chart/shape-chart.ts';
import { formatValue } from '../chart/format-value.ts';
import { PlaceContext } from '../place.tsx';
import { useRecordsLink } from '../records/records-link.ts';
import { CountedText } from '../reports/CountedLine.tsx';
import { LongCount } from '../reports/LongCount.tsx';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { PartBoundary } from '../shell/PartBoundary.tsx';
import { useFormats } from '../use-formats.ts';
import classes from './Compare.module.css';
import type { Side } from './use-side.ts';

export interface SidePanelProps {
  side: Side;
  branch: string;
  /** The report's name on this branch. */
  name: string;
  answer: Answer | undefined;
  chart: ChartKind;
  goal: ReportGoal | undefined;
  alongside: Alongside | undefined;
  /** Whether another table shows the figures. */
  isTable: boolean;
}

/** The answer of one branch. Its figures lead to the records of that branch. */
export function SidePanel(props: SidePanelProps) {
  const { side, branch, name } = props;
  return (
    <PlaceContext value={side.place}>
      <section className={classes.panel} aria-label={`${name} on ${branch}`}>
        <Title order={2}>{branch}</Title>
        <Content {...props} />
      </section>
    </PlaceContext>
  );
}

function Content({ side, branch, name, answer, chart, goal, alongside, isTable }: SidePanelProps) {
  const formats = useFormats();
  const recordsOf = useRecordsLink(answer, name);
  useUntilBack(side.isCounting ? null : side.error, {
    tryQuietly: (signal) => side.countQuietly(signal),
    tryVisibly: () => void side.count(),
  });
  if (side.missingType !== undefined)
    return (
      <p className={classes.words}>
        There are no records of the type “{side.missingType}” on {branch}. Merge the type, or install its app there.
      </p>
    );
  if (side.noQuestion !== null) {
    const isMissing = isGone(side.noQuestion);
    return (
      <p className={classes.words}>{isMissing ? `${branch} does not have this report.` : side.noQuestion.message}</p>
    );
  }
  const label = `${name} on ${branch}`;
  return (
    <>
      <LongCount
        name={label}
        isCounting={side.isCounting}
        isQueued={side.isQueued}
        waits={side.isStopped ? 'stopped' : undefined}
        hasAnswer={answer !== undefined}
        hasFailed={side.error !== null}
        onStop={side.stop}
        onCount={() => void side.count()}
      />
      {side.error !== null && (
        <ErrorNote title={`Couldn't count on ${branch}`} error={side.error} onRetry={() => void side.count()} />
      )}
      {answer === undefined || side.types === undefined ? (
        side.error === null && !side.isStopped && <Skeleton height={220} />
      ) : (
        <div aria-busy={side.isCounting} className={classes.drawn}>
          {isTable ? (
            <p className={classes.words}>{overallOf(answer)}</p>
          ) : (
            <PartBoundary drawn={answer}>
              <Chart {...{ chart, answer, formats, recordsOf, goal, alongside }} name={label} types={side.types} />
            </PartBoundary>
          )}
          <CountedText {...{ answer, formats }} />
        </div>
      )}
    </>
  );

  function overallOf({ overall, meta }: Answer): string {
    const measure = meta.columns.find(({ role }) => role === 'measure')!;
    return `${measure.label}: ${formatValue(overall[measure.name], measure, formats)}`;
  }
}
