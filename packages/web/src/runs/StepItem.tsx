import { Alert, Anchor, Text } from '@mantine/core';
import { IconAlertTriangle, IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { describeStep, findStep, workflowKinds } from '@tallyhook/schemas/kinds';
import { useState } from 'react';
import type { Run, RunBlock, RunError, RunStep } from '@tallyhook/schemas/api';
import { describeDuration } from './duration.ts';
import { JsonBlock } from './JsonBlock.tsx';
import { RunStatusMark } from './RunStatusMark.tsx';
import classes from './Runs.module.css';
import { StepDecision } from './StepDecision.tsx';
import { StepQuestion } from './StepQuestion.tsx';
import { UploadProgress } from './UploadProgress.tsx';
import { Moment } from '../shell/Moment.tsx';

interface OfRun {
  run: Run;
  /** The current time, in milliseconds since 1970. */
  now: number;
}

/** Steps in order, with nested steps. */
export function StepList({ steps, ...ofRun }: OfRun & { steps: readonly RunStep[] }) {
  return (
    <ol className={classes.steps}>
      {steps.map((step) => (
        <StepItem key={`${step.stepId} ${step.item}`} step={step} {...ofRun} />
      ))}
    </ol>
  );
}

/** A step: its status and, when expanded, its input and output. Failed and cancelled steps are expanded by default. */
function StepItem({ step, run, now }: OfRun & { step: RunStep }) {
  const [chosen, setChosen] = useState<boolean>();
  const { stepId, kind, name, status, input, output, error, notes, until, upload, blocks } = step;
  const { question, calls, decision } = step;
  const what = describeStep(
    findStep(run.definition.steps, stepId, workflowKinds) ?? { id: stepId, kind },
    workflowKinds,
  );
  const isCancelled = status === 'cancelled';
  const title = name ?? stepId;
  const isOpen = chosen ?? (status === 'failed' || isCancelled);
  return (
    <li className={classes.step}>
      <details open={isOpen} onToggle={(event) => setChosen(toggled(event.currentTarget.open, isOpen, chosen))}>
        <summary>
          <IconChevronRight aria-hidden size={18} className={classes.chevron} />
          <span className={classes.stepName}>
            {title}
            <span className={classes.what}>{what}</span>
            {until !== null && question === null && (
              <span className={classes.what}>
                Waits until <Moment at={until} as="moment" />
              </span>
            )}
          </span>
          <span className={classes.stepFacts}>
            <RunStatusMark status={status} />
            <span className={classes.figures}>{describeDuration(step.startedAt, step.endedAt, now)}</span>
          </span>
        </summary>
        <div className={classes.details}>
          {error !== null && <StepError error={error} isCancelled={isCancelled} />}
          {notes.map((note) => (
            <p key={note} className={classes.note}>
              {note}
            </p>
          ))}
          <JsonBlock title="Input" of={title} value={input} fileName={`${stepId}-input.json`} />
          <JsonBlock title="Output" of={title} value={output} fileName={`${stepId}-output.json`} />
        </div>
      </details>
      {question !== null && <StepQuestion question={question} />}
      {calls !== null && <CalledRun runId={calls} />}
      {decision !== null && <StepDecision run={run} step={step} decision={decision} />}
      {upload !== undefined && upload !== null && <UploadProgress upload={upload} />}
      {blocks.map((block) => (
        <StepsInside key={`${block.name} ${block.turn}`} block={block} run={run} now={now} />
      ))}
    </li>
  );
}

function CalledRun({ runId }: { runId: string }) {
  return (
    <p className={classes.note}>
      <Anchor component={Link} to="/runs/$runId" params={{ runId } as never} size="sm">
        The run that it called
      </Anchor>
    </p>
  );
}

/** Nested steps; steps of a loop name their iteration. */
function StepsInside({ block: { label, turn, turns, steps }, ...ofRun }: OfRun & { block: RunBlock }) {
  const heading = turn === null ? label : `${turn + 1} of ${turns}`;
  return (
    <div className={classes.inside}>
      {heading !== null && <p className={classes.turn}>{heading}</p>}
      <StepList steps={steps} {...ofRun} />
    </div>
  );
}

/** Why a step did not finish; cancellation is not shown as an error. */
function StepError({ error, isCancelled }: { error: RunError; isCancelled: boolean }) {
  if (isCancelled) return <p className={classes.error}>{error.message}</p>;
  return (
    <Alert
      color="red"
      variant="outline"
      title="Error"
      icon={<IconAlertTriangle aria-hidden />}
      className={classes.error}
    >
      {error.message}
      <Text size="xs" mt={4}>
        Code {error.code}
      </Text>
    </Alert>
  );
}

/** React also fires toggle events when it opens or closes a step; remember only what the person did. */
function toggled(isOpenNow: boolean, wasOpen: boolean, chosen: boolean | undefined): boolean | undefined {
  return isOpenNow === wasOpen ? chosen : isOpenNow;
}
