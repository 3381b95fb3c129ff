import { cancelRun, notifyWatchers } from '@tallyhook/engine/client';
import { Problem } from '@tallyhook/schemas';
import { askToCancelRun, isEnded, listWatchers } from '@tallyhook/store/runs';
import { defineRoute } from '../route.ts';
import { noteRun } from '../workflows/note-run.ts';
import { runOfBranch } from '../workflows/run-of-branch.ts';

export const postRunCancel = defineRoute({
  method: 'post',
  path: '/api/runs/:id/cancel',
  access: 'act',
  summary: 'Cancels a run, which ends once the current step has stopped.',
  answer: 'CancelledRun',
  status: 202,
  problems: ['run_ended'],
  async handler(request, { store, temporal, logger, now }) {
    const { branch, by } = request.caller;
    const { id } = await runOfBranch(store, branch, request.params.id);
    const asked = await askToCancelRun(store, id, { by, at: now() });
    const run = asked ?? (await runOfBranch(store, branch, id));
    if (asked === null && run.status !== 'cancelled') {
      throw new Problem('run_ended', `The run "${id}" has already ${run.status}: nothing is left to cancel.`);
    }
    if (asked !== null) await noteRun(store, run, { action: 'run.cancelled', by, at: now() });
    // One that had not begun has ended with that.
    if (asked !== null && isEnded(asked)) {
      const watchers = await listWatchers(store, id);
      if (watchers.length > 0) await notifyWatchers(store, { ...asked, watchers }, now());
    }
    // If Temporal cannot be reached now, the workers' sweep delivers the cancellation later.
    // A queued run has ended by now, but may wait at Temporal for a place.
    if (asked !== null || !isEnded(run)) {
      await cancelRun(temporal, run).catch((error: unknown) =>
        logger.warn({ error: String(error), run: id }, 'Could not ask Temporal to cancel a run yet.'),
      );
    }
    const { status, endedAt, cancelAsked } = run;
    return { id, status, endedAt, cancelAsked };
  },
});
