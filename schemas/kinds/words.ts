import type { AnyStep, AnyTrigger, WorkflowKinds } from './kind.ts';
import { findStepKind } from './walk-steps.ts';

/** Describes what a step does, such as `Action · github, comment-on-issue`. */
export function describeStep(step: AnyStep, kinds: WorkflowKinds): string {
  const kind = findStepKind(kinds, step);
  return kind === undefined ? step.kind : [kind.name, kind.summary(step)].filter(Boolean).join(' · ');
}

/** Describes what starts a workflow, such as `Connector Trigger · github, issues.opened`. */
export function describeTrigger(trigger: AnyTrigger, { triggers }: WorkflowKinds): string {
  const kind = triggers.find((one) => one.kind === trigger.kind);
  return kind === undefined ? trigger.kind : [kind.name, kind.summary(trigger)].filter(Boolean).join(' · ');
}

/** Describes what started a run, such as `github, issues.opened`, with its id if it has one. */
export function describeStart(
  start: AnyTrigger,
  { triggers }: WorkflowKinds,
): { by: string; reference?: { name: string; id: string } } {
  return triggers.find(({ kind }) => kind === start.kind)?.describeStart(start) ?? { by: start.kind };
}
