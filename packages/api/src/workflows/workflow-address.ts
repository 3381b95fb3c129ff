import type { WorkflowAddress } from '@tallyhook/store/workflows';

/** The address that starts one workflow. */
export function workflowAddress({ key }: Pick<WorkflowAddress, 'key'>, baseUrl: string): string {
  return `${baseUrl}/start/${key}`;
}
