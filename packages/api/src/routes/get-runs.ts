import { countFailedRuns, listRuns } from '@tallyhook/store/runs';
import { defineRoute } from '../route.ts';
import { readRunFilter, runFilterParameters, runFilterWords } from '../workflows/run-filter.ts';
import { summarizeRun } from '../workflows/summarize-run.ts';

/** Counting stops here: nobody needs the exact figure, and pages request it often. */
const maxCounted = 1_000;

export const getRuns = defineRoute({
  method: 'get',
  path: '/api/runs',
  access: 'read',
  summary: `Lists the runs of workflows, newest first. ${runFilterWords}`,
  parameters: {
    ...runFilterParameters,
    limit: { kind: 'integer', minimum: 1, maximum: 500 },
    cursor: { kind: 'text', maxLength: 24 },
  },
  answer: 'RunPage',
  async handler(request, { store }) {
    const { limit = 50, cursor, ...asked } = request.parameters;
    const filter = await readRunFilter(store, request.caller, asked);
    const [page, failed] = await Promise.all([
      listRuns(store, { ...filter, limit, cursor }),
      countFailedRuns(store, { ...filter, atMost: maxCounted }),
    ]);
    return { ...page, runs: page.runs.map(summarizeRun), counts: { failed, atMost: maxCounted } };
  },
});
