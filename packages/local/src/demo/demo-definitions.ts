/** Whose repositories the demo's linked account speaks for: deliveries about others start nothing. */
export const demoOwner = 'octo-demo';

export const demoReport = {
  name: 'Open tickets by status',
  definition: {
    type: 'ticket',
    chart: 'bars',
    filter: { and: [{ field: 'status', op: 'ne', value: 'done' }] },
    groupBy: [{ field: 'status' }],
    measures: [{ fn: 'count' }],
  },
};

/** Connector Trigger → Run Report → comment on the issue that was opened. */
export function demoWorkflow(reportId: string) {
  return {
    name: 'Tell who opens an issue how busy we are',
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
