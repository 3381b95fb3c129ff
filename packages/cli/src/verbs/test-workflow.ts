import { Problem, createValidator, workflowTestsSchema, type Workflow, type WorkflowTests } from '@tallyhook/schemas';
import { findWorkflowMistakes, testWorkflow, type OfflineStep, type TestedWorkflow } from '@tallyhook/sdk';
import { existsSync } from 'node:fs';
import { printableLines } from '../output.ts';
import { readJson } from '../read-json.ts';
import type { Settings } from '../settings.ts';

export interface TestWorkflowOptions {
  samples?: string;
  json?: boolean;
}

/**
 * `workflows test`: runs a workflow file with the tests beside it, without the product. Exit 0 all passed, 1 something
 * failed, 2 bad usage.
 */
export async function runWorkflowTests(settings: Settings, path: string, options: TestWorkflowOptions): Promise<void> {
  const workflow = await readJson(settings, path);
  const mistakes = findWorkflowMistakes(workflow);
  if (mistakes.length > 0)
    throw new Problem('invalid_workflow', `${path} is not a workflow that can run.`, { errors: mistakes });
  const { tests, from } = await readTests(settings, path, options);
  const tested = tests.map((test) => testWorkflow(workflow as Workflow, test));
  const passed = tested.every(({ differences }) => differences.length === 0);
  const answer = { passed, tests: tested.map(({ run, ...test }) => ({ ...test, ...run })) };
  const text = () => [
    `${path}${from === undefined ? '' : ` with ${from}`}`,
    ...tested.map((one) => testText(one, from === undefined)),
    summary(tested),
  ];
  settings.output.write(
    options.json ? `${JSON.stringify(answer, null, 2)}\n` : `${printableLines(text().join('\n'))}\n`,
  );
  if (!passed) process.exitCode = 1;
}

/** The tests of a workflow: those of the file beside it, or one that gives nothing and expects nothing. */
async function readTests(
  settings: Settings,
  path: string,
  { samples }: TestWorkflowOptions,
): Promise<{ tests: WorkflowTests['tests']; from: string | undefined }> {
  const from = samples ?? path.replace(/(\.json)?$/, '.tests.json');
  if (samples === undefined && !existsSync(from)) return { tests: [{ name: 'without samples' }], from: undefined };
  const given = await readJson(settings, from);
  const mistakes = createValidator(workflowTestsSchema)(given);
  if (mistakes.length > 0)
    throw new Problem('invalid_usage', `${from} does not hold tests of a workflow.`, { errors: mistakes });
  return { tests: (given as WorkflowTests).tests, from };
}

function testText({ name, run, differences }: TestedWorkflow, showsSteps: boolean): string {
  const isPassed = differences.length === 0;
  const lines = [...differences, ...(isPassed && !showsSteps ? [] : run.steps.map(stepText))];
  return [`  ${isPassed ? '✔' : '✖'} ${name}`, ...lines.map((line) => `      ${line}`)].join('\n');
}

function stepText({ stepId, kind, input, absent }: OfflineStep): string {
  const missing = absent.map((place) => `; nothing at ${place}`).join('');
  return `${stepId} (${kind}) ${JSON.stringify(input)}${missing}`;
}

function summary(tested: readonly TestedWorkflow[]): string {
  const failed = tested.filter(({ differences }) => differences.length > 0).length;
  return `  ${tested.length - failed} passed${failed === 0 ? '' : `, ${failed} failed`}`;
}
