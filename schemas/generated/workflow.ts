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
  steps: Steps;
}
/**
 * What starts a run.
 */
export type WorkflowTrigger = ConnectorTrigger;
/**
 * One step of a run. Later steps can read its result as `steps.<id>.output`.
 */
export type WorkflowStep = RunReportStep | ActionStep;
/**
 * The steps in the order they run; a step that fails ends the run.
 *
 * @minItems 1
 * @maxItems 100
 */
export type Steps = WorkflowStep[];
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

export interface WorkflowCondition {
  /**
   * A path into the payload, such as `issue.labels.0.name`; a name with other characters is put in brackets, as in `[event-data].id` or `[data[id]]`.
   */
  path: string;
  /**
   * The comparison, named as in questions.
   */
  op: 'eq' | 'ne' | 'in' | 'nin' | 'contains' | 'ncontains' | 'empty' | 'nempty';
  /**
   * The value to compare with; a list for `in` and `nin`, none for `empty` and `nempty`.
   *
   * @maxItems 1000
   */
  value?: string | number | boolean | null | (string | number | boolean | null)[];
}
/**
 * Starts a run for each event that a connector's webhook receives. Templates can read `trigger.event`, `trigger.deliveryId`, `trigger.externalId`, `trigger.receivedAt`, `trigger.payload`.
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
}
/**
 * Asks the question of a saved report of the branch; the output is the answer, with `report` naming the report.
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
