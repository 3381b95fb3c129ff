/** Workflow code with a mistake of its own, in place of the real one. */
export async function runWorkflow(): Promise<unknown> {
  const nothing = undefined as unknown as { steps: unknown };
  return nothing.steps;
}
