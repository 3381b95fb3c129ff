// Made from workflow.schema.json by `npm run generate`. Change the schema, not this file.

/**
 * A workflow: a trigger that starts a run, and the steps of the run in order. Every text inside an input is a template over the roots `trigger` and `steps`; a text that is one whole expression keeps the type of its value.
 */
export interface Workflow {
  /**
   * The location of this file's schema, for editors.
   */
  $schema?: string;
  /**
   * The display name of the workflow.
   */
  name: string;
  /**
   * What the workflow is for.
   */
  description?: string;
  trigger: WorkflowTrigger;
  limits?: WorkflowLimits;
  steps: Steps;
}
/**
 * What starts a run.
 */
export type WorkflowTrigger =
  ConnectorTrigger | ScheduleTrigger | ButtonTrigger | RecordChangedTrigger | AddressTrigger | CalledTrigger;
/**
 * One step of a run. Later steps can read its result as `steps.<id>.output`.
 */
export type WorkflowStep =
  | RunReportStep
  | QueryStep
  | FindRecordsStep
  | CreateRecordStep
  | UpdateRecordStep
  | DeleteRecordStep
  | ActionStep
  | HttpRequestStep
  | ConditionStep
  | ForEachStep
  | CallWorkflowStep
  | WaitStep
  | WaitForDeliveryStep
  | AskPersonStep
  | TellPersonStep
  | StopStep;
/**
 * The steps in the order they run; a step that fails ends the run.
 *
 * @minItems 1
 * @maxItems 100
 */
export type Steps = WorkflowStep[];
/**
 * A comparison with a value of the payload, or several combined.
 */
export type WorkflowCondition = ConditionAnd | ConditionOr | ConditionNot | WorkflowComparison;
/**
 * A comparison of two values, or several combined.
 */
export type WorkflowTest = TestAnd | TestOr | TestNot | WorkflowTestComparison;
/**
 * The name of the step in templates; unique within the workflow.
 */
export type StepId = string;
/**
 * The display name of the step.
 */
export type StepName = string;
/**
 * The id of an installed connector.
 */
export type ConnectorId = string;
export type DeclaredName = string;
/**
 * A name for the account to use; the workflow's settings on each branch map it to a linked account. By default the name is the connector's id.
 */
export type AccountChoice = string;
export type RecordId = string;
/**
 * A record type of the branch.
 */
export type TypeName = string;
/**
 * The id of the record: a template, such as `{{trigger.record.id}}`.
 */
export type RecordReference = string;

/**
 * How many runs of the workflow there are at the same time. Without it, each starts at once.
 */
export interface WorkflowLimits {
  /**
   * How many runs at the same time; the others wait in the order in which they came.
   */
  atMost: number;
  /**
   * A template over `trigger`, such as `{{trigger.payload.issue.number}}`: only runs with the same value count together, so that they run one after the other with an `atMost` of 1.
   */
  key?: string;
  /**
   * What happens with a run when there are as many already: it waits; `newest`: it waits, and those that waited before it end as cancelled; or it ends as cancelled itself. Cancelled ones do nothing.
   */
  whenFull?: 'wait' | 'newest' | 'skip';
}
export interface ConditionAnd {
  /**
   * All must hold.
   *
   * @minItems 1
   * @maxItems 50
   */
  and: WorkflowCondition[];
}
export interface ConditionOr {
  /**
   * At least one must hold.
   *
   * @minItems 1
   * @maxItems 50
   */
  or: WorkflowCondition[];
}
export interface ConditionNot {
  /**
   * Must not hold.
   */
  not: WorkflowCondition;
}
export interface WorkflowComparison {
  /**
   * A path into the payload, such as `issue.labels.0.name`; a name with other characters is put in brackets, as in `[event-data].id` or `[data[id]]`.
   */
  path: string;
  /**
   * The comparison, named as in questions. `gt`, `gte`, `lt` and `lte` compare numbers, or two texts such as days; they never hold if a value is absent.
   */
  op: 'eq' | 'ne' | 'in' | 'nin' | 'gt' | 'gte' | 'lt' | 'lte' | 'contains' | 'ncontains' | 'empty' | 'nempty';
  /**
   * The value to compare with; a list for `in` and `nin`, none for `empty` and `nempty`.
   *
   * @maxItems 1000
   */
  value?: string | number | boolean | null | (string | number | boolean | null)[];
}
export interface TestAnd {
  /**
   * All must hold.
   *
   * @minItems 1
   * @maxItems 50
   */
  and: WorkflowTest[];
}
export interface TestOr {
  /**
   * At least one must hold.
   *
   * @minItems 1
   * @maxItems 50
   */
  or: WorkflowTest[];
}
export interface TestNot {
  /**
   * Must not hold.
   */
  not: WorkflowTest;
}
export interface WorkflowTestComparison {
  /**
   * The value to look at; a text is a template, such as `{{steps.open.output.overall.count}}`.
   *
   * @maxItems 1000
   */
  left: string | number | boolean | null | (string | number | boolean | null)[];
  /**
   * The comparison, named as in questions. `gt`, `gte`, `lt` and `lte` compare numbers, or two texts such as days; they never hold if a value is absent.
   */
  op: 'eq' | 'ne' | 'in' | 'nin' | 'gt' | 'gte' | 'lt' | 'lte' | 'contains' | 'ncontains' | 'empty' | 'nempty';
  /**
   * The value to compare with; a text is a template. A list for `in` and `nin`, none for `empty` and `nempty`.
   *
   * @maxItems 1000
   */
  right?: string | number | boolean | null | (string | number | boolean | null)[];
}
/**
 * Values by field name. Texts, including those in lists, are templates; a text that is one whole expression keeps the type of its value.
 */
export interface RecordFields {
  [k: string]: unknown;
}
/**
 * A value that a person gives.
 */
export interface WorkflowInput {
  /**
   * Its name in templates.
   */
  name: string;
  /**
   * Its display name.
   */
  label: string;
  /**
   * What kind of value it is.
   */
  kind: 'text' | 'number' | 'yesNo' | 'day' | 'choice';
  /**
   * The values of a choice.
   *
   * @minItems 1
   * @maxItems 100
   */
  options?: string[];
  /**
   * Whether a value must be given.
   */
  required?: boolean;
}
/**
 * Starts a run for each event that a connector's webhook receives. Templates can read `trigger.event`, `trigger.deliveryId`, `trigger.externalId`, `trigger.receivedAt`, `trigger.payload`, `trigger.headers`, `trigger.query`, `trigger.around`.
 */
export interface ConnectorTrigger {
  kind: 'connector';
  connector: ConnectorId;
  /**
   * The connector's webhook; required if it declares several.
   */
  webhook?: DeclaredName;
  /**
   * The events that start a run, as the webhook names them; `*` matches all.
   *
   * @minItems 1
   * @maxItems 100
   */
  events: string[];
  account?: AccountChoice;
  /**
   * Conditions on the payload; all must hold.
   *
   * @maxItems 50
   */
  conditions?: WorkflowCondition[];
  /**
   * Has the service send its events while the workflow is on: the values that the `subscribe` of the webhook asks for, {} if none. Leave it out if a person has set up the address there.
   */
  subscribe?: Record<string, unknown>;
}
/**
 * Starts a run at given times, by the clock of the time zone: a time that summer time skips runs when the clock has moved on, and one that comes twice runs once. Templates can read `trigger.at`.
 */
export interface ScheduleTrigger {
  kind: 'schedule';
  /**
   * The time of day, such as `08:00`; on every day, or on those of `days`.
   */
  at?: string;
  /**
   * The days of the week.
   *
   * @minItems 1
   * @maxItems 7
   */
  days?: ('monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday')[];
  /**
   * Instead of `at`: minute, hour, day, month and weekday, such as `* /15 8-18 * * 1-5`.
   */
  cron?: string;
  /**
   * An IANA time zone; by default that of the workspace.
   */
  timezone?: string;
  /**
   * What happens with times more than five minutes ago, when nothing was running: `once` starts one run for the last of them, `skip` none.
   */
  missed?: 'once' | 'skip';
}
/**
 * Starts a run when a person presses a button, with the inputs they give, or when a program asks for it. Templates can read `trigger.inputs`, `trigger.record`, `trigger.by`.
 */
export interface ButtonTrigger {
  kind: 'button';
  /**
   * The words on the button.
   */
  label?: string;
  /**
   * A record type: the button is on its records, and `trigger.record` is the record it was pressed on.
   */
  record?: TypeName;
  /**
   * What the person is asked for.
   *
   * @maxItems 50
   */
  inputs?: WorkflowInput[];
}
/**
 * Starts a run for each record of a type that is created, updated or deleted, once per change. `trigger.record` is the record after the change and `trigger.before` the one before it. Templates can read `trigger.record`, `trigger.before`, `trigger.operation`, `trigger.change`, `trigger.by`, `trigger.at`, `trigger.count`.
 */
export interface RecordChangedTrigger {
  kind: 'recordChanged';
  type: TypeName;
  /**
   * The changes that start a run; by default all.
   *
   * @minItems 1
   * @maxItems 3
   */
  on?: ('create' | 'update' | 'delete')[];
  /**
   * An update starts a run only if it changes one of these fields.
   *
   * @minItems 1
   * @maxItems 100
   */
  fields?: string[];
  /**
   * Conditions on the change, with paths such as `record.fields.status`; all must hold.
   *
   * @maxItems 50
   */
  conditions?: WorkflowCondition[];
  /**
   * Whether an import or a merge of branches starts a run: one for all its records of the type, with `trigger.count`.
   */
  imports?: boolean;
  /**
   * Whether changes by workflows start a run, including its own; at most eight in a chain.
   */
  workflows?: boolean;
}
/**
 * Starts a run for each POST request to an address that only this workflow has. Who knows the address may start it, so keep it secret; it can be changed at any time. Templates can read `trigger.event`, `trigger.deliveryId`, `trigger.externalId`, `trigger.receivedAt`, `trigger.payload`, `trigger.headers`, `trigger.query`, `trigger.around`.
 */
export interface AddressTrigger {
  kind: 'address';
  /**
   * Where the sender names the delivery, as a template over `event.headers`, `event.query` and `event.body`: the same id starts nothing twice. A request without an id always starts a run.
   */
  id?: string;
  /**
   * Conditions on the body; all must hold.
   *
   * @maxItems 50
   */
  conditions?: WorkflowCondition[];
}
/**
 * Starts a run when a step of another workflow calls this one, whether this one is on or off. Templates can read `trigger.inputs`, `trigger.runId`.
 */
export interface CalledTrigger {
  kind: 'called';
  /**
   * What the calling step gives.
   *
   * @maxItems 50
   */
  inputs?: WorkflowInput[];
}
/**
 * Asks the question of a saved report of the branch; the output is the answer, with `report` naming the report, and `shown` with the numbers over everything as texts in their formats.
 */
export interface RunReportStep {
  id: StepId;
  kind: 'runReport';
  name?: StepName;
  /**
   * The id of the report.
   */
  report: RecordId;
}
/**
 * Asks a question of the records of the branch, as `/api/query` does; the output is the answer.
 */
export interface QueryStep {
  id: StepId;
  kind: 'query';
  name?: StepName;
  /**
   * The question. Texts are templates.
   */
  question: {
    type: TypeName;
    [k: string]: unknown;
  };
}
/**
 * Finds records of the branch, the newest first; the output has them as `records`, the first one as `first` (null if there is none) and how many there are as `count`.
 */
export interface FindRecordsStep {
  id: StepId;
  kind: 'findRecords';
  name?: StepName;
  type: TypeName;
  /**
   * A filter as in questions; all records by default. Texts are templates.
   */
  filter?: {
    [k: string]: unknown;
  };
  /**
   * How many at most.
   */
  limit?: number;
}
/**
 * Creates a record on the branch, once even if the step is tried again; the output is the record.
 */
export interface CreateRecordStep {
  id: StepId;
  kind: 'createRecord';
  name?: StepName;
  type: TypeName;
  fields: RecordFields;
}
/**
 * Changes the given fields of a record of the branch, once even if the step is tried again; a field given as null becomes empty. The output is the record.
 */
export interface UpdateRecordStep {
  id: StepId;
  kind: 'updateRecord';
  name?: StepName;
  type: TypeName;
  record: RecordReference;
  fields: RecordFields;
}
/**
 * Deletes a record of the branch; the output is the record as it was.
 */
export interface DeleteRecordStep {
  id: StepId;
  kind: 'deleteRecord';
  name?: StepName;
  type: TypeName;
  record: RecordReference;
}
/**
 * Runs an action of a connector; the output is what the action declares as its output.
 */
export interface ActionStep {
  id: StepId;
  kind: 'action';
  name?: StepName;
  connector: ConnectorId;
  /**
   * The connector's action.
   */
  action: DeclaredName;
  account?: AccountChoice;
  /**
   * The action's inputs by name. Texts, including those in lists and objects, are templates.
   */
  input: {
    [k: string]: unknown;
  };
}
/**
 * Calls an address of another service. The output has its answer as `status`, `headers` and `body`; an answer other than 2xx fails the step.
 */
export interface HttpRequestStep {
  id: StepId;
  kind: 'httpRequest';
  name?: StepName;
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /**
   * The full address, with encoded query parameters; a template.
   */
  url: string;
  /**
   * Headers by name; templates. They are shown on the run, so keep credentials in a linked account of the connector `http` instead.
   */
  headers?: {
    [k: string]: string;
  };
  /**
   * A body sent as JSON; its texts are templates.
   */
  json?: {
    [k: string]: unknown;
  };
  /**
   * A body sent as text; a template.
   */
  text?: string;
  /**
   * A body sent as a form; templates.
   */
  form?: {
    [k: string]: string;
  };
  /**
   * A name for a linked account of the connector `http`: its credentials are sent, and only to its host. By default none are sent.
   */
  account?: AccountChoice;
}
/**
 * Runs one of two lists of steps; the output says whether the test holds, as `met`.
 */
export interface ConditionStep {
  id: StepId;
  kind: 'condition';
  name?: StepName;
  /**
   * The test that decides.
   */
  if: WorkflowTest;
  /**
   * The steps that run if the test holds.
   */
  then: Steps;
  /**
   * The steps that run otherwise.
   */
  else?: Steps;
}
/**
 * Runs steps once for each item of a list, of at most 1000. Inside, templates can read `item` and `index` (from 0). The output is a list with the output of the last step inside, one for each item.
 */
export interface ForEachStep {
  id: StepId;
  kind: 'forEach';
  name?: StepName;
  /**
   * The list: a template, such as `{{steps.find.output.records}}`, or the items themselves.
   *
   * @maxItems 1000
   */
  list: string | unknown[];
  /**
   * The steps that run for each item.
   */
  steps: Steps;
  /**
   * How many items are worked on at the same time.
   */
  parallel?: number;
}
/**
 * Starts a run of another workflow of the branch, whose trigger is "Called by a workflow", and waits until it has ended. The output has its `runId` and, as `output`, that of its last step. Workflows call each other at most 8 deep.
 */
export interface CallWorkflowStep {
  id: StepId;
  kind: 'callWorkflow';
  name?: StepName;
  /**
   * The id of the workflow.
   */
  workflow: RecordId;
  /**
   * The values of its inputs, by name. Texts are templates.
   */
  inputs?: {
    [k: string]: unknown;
  };
  /**
   * Whether this run goes on without waiting for the other.
   */
  background?: boolean;
}
/**
 * Waits for a time or until a moment; the output is the moment it waited for, as `until`.
 */
export interface WaitStep {
  id: StepId;
  kind: 'wait';
  name?: StepName;
  /**
   * How long: a number and `s`, `m`, `h` or `d` for seconds, minutes, hours or days.
   */
  for?: string;
  /**
   * Until when: a template that gives a day, which begins in the time zone of the workspace, or a moment with a zone (ISO 8601). A moment that has passed is not waited for.
   */
  until?: string;
}
/**
 * Waits for an event of a connector that meets the conditions, also one that came since the run began. The output has whether it arrived as `arrived`, and its `event`, `payload`, `deliveryId` and `receivedAt`.
 */
export interface WaitForDeliveryStep {
  id: StepId;
  kind: 'waitForDelivery';
  name?: StepName;
  connector: ConnectorId;
  /**
   * The connector's webhook; required if it declares several.
   */
  webhook?: DeclaredName;
  /**
   * The events that it waits for, as the webhook names them; `*` matches all.
   *
   * @minItems 1
   * @maxItems 100
   */
  events: string[];
  account?: AccountChoice;
  /**
   * Conditions on the payload; all must hold. Their values are templates.
   *
   * @maxItems 50
   */
  conditions?: WorkflowCondition[];
  /**
   * How long it waits: a number and `s`, `m`, `h` or `d`.
   */
  within?: string;
  /**
   * What happens after that time: the step fails, or the run goes on.
   */
  otherwise?: 'fail' | 'goOn';
}
/**
 * Asks members of the workspace and waits for the first answer. The output has the given values as `values`, whether somebody answered as `answered`, and who and when as `by` and `at`.
 */
export interface AskPersonStep {
  id: StepId;
  kind: 'askPerson';
  name?: StepName;
  /**
   * What is asked; a template.
   */
  message: string;
  /**
   * What the person gives; by default only that they confirm.
   *
   * @maxItems 50
   */
  inputs?: WorkflowInput[];
  /**
   * The emails of the members who may answer; by default everybody who may change records of the workspace.
   *
   * @minItems 1
   * @maxItems 50
   */
  to?: string[];
  /**
   * How long it waits: a number and `s`, `m`, `h` or `d`.
   */
  within?: string;
  /**
   * What happens after that time: the step fails, or the run goes on.
   */
  otherwise?: 'fail' | 'goOn';
}
/**
 * Puts a message into the inbox of members of the workspace, and mails it; the run goes on at once. The output has the emails of those who got it as `reached`, and who is not a member as `notReached`.
 */
export interface TellPersonStep {
  id: StepId;
  kind: 'tellPerson';
  name?: StepName;
  /**
   * The text; a template.
   */
  message: string;
  /**
   * The emails of members, or templates such as `{{trigger.record.createdBy}}` that give emails or people.
   *
   * @minItems 1
   * @maxItems 50
   */
  to: string[];
  /**
   * The id of the report that the message opens.
   */
  report?: RecordId;
  /**
   * An address outside that the message offers, beginning with `https://`; a template.
   */
  link?: string;
}
/**
 * Ends the run here, as completed or as failed, with a message.
 */
export interface StopStep {
  id: StepId;
  kind: 'stop';
  name?: StepName;
  /**
   * How the run ends.
   */
  as?: 'completed' | 'failed';
  /**
   * Why; a template.
   */
  message?: string;
}
