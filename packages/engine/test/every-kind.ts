import type { Workflow, WorkflowStep } from '@tallyhook/schemas';
import { commentWith } from './world.ts';

type Steps = Workflow['steps'];

/** Steps of every kind, for recorded histories; `how` is how the last one ends the run. */
export function everyKind(
  { reportId, calledId }: { reportId: string; calledId: string },
  how: 'completed' | 'failed',
): Steps {
  const steps: Record<WorkflowStep['kind'], WorkflowStep> = {
    runReport: { id: 'count', kind: 'runReport', report: reportId },
    query: { id: 'ask', kind: 'query', question: { type: 'ticket' } },
    findRecords: { id: 'find', kind: 'findRecords', type: 'ticket', limit: 3 },
    createRecord: { id: 'make', kind: 'createRecord', type: 'ticket', fields: { title: 'Made' } },
    updateRecord: {
      id: 'change',
      kind: 'updateRecord',
      type: 'ticket',
      record: '{{steps.make.output.id}}',
      fields: { status: 'review' },
    },
    deleteRecord: { id: 'remove', kind: 'deleteRecord', type: 'ticket', record: '{{steps.make.output.id}}' },
    action: commentWith('comment', 'Counted {{steps.count.output.overall.count}}'),
    httpRequest: {
      id: 'http',
      kind: 'httpRequest',
      url: 'https://api.github.com/repos/octo/hello-world/issues/7/comments',
      account: 'own',
    },
    callWorkflow: { id: 'call', kind: 'callWorkflow', workflow: calledId, inputs: { text: 'Hello' } },
    waitForDelivery: {
      id: 'event',
      kind: 'waitForDelivery',
      connector: 'github',
      events: ['issues.closed'],
      within: '1s',
      otherwise: 'goOn',
    },
    askPerson: { id: 'person', kind: 'askPerson', message: 'Go on?', within: '1s', otherwise: 'goOn' },
    tellPerson: {
      ...{ id: 'tell', kind: 'tellPerson' },
      message: '{{steps.count.output.shown.count}} are open',
      ...{ to: ['owner@example.com'], report: reportId },
    },
    wait: { id: 'pause', kind: 'wait', for: '1s' },
    condition: {
      id: 'any',
      kind: 'condition',
      if: { left: '{{steps.find.output.count}}', op: 'gt', right: 0 },
      then: [commentWith('some', 'Some')],
      else: [commentWith('none', 'None')],
    },
    forEach: {
      id: 'each',
      kind: 'forEach',
      list: '{{steps.find.output.records}}',
      parallel: 2,
      steps: [commentWith('one', '{{item.fields.title}}'), { id: 'short', kind: 'wait', for: '1s' }],
    },
    stop: {
      id: 'outer',
      kind: 'forEach',
      list: [1, 2],
      steps: [{ id: 'enough', kind: 'stop', as: how, message: 'Enough' }],
    },
  };
  return Object.values(steps);
}
