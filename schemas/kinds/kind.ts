import type { ConnectorPackage } from '../generated/connector-package.ts';
import type { ProblemDetail } from '../problem.ts';

/** What every step has, whatever its kind. */
export interface AnyStep {
  id: string;
  kind: string;
  /** What people call it. */
  name?: string;
}

/** What every trigger has, and every start of a run: the kind of its trigger. */
export interface AnyTrigger {
  kind: string;
}

/** What templates reach under a name: a single value, anything, or an object with these fields. */
export type RootShape = 'single' | 'any' | { readonly [field: string]: RootShape };
export type RootShapes = Readonly<Record<string, RootShape>>;

/** The keys of a step or trigger, besides those that all have, as JSON Schema. `$ref` reaches the definitions of the workflow schema. */
export interface KindSchema {
  /** What the generated type is called. */
  title: string;
  properties: Readonly<Record<string, object>>;
  required?: readonly string[];
  examples?: readonly object[];
}

/** Which of its lists of steps a step runs: once, or in turns. */
export interface OpenedBlock {
  /** The key of the step that holds the list. */
  block: string;
  /** How often; absent where the list is no loop and runs once. */
  turns?: number;
}

/** A list of steps inside steps of a kind. */
export interface BlockKind {
  /** What people call it where it is no loop, such as `Otherwise`. */
  label?: string;
  /** What only the templates in there reach, by name. */
  roots?: RootShapes;
}

/** A name for an account, and the connector that it is used with. */
export interface AccountUse {
  name: string;
  connector: string;
}

/** Looks up what a workflow names. */
export interface Lookup {
  /** The installed package of a connector; undefined where it is not installed. */
  connector(id: string): Promise<ConnectorPackage | undefined>;
  hasReport(id: string): Promise<boolean>;
}

/** A mistake in a step or trigger, with its place inside it. */
export type KindMistake = Omit<ProblemDetail, 'pointer'> & { path: readonly (string | number)[] };

/**
 * How a worker runs a step. `quick`: reads and writes of our own, seconds at most. `long`: what leaves us or lasts, one
 * attempt at a time. `file`: sends a file, which waits in a queue of its own.
 */
export type StepWay = 'quick' | 'long' | 'file';

/** What steps and triggers of a kind have in common. */
interface Kind<Value extends AnyTrigger> {
  kind: Value['kind'];
  /** What people call the kind. */
  name: string;
  /** What it does, in a sentence or two. */
  description: string;
  schema: KindSchema;
  /** What this one does, in a few words such as `github, comment-on-issue`; empty where the name of the kind says it all. */
  summary(value: Value): string;
  accounts?(value: Value): AccountUse[];
  /** Finds what names something that is not there; only of a value that fits the schema. */
  findMistakes?(value: Value, lookup: Lookup): Promise<KindMistake[]>;
}

/** Everything about a kind of step but its work, which is in the engine. */
export interface StepKind<Step extends AnyStep = AnyStep> extends Kind<Step> {
  /** The keys whose texts, however deep, are templates. */
  templates?: readonly string[];
  /** The keys that hold lists of steps. */
  blocks?: Readonly<Record<string, BlockKind>>;
  /** How the step runs; `quick` without it. */
  plan?(step: Step, lookup: Pick<Lookup, 'connector'>): Promise<StepWay>;
}

/** Everything about a kind of trigger but its work. */
export interface TriggerKind<
  Trigger extends AnyTrigger = AnyTrigger,
  Start extends AnyTrigger = AnyTrigger,
> extends Kind<Trigger> {
  /** What templates reach as `trigger.<name>`. */
  roots: RootShapes;
  /** What began a run, in words, and the id of it where it has one. */
  describeStart(start: Start): { by: string; reference?: { name: string; id: string } };
}

/** The kinds that a workflow is made of. */
export interface WorkflowKinds {
  triggers: readonly TriggerKind[];
  steps: readonly StepKind[];
}

/** Declares a kind of step; the keys are checked against the type of the step. */
export function defineStepKind<Step extends AnyStep>(
  kind: StepKind<Step> & {
    templates?: readonly (keyof Step)[];
    blocks?: Readonly<Partial<Record<keyof Step, BlockKind>>>;
  },
): StepKind {
  return kind;
}

/** Declares a kind of trigger. `Start` is what a run keeps of what began it. */
export function defineTriggerKind<Trigger extends AnyTrigger, Start extends AnyTrigger>(
  kind: TriggerKind<Trigger, Start>,
): TriggerKind<Trigger, Start> {
  return kind;
}
