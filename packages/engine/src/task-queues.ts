/** The task queues at Temporal. Long sends get a queue of their own, so that they never hold up a run's quick steps. */
export const taskQueues = {
  runs: 'tallyhook-runs',
} as const;
