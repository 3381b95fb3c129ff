// Made from workflow-tests.schema.json by `npm run generate`. Change the schema, not this file.

/**
 * Tests of a workflow that run without the product: what starts it, what each step gives, and what is expected.
 */
export interface WorkflowTests {
  /**
   * The location of this file's schema, for editors.
   */
  $schema?: string;
  /**
   * @minItems 1
   * @maxItems 200
   */
  tests: WorkflowTestCase[];
}
export interface WorkflowTestCase {
  name: string;
  /**
   * What templates read as `trigger`, such as `payload` or `inputs`.
   */
  trigger?: {
    [k: string]: unknown;
  };
  /**
   * The output of each step that asks or does something outside of the workflow, by its id; null if it is not here. In loops it is the same in every turn.
   */
  outputs?: {
    [k: string]: unknown;
  };
  expect?: WorkflowTestExpectation;
}
export interface WorkflowTestExpectation {
  /**
   * How it ends; `not started` if the conditions of the trigger do not hold.
   */
  status?: 'completed' | 'failed' | 'not started';
  /**
   * The ids of the steps that run, in their order; one in a loop stands there for each turn.
   */
  steps?: string[];
  /**
   * The keys of steps with their templates filled in, by step id; of one in a loop, a list with those of each turn. Only what is here is compared.
   */
  inputs?: {
    [k: string]: unknown;
  };
}
