import type { ConnectorPackage } from '../generated/connector-package.ts';
import type { Workflow } from '../generated/workflow.ts';
import type { ProblemDetail } from '../problem.ts';
import type { RecordType } from '../record-type.ts';

/** The properties of every step. */
export interface AnyStep {
  id: string;
  kind: string;
  /** The display name. */
  name?: string;
}

/** The property of every trigger and of every start of a run: the kind of the trigger. */
export interface AnyTrigger {
  kind: string;
}

/** What templates can read under a name: a single value, anything, or an object with these fields. */
export type RootShape = 'single' | 'any' | { readonly [field: string]: RootShape };
export type RootShapes = Readonly<Record<string, RootShape>>;

/**
 * The specific keys of a step or trigger kind, as JSON Schema. `$ref` can point to the definitions of the workflow
 * schema.
 */
export interface KindSchema {
  /** The name of the generated type. */
  title: string;
  properties: Readonly<Record<string, object>>;
  required?: readonly string[];
  examples?: readonly object[];
}

/** The list of inner steps that a step runs, once or repeatedly. */
export interface OpenedBlock {
  /** The step's key that contains the list. */
  block: string;
  /** Number of repetitions; absent if the list runs once and is not a loop. */
  turns?: number;
  /** How many repetitions run at the same time; by default one. */
  parallel?: number;
}

/** A wait until a moment; `wakes` ends it earlier, when what it waits for has come. */
export interface StepWait {
  until: string;
  wakes?: true;
}

/** The run of another workflow that a step has queued, by its id here and at Temporal. */
export interface CalledRun {
  calls: { runId: string; temporalWorkflowId: string };
  /** Whether the step does not wait for its end. */
  background?: true;
}

/** What a run does once a step has begun: run steps inside it, wait, run another workflow, or end. */
export type StepNext = OpenedBlock | StepWait | CalledRun | { end: 'completed' | 'failed' };

/** A list of inner steps that a kind of step has. */
export interface BlockKind {
  /** The display name of a list that is not a loop, such as `Otherwise`. */
  label?: string;
  /** Names that only templates inside the list can read. */
  roots?: RootShapes;
}

/** An account name and the connector that uses it. */
export interface AccountUse {
  name: string;
  connector: string;
}

/** What is wrong with the times of a schedule, as a sentence. */
export interface ScheduleMistake {
  key: 'cron' | 'timezone';
  detail: string;
}

/** Looks up what a workflow names. */
export interface Lookup {
  /** The installed package of a connector; undefined if it is not installed. */
  connector(id: string): Promise<ConnectorPackage | undefined>;
  /** What is wrong with a value, by a JSON Schema. */
  validate(schema: object, value: unknown): ProblemDetail[];
  /** What is wrong with a question to the branch; values that are templates are not looked at. */
  findQuestionMistakes(question: object): ProblemDetail[];
  hasReport(id: string): Promise<boolean>;
  /** A workflow of the branch. */
  workflow(id: string): Promise<Workflow | undefined>;
  /** The record types of the branch. */
  recordTypes: readonly RecordType[];
  /** What is wrong with the times of a schedule; undefined if nothing is. */
  findScheduleMistake(times: { cron?: string | undefined; timezone?: string | undefined }): ScheduleMistake | undefined;
}

/** A mistake in a step or trigger, with its path inside it. */
export type KindMistake = Omit<ProblemDetail, 'pointer'> & { path: readonly (string | number)[] };

/**
 * How a worker runs a step. `quick`: our own reads and writes, seconds at most. `request`: one request to a service that
 * usually answers at once. `long`: other external calls or long work, one attempt at a time. `file`: sends a file, using
 * a queue of its own.
 */
export type StepWay = 'quick' | 'request' | 'long' | 'file';

/** The common properties of step and trigger kinds. */
interface Kind<Value extends AnyTrigger> {
  kind: Value['kind'];
  /** The display name of the kind. */
  name: string;
  /** What it does, in a sentence or two. */
  description: string;
  schema: KindSchema;
  /**
   * What a particular step or trigger does, in a few words such as `github, comment-on-issue`; empty if the kind's name
   * says everything.
   */
  summary(value: Value): string;
  accounts?(value: Value): AccountUse[];
  /** Finds names that do not exist; called only with values that match the schema. */
  findMistakes?(value: Value, lookup: Lookup): Promise<KindMistake[]>;
}

/** The definition of a step kind, except for its execution, which is in the engine. */
export interface StepKind<Step extends AnyStep = AnyStep> extends Kind<Step> {
  /** The keys whose texts, at any depth, are templates. */
  templates?: readonly string[];
  /** What its output always has, as far as that is known; the output may have more. */
  output?: RootShapes;
  /** The keys that contain lists of steps. */
  blocks?: Readonly<Record<string, BlockKind>>;
  /** How the step runs; default `quick`. */
  plan?(step: Step, lookup: Pick<Lookup, 'connector'>): Promise<StepWay>;
}

/** The definition of a trigger kind, except for its execution. */
export interface TriggerKind<
  Trigger extends AnyTrigger = AnyTrigger,
  Start extends AnyTrigger = AnyTrigger,
> extends Kind<Trigger> {
  /** What templates can read as `trigger.<name>`. */
  roots: RootShapes;
  /** Describes what started a run, with its id if it has one. */
  describeStart(start: Start): { by: string; reference?: { name: string; id: string } };
}

/** The kinds available to workflows. */
export interface WorkflowKinds {
  triggers: readonly TriggerKind[];
  steps: readonly StepKind[];
}

/** Declares a step kind; the keys are checked against the type of the step. */
export function defineStepKind<Step extends AnyStep>(
  kind: StepKind<Step> & {
    templates?: readonly (keyof Step)[];
    blocks?: Readonly<Partial<Record<keyof Step, BlockKind>>>;
  },
): StepKind {
  return kind;
}

/** Declares a trigger kind. `Start` is what a run stores about its start. */
export function defineTriggerKind<Trigger extends AnyTrigger, Start extends AnyTrigger>(
  kind: TriggerKind<Trigger, Start>,
): TriggerKind<Trigger, Start> {
  return kind;
}
