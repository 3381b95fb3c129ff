import { previewMerge, readMergedDefinitions } from '@tallyhook/store/merging';
import { nameConflictAuthors } from '../branches/name-conflict-authors.ts';
import { openBoth } from '../branches/open-both.ts';
import { nameValues } from '../branches/name-values.ts';
import { branchParameters, conflictParameters } from '../branches/difference-parameters.ts';
import { leaveSignal } from '../leave-signal.ts';
import { defineRoute } from '../route.ts';
import { findStoppedByMerge } from '../stops/find-stopped.ts';

export const getMergePreview = defineRoute({
  method: 'get',
  path: '/api/merges/preview',
  access: { person: 'read' },
  summary: 'Counts what a merge of one branch into another would change, and lists the conflicts in pages.',
  parameters: { ...branchParameters, ...conflictParameters },
  answer: 'MergePreview',
  problems: ['not_found', 'invalid_input'],
  async handler(request, services, response) {
    const { store } = services;
    const { workspaceId } = request.caller;
    const { from, into } = await openBoth(store, workspaceId, request.parameters);
    const { cursor } = request.parameters;
    const preview = await previewMerge(store, { into, from, cursor, signal: leaveSignal(response) });
    const labels = await nameValues(store, from, preview.conflicts);
    const conflicts = await nameConflictAuthors(store, into, preview.conflicts);
    const stops = await findStoppedByMerge(
      services,
      { into, from },
      await readMergedDefinitions(store, { into, from }),
    );
    return { from: from.name, into: into.name, ...preview, conflicts, labels, stops };
  },
});
