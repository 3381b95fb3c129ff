import { once } from 'node:events';
import { Problem } from '@tallyhook/schemas';
import { streamRecords, type RecordSort } from '@tallyhook/store/records';
import { csvLine } from '../answer-csv.ts';
import { leaveSignal } from '../leave-signal.ts';
import { parseFilter } from '../parse-question.ts';
import { exportedFields, exportLine, exportTypes } from '../records/export-lines.ts';
import { openFilter } from '../questions/list-window.ts';
import { nameRelated } from '../questions/name-related.ts';
import { turnOf } from '../questions/turn-of.ts';
import { typeParameter } from '../record-body.ts';
import { defineRoute, sent } from '../route.ts';

export const getRecordExport = defineRoute({
  method: 'get',
  path: '/api/record-export',
  access: 'read',
  summary:
    'Downloads all records of one type that match a filter, in an order. `sort` is a list such as `-dueOn,title`; `fields` names the columns.',
  parameters: {
    type: typeParameter,
    format: { kind: 'choice', values: ['csv', 'ndjson', 'json'] },
    filter: { kind: 'text', maxLength: Infinity },
    sort: { kind: 'text', maxLength: 1_000 },
    fields: { kind: 'text', maxLength: 20_000 },
    timezone: { kind: 'text', maxLength: 64 },
    weekStart: { kind: 'choice', values: ['monday', 'sunday', 'saturday'] },
  },
  answer: 'ExportedRecord[]',
  otherTypes: ['text/csv'],
  lines: 'ExportedRecord',
  problems: ['invalid_question', 'query_timeout', 'too_many_requests', 'body_too_large'],
  async handler(request, deps, response) {
    const { store } = deps;
    const { branch } = request.caller;
    const { format = 'csv', filter, sort, fields, ...asked } = request.parameters;
    const turn = turnOf(request, response, deps);
    const parsed = filter === undefined ? { and: [] } : parseFilter(filter);
    const { question, source } = await openFilter(deps, request.caller, { ...asked, filter: parsed, turn });
    const stages = await source.filterStages(question, turn);
    const columns = exportedFields(question.type, fields?.split(',').filter(Boolean) ?? []);
    if (columns.length === 0) throw new Problem('invalid_request', `None of the fields exist: ${fields}.`);
    const left = leaveSignal(response);
    const groups = streamRecords(store, branch, asked.type, { sort: readSort(sort), stages, signal: left });
    // The first group is read before the head is sent, so that a refusal is still possible.
    let group = await groups.next();
    response.setHeader('Content-Type', exportTypes[format]);
    response.attachment(`${asked.type}.${format}`);
    if (format === 'csv') response.write(exportHead(columns));
    let separator = format === 'json' ? '[\n' : '';
    for (; !group.done; group = await groups.next()) {
      const { labels = {} } = await nameRelated(store, branch, { records: group.value, sizeBytes: 0 });
      const lines = group.value.map((row) => exportLine(row, columns, format, labels));
      const text = format === 'json' ? separator + lines.join(',\n') : lines.join(format === 'csv' ? '' : '\n');
      separator = ',\n';
      if (!response.write(format === 'ndjson' ? `${text}\n` : text)) await once(response, 'drain', { signal: left });
    }
    if (format === 'json') response.write(separator === '[\n' ? '[]\n' : '\n]\n');
    response.end();
    return sent;
  },
});

const exportHead = (columns: readonly { label: string }[]): string => csvLine(columns.map(({ label }) => label));

function readSort(text: string | undefined): RecordSort[] {
  const steps = text?.split(',').filter(Boolean) ?? [];
  return steps.map((step) => (step.startsWith('-') ? { field: step.slice(1), dir: 'desc' } : { field: step }));
}
