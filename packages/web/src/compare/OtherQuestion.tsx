import { Button } from '@mantine/core';
import { questionPartOf } from '@tallyhook/schemas/report-drawing';
import { isGone } from '../api/gone.ts';
import { describeReport } from '../reports/describe-report.ts';
import type { Both } from './align-answers.ts';
import classes from './Compare.module.css';
import type { Side } from './use-side.ts';

export interface OtherQuestionProps extends Both<Side> {
  branches: Both<string>;
  isSameQuestion: boolean;
  onAsk: (isSame: boolean) => void;
}

/** Says which question each branch answers, if the report is not the same on both. */
export function OtherQuestion({ here, there, branches, isSameQuestion, onAsk }: OtherQuestionProps) {
  const isMissing = isGone(there.reportError);
  if (here.report === undefined || (there.report === undefined && !isMissing)) return null;
  const asks = (side: Side) => describeReport(side.report!.definition, side.types ?? []);
  const isSame = there.report !== undefined && textOf(here) === textOf(there);
  if (isSame) return null;
  return (
    <section className={classes.note} aria-label="Questions">
      <div className={classes.grow}>
        <b>
          {isMissing
            ? `${branches.there} does not have this report`
            : 'The report asks something else on each of the branches'}
        </b>
        <dl className={classes.questions}>
          <dt>{branches.here}</dt>
          <dd>{asks(here)}</dd>
          {!isMissing && (
            <>
              <dt>{branches.there}</dt>
              <dd>{asks(there)}</dd>
            </>
          )}
        </dl>
        <span className={classes.muted}>
          {isSameQuestion
            ? `Both branches answer the question of ${branches.here}.`
            : isMissing
              ? 'Its question can be asked there all the same.'
              : 'Each branch answers its own question.'}
        </span>
      </div>
      {(isSameQuestion ? !isMissing : true) && (
        <Button size="xs" variant="default" onClick={() => onAsk(!isSameQuestion)}>
          {isSameQuestion ? 'Ask each its own question' : `Ask the question of ${branches.here} on both`}
        </Button>
      )}
    </section>
  );
}

/** A question as text, whatever the order of its keys. */
function textOf({ report }: Side): string {
  return JSON.stringify(sorted(questionPartOf(report!.definition)));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, one]) => [key, sorted(one)]));
}
