import type { EditedStep } from './tree.ts';
import { freeId } from './tree.ts';

/** A kind of step in the menu, with what a new one begins with. */
interface StepChoice {
  kind: string;
  label: string;
  hint: string;
  start: Record<string, unknown>;
}

/** The steps that people add, by what they want to do. */
export const stepChoices: readonly { group: string; choices: readonly StepChoice[] }[] = [
  {
    group: 'Services',
    choices: [
      {
        kind: 'action',
        label: 'Do something in a service',
        hint: 'An action of an installed connector',
        start: { connector: '', action: '', input: {} },
      },
      { kind: 'httpRequest', label: 'HTTP request', hint: 'Any address', start: { url: '' } },
    ],
  },
  {
    group: 'Data',
    choices: [
      { kind: 'runReport', label: 'Run report', hint: 'The numbers of a saved report', start: { report: '' } },
      { kind: 'query', label: 'Ask a question', hint: 'Count or sum records', start: { question: { type: '' } } },
      { kind: 'findRecords', label: 'Find records', hint: 'Those that match a filter', start: { type: '' } },
      { kind: 'createRecord', label: 'Create a record', hint: '', start: { type: '', fields: {} } },
      { kind: 'updateRecord', label: 'Update a record', hint: '', start: { type: '', record: '', fields: {} } },
      { kind: 'deleteRecord', label: 'Delete a record', hint: '', start: { type: '', record: '' } },
    ],
  },
  {
    group: 'Flow',
    choices: [
      {
        kind: 'condition',
        label: 'If',
        hint: 'Steps that only run when a test holds',
        start: { if: { left: '', op: 'gt', right: 0 }, then: [] },
      },
      { kind: 'forEach', label: 'For each', hint: 'Steps for every item of a list', start: { list: '', steps: [] } },
      {
        kind: 'tellPerson',
        label: 'Tell a person',
        hint: 'A message to members',
        start: { message: '', to: [] },
      },
      { kind: 'callWorkflow', label: 'Call a workflow', hint: 'And use its result', start: { workflow: '' } },
      { kind: 'stop', label: 'Stop', hint: 'End the run here', start: {} },
    ],
  },
  {
    group: 'Wait',
    choices: [
      { kind: 'wait', label: 'Wait', hint: 'For a time or until a moment', start: { for: '1h' } },
      {
        kind: 'waitForDelivery',
        label: 'Wait for an event',
        hint: 'Of a connector',
        start: { connector: '', events: ['*'] },
      },
      { kind: 'askPerson', label: 'Ask a person', hint: 'A form for members', start: { message: '' } },
    ],
  },
];

/** What a new trigger of a kind begins with. */
export const triggerStarts: Record<string, { label: string; hint: string; start: Record<string, unknown> }> = {
  connector: {
    label: 'An event in a service',
    hint: 'A webhook of an installed connector',
    start: { connector: '', events: ['*'] },
  },
  schedule: { label: 'A schedule', hint: 'Every day at a time, or by cron', start: { at: '08:00' } },
  button: { label: 'A button', hint: 'By hand, with inputs', start: {} },
  recordChanged: { label: 'A changed record', hint: 'Created, updated or deleted', start: { type: '' } },
  address: { label: 'Its own address', hint: 'Any program that sends a request', start: {} },
  called: { label: 'Another workflow', hint: 'That calls this one', start: {} },
};

/** A new step of a kind, with an id that no other step has. */
export function makeStep(kind: string, taken: ReadonlySet<string>): EditedStep {
  const { start = {} } = stepChoices.flatMap(({ choices }) => choices).find((choice) => choice.kind === kind) ?? {};
  return { id: freeId(kind, taken), kind, ...structuredClone(start) };
}
