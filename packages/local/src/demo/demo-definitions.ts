import type { QuestionFilter, QuestionMeasure } from '@tallyhook/schemas';
import type { NewReport } from '@tallyhook/schemas/api';

/** The repository owner of the demo's linked account. Deliveries about other owners start nothing. */
export const demoOwner = 'octo-demo';

export const demoReport: NewReport = {
  name: 'Open tickets by status',
  definition: {
    type: 'ticket',
    chart: 'bars',
    filter: { and: [{ field: 'status', op: 'ne', value: 'done' }] },
    groupBy: [{ field: 'status' }],
    measures: [{ fn: 'count' }],
  },
};

const openOnly: QuestionFilter = { and: [{ field: 'status', op: 'ne', value: 'done' }] };
const closedOnly: QuestionFilter = { and: [{ field: 'closedAt', op: 'nempty' }] };
const count: QuestionMeasure[] = [{ fn: 'count' }];

/** More reports. Together with {@link demoReport} they show every way to draw an answer. */
export const demoReports: NewReport[] = [
  {
    name: 'Hours of work left',
    definition: { type: 'ticket', chart: 'number', filter: openOnly, measures: [{ fn: 'sum', field: 'estimate' }] },
  },
  {
    name: 'Tickets closed by month',
    definition: {
      type: 'ticket',
      chart: 'bars',
      filter: closedOnly,
      groupBy: [{ field: 'closedAt', unit: 'month' }],
      measures: count,
    },
  },
  {
    name: 'Hours by project and priority',
    definition: {
      type: 'ticket',
      chart: 'bars',
      groupBy: [{ field: 'project' }, { field: 'priority' }],
      measures: [{ fn: 'sum', field: 'estimate' }],
    },
  },
  {
    name: 'Tickets closed by quarter and project',
    definition: {
      type: 'ticket',
      chart: 'bars',
      filter: closedOnly,
      groupBy: [{ field: 'closedAt', unit: 'quarter' }, { field: 'project' }],
      measures: count,
    },
  },
  {
    name: 'Average hours per closed ticket',
    definition: {
      type: 'ticket',
      chart: 'line',
      filter: closedOnly,
      groupBy: [{ field: 'closedAt', unit: 'month' }],
      measures: [{ fn: 'avg', field: 'estimate' }],
    },
  },
  {
    name: 'What tickets are about',
    definition: { type: 'ticket', chart: 'pie', groupBy: [{ field: 'labels' }], measures: count },
  },
  {
    name: 'Tickets by person',
    definition: { type: 'ticket', chart: 'table', groupBy: [{ field: 'assignee' }], measures: count },
  },
];

/** A dashboard that people can rearrange, unlike the one of the Work app. */
export const demoDashboard = {
  name: 'Team',
  tiles: [
    { report: 'Tickets closed by month', width: 2 },
    { report: 'Hours of work left', width: 1 },
    { report: 'Hours by project and priority', width: 2 },
    { report: 'What tickets are about', width: 1 },
  ],
} as const;

/** Connector Trigger → Run Report → comment on the opened issue. */
export function demoWorkflow(reportId: string) {
  return {
    name: 'Tell issue authors how busy we are',
    trigger: { kind: 'connector', connector: 'github', events: ['issues.opened'] },
    steps: [
      { id: 'report', kind: 'runReport', report: reportId },
      {
        id: 'comment',
        kind: 'action',
        connector: 'github',
        action: 'comment-on-issue',
        input: {
          owner: '{{trigger.payload.repository.owner.login}}',
          repository: '{{trigger.payload.repository.name}}',
          number: '{{trigger.payload.issue.number}}',
          body: 'Thank you for "{{trigger.payload.issue.title}}". {{steps.report.output.overall.count}} tickets are open at the moment.',
        },
      },
    ],
  };
}
