import type { RunStatus } from '@tallyhook/schemas/api';

export const runStatuses = [
  'queued',
  'running',
  'waiting',
  'completed',
  'failed',
  'cancelled',
] as const satisfies readonly RunStatus[];
