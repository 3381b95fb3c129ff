import { Title } from '@mantine/core';
import { useMemo } from 'react';
import { useFormats } from '../use-formats.ts';
import { alignAnswers, isComparable, type Both } from './align-answers.ts';
import { alongsideOf } from './alongside.ts';
import classes from './Compare.module.css';
import { DifferenceBars } from './DifferenceBars.tsx';
import { DifferenceTable } from './DifferenceTable.tsx';
import { readDifferences, writeDifference, writeShare } from './differences.ts';
import { SidePanel } from './SidePanel.tsx';
import type { Side } from './use-side.ts';

export interface ComparedAnswersProps extends Both<Side> {
  branches: Both<string>;
  isSameQuestion: boolean;
}

/** Both answers with the same scales and colours, and their difference as a chart and as a table. */
export function ComparedAnswers({ here, there, branches, isSameQuestion }: ComparedAnswersProps) {
  const formats = useFormats();
  const definition = here.report?.definition;
  const drawn = { here: definition, there: isSameQuestion ? definition : there.report?.definition };
  const charts = { here: drawn.here?.chart ?? 'table', there: drawn.there?.chart ?? 'table' };
  const compared = useCompared();
  const name = here.report?.name ?? 'Report';
  const answers = compared?.aligned ?? { here: here.answer, there: there.answer };
  const panel = (side: keyof Both<unknown>) => (
    <SidePanel
      side={side === 'here' ? here : there}
      branch={branches[side]}
      name={(side === 'here' ? here : there).report?.name ?? name}
      answer={answers[side]}
      chart={charts[side]}
      goal={drawn[side]?.goal}
      alongside={compared?.alongside}
      // The table below has the figures of both.
      isTable={compared !== undefined && charts[side] === 'table'}
    />
  );
  return (
    <>
      <div className={classes.sides}>
        {panel('here')}
        {panel('there')}
      </div>
      {compared !== undefined && (
        <section className={classes.panel} aria-label="Difference">
          <Title order={2}>
            Difference <span className={classes.muted}>{`${branches.here} − ${branches.there}`}</span>
          </Title>
          {compared.differences.groupColumns.length === 0 && (
            <p className={classes.number}>
              {writeDifference(compared.differences.overall.difference, compared.differences.measure, formats)}{' '}
              <small>{writeShare(compared.differences.overall, compared.differences.measure, formats)}</small>
            </p>
          )}
          <DifferenceBars {...{ name, branches, formats }} differences={compared.differences} />
          <DifferenceTable {...{ name, branches, formats }} differences={compared.differences} />
        </section>
      )}
      {compared === undefined && here.answer !== undefined && there.answer !== undefined && (
        <p className={classes.note} role="status">
          There is no difference to show: the branches measure or group different things. Ask the same question on both.
        </p>
      )}
    </>
  );

  function useCompared() {
    const { answer: mine, types: myTypes } = here;
    const { answer: theirs, types: theirTypes } = there;
    return useMemo(() => {
      if (mine === undefined || theirs === undefined || myTypes === undefined || theirTypes === undefined)
        return undefined;
      const both = { here: mine, there: theirs };
      if (!isComparable(both)) return undefined;
      const aligned = alignAnswers(both);
      const types = { here: myTypes, there: theirTypes };
      return {
        aligned,
        differences: readDifferences(both, { aligned, types, formats }),
        alongside: alongsideOf(aligned, { charts: { here: charts.here, there: charts.there }, types, formats }),
      };
    }, [mine, theirs, myTypes, theirTypes, charts.here, charts.there, formats]);
  }
}
