import type { SavedWorkflow } from '@tallyhook/schemas/api';
import type { ApiClient } from './api-client.ts';

/** Returns the workflow with the definition's name; creates it if there is none. */
export async function ensureWorkflow(demo: ApiClient, definition: { name: string }): Promise<SavedWorkflow> {
  const { name } = definition;
  const listed = await demo.call('GET /api/workflows', {});
  return (
    listed.find((workflow) => workflow.name === name) ??
    (await demo.call('POST /api/workflows', { body: { name, definition } }))
  );
}
