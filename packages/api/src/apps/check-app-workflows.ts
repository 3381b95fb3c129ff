import { Problem, type App } from '@tallyhook/schemas';
import type { WorkflowKinds } from '@tallyhook/schemas/kinds';
import { findShapeMistakes } from '../workflows/check-definition.ts';

/**
 * Checks the workflows of an app as far as is possible without a branch: their shape and their templates.
 * @throws Problem `invalid_input` with every mistake.
 */
export function checkAppWorkflows({ workflows = [] }: App, kinds: WorkflowKinds): void {
  const errors = workflows.flatMap(({ name, definition }, index) =>
    findShapeMistakes({ ...definition, name }, kinds).map(({ pointer = '#', ...mistake }) => ({
      ...mistake,
      pointer: pointer.replace(/^#/, `#/app/workflows/${index}/definition`),
    })),
  );
  if (errors.length > 0)
    throw new Problem('invalid_input', `A workflow of the app is not valid: ${errors[0]!.detail}`, { errors });
}
