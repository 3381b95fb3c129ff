import { fromPointer, nearest, type ActionStep, type Workflow } from '@tallyhook/schemas';
import { walkSteps, workflowKinds } from '@tallyhook/schemas/kinds';
import { checkWorkflow } from '../workflows/check-workflow.ts';
import type { DeclaredNames } from './check-file.ts';
import type { CheckContext } from './context.ts';
import type { JsonPath } from './source-file.ts';

/**
 * Checks a workflow that a connector brings for people to begin with: its templates, and that it uses what the connector
 * declares. Reports and record types belong to a workspace, so nothing is known of them here.
 */
export function checkTemplateWorkflow(context: CheckContext, workflow: Workflow, names: DeclaredNames): void {
  for (const { pointer = '#', detail } of checkWorkflow(workflow))
    context.report(fromPointer(pointer), { code: 'wrong_workflow', message: detail });
  const id = context.connector?.id;
  if (id === undefined || names.isUnclear) return;
  for (const { step, path } of walkSteps(workflow.steps, workflowKinds)) {
    if (step.kind !== 'action' || (step as ActionStep).connector !== id) continue;
    const { action, input } = step as ActionStep;
    checkName(context, [...path, 'action'], { kind: 'action', given: action, known: names.actions });
    const inputs = names.inputs.get(action);
    for (const name of inputs === undefined ? [] : Object.keys(input ?? {}))
      checkName(context, [...path, 'input', name], { kind: 'input', given: name, known: inputs!.names });
  }
  const { trigger } = workflow;
  if (trigger.kind !== 'connector' || trigger.connector !== id || trigger.webhook === undefined) return;
  checkName(context, ['trigger', 'webhook'], { kind: 'webhook', given: trigger.webhook, known: names.webhooks });
}

function checkName(
  context: CheckContext,
  path: JsonPath,
  { kind, given, known }: { kind: string; given: string; known: readonly string[] },
): void {
  if (known.includes(given)) return;
  const suggestion = nearest(given, known);
  const message = `the connector has no ${kind} "${given}"`;
  const advice = suggestion === undefined ? { hint: `it has ${known.join(', ') || 'none'}` } : { suggestion };
  context.report(path, { code: 'unknown_name', message, ...advice, ...(kind === 'input' && { atKey: true }) });
}
