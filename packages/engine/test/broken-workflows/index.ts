/** Workflow code with a bug, used instead of the real one. */
export async function runWorkflow(): Promise<unknown> {
  const nothing = undefined as unknown as { steps: unknown };
  return nothing.steps;
}
