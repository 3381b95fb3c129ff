/** The task queue for sending files, derived from the one for runs. */
export function filesTaskQueueOf(runsTaskQueue: string): string {
  return `${runsTaskQueue.replace(/-runs$/, '')}-files`;
}
