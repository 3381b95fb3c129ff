import type { RunReportStep } from '../generated/workflow.ts';
import { defineStepKind } from './kind.ts';

export const runReport = defineStepKind<RunReportStep>({
  kind: 'runReport',
  name: 'Run Report',
  description:
    'Asks the question of a saved report of the branch; the output is the answer, with `report` naming the report, and `shown` with the numbers over everything as texts in their formats.',
  schema: {
    title: 'RunReportStep',
    required: ['report'],
    properties: { report: { $ref: '#/$defs/recordId', description: 'The id of the report.' } },
    examples: [{ id: 'open', kind: 'runReport', report: '65f000000000000000000001' }],
  },
  output: { overall: { count: 'single' }, shown: { count: 'single' }, rows: 'any' },
  summary: () => '',
  async findMistakes({ report }, lookup) {
    if (await lookup.hasReport(report)) return [];
    return [{ path: ['report'], code: 'unknown_report', detail: `the branch has no report "${report}"` }];
  },
});
