import { once } from 'node:events';
import { describeStart } from '@tallyhook/schemas/kinds';
import { listRuns, type Run } from '@tallyhook/store/runs';
import { csvLine } from '../answer-csv.ts';
import { leaveSignal } from '../leave-signal.ts';
import { defineRoute, sent } from '../route.ts';
import { readRunFilter, runFilterParameters, runFilterWords } from '../workflows/run-filter.ts';
import { summarizeRun } from '../workflows/summarize-run.ts';

const maxRuns = 100_000;
const atOnce = 500;

const columns = [
  'id',
  'workflow',
  'status',
  'attempt',
  'started by',
  'delivery',
  'queued',
  'started',
  'ended',
  'error',
];

export const getRunExport = defineRoute({
  method: 'get',
  path: '/api/run-export',
  access: 'read',
  summary: `Downloads runs of workflows, newest first, at most 100,000: as CSV, or as one JSON object in each line. ${runFilterWords}`,
  parameters: { ...runFilterParameters, format: { kind: 'choice', values: ['csv', 'ndjson'] } },
  mediaType: 'text/csv',
  lines: 'RunSummary',
  async handler(request, { store, kinds }, response) {
    const { format = 'csv', ...asked } = request.parameters;
    const filter = await readRunFilter(store, request.caller, asked);
    const left = leaveSignal(response);
    const lineOf =
      format === 'csv'
        ? (run: Run) => csvLine(cellsOf(run, describeStart(run.trigger, kinds)))
        : (run: Run) => `${JSON.stringify(summarizeRun(run))}\n`;
    let page = await listRuns(store, { ...filter, limit: atOnce });
    // Express gives an attachment a type by its name, and knows none for lines of JSON.
    response.attachment(`runs.${format}`);
    response.setHeader('Content-Type', format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson');
    if (format === 'csv') response.write(csvLine(columns));
    for (let count = 0; ; page = await listRuns(store, { ...filter, limit: atOnce, cursor: page.nextCursor })) {
      if (!response.write(page.runs.map(lineOf).join(''))) await once(response, 'drain', { signal: left });
      count += page.runs.length;
      if (page.nextCursor === undefined || count >= maxRuns) break;
    }
    response.end();
    return sent;
  },
});

function cellsOf(run: Run, { by }: { by: string }): unknown[] {
  const { id, workflowName, status, attempt, trigger, queuedAt, startedAt, endedAt, error } = run;
  const delivery = 'deliveryId' in trigger ? trigger.deliveryId : null;
  const times = [queuedAt, startedAt, endedAt].map((at) => at?.toISOString() ?? null);
  return [id, workflowName, status, attempt, by, delivery, ...times, error?.message ?? null];
}
