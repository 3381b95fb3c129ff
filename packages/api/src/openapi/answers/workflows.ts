import { runStatuses, type Run, type RunError, type RunTrigger, type WorkflowSettings } from '@tallyhook/store';
import type { RunStep } from '../../routes/get-run.ts';
import type { RunCounts, RunSummary } from '../../routes/get-runs.ts';
import type { WorkflowRow } from '../../workflows/describe-workflow.ts';
import * as part from './parts.ts';

const { componentRef, listOf, mapOf, objectOf, oneOf, orNull } = part;

const settings = { on: part.yesNo, accounts: mapOf(part.id) };
const missingAccounts = listOf(part.text);
const error = objectOf<RunError>({ code: part.text, message: part.text, stepId: part.text }, ['stepId']);

const cancelAsked = orNull(objectOf<NonNullable<Run['cancelAsked']>>({ by: part.text, at: part.moment }));

const summary = {
  id: part.id,
  workflowId: part.id,
  workflowName: part.text,
  trigger: objectOf<RunTrigger>({
    kind: { const: 'connector' },
    connector: part.text,
    deliveryId: part.id,
    event: part.text,
  }),
  status: oneOf(runStatuses),
  attempt: { type: 'integer', minimum: 1 },
  queuedAt: part.moment,
  startedAt: orNull(part.moment),
  endedAt: orNull(part.moment),
  error: orNull(error),
};

const counts = {
  ...objectOf<RunCounts>({ failed: part.count, atMost: part.count }),
  description:
    'Runs of the branch, of the workflow if one is asked for, whatever the status asked for; `failed` is `atMost` where there are that many or more.',
};

const send = objectOf<NonNullable<RunStep['send']>>({
  request: orNull(part.text),
  state: oneOf(['open', 'sending', 'answered']),
  count: part.count,
  status: orNull(part.count),
});

const upload = objectOf<NonNullable<RunStep['upload']>>({
  fileId: part.id,
  fileName: part.text,
  sizeBytes: part.count,
  confirmedBytes: part.count,
  pieceCount: orNull(part.count),
  confirmedPieces: part.count,
  state: oneOf(['waiting', 'starting', 'sending', 'pausing', 'finishing', 'done', 'failed', 'cancelled']),
  sends: part.count,
  startedAt: orNull(part.moment),
  updatedAt: part.moment,
  nextTryAt: orNull(part.moment),
  lastError: orNull(part.text),
});

const step = objectOf<RunStep>({
  stepId: part.text,
  kind: part.text,
  name: orNull(part.text),
  status: oneOf(['pending', 'running', 'completed', 'failed', 'cancelled']),
  input: part.anything,
  output: part.anything,
  error: orNull(error),
  startedAt: orNull(part.moment),
  endedAt: orNull(part.moment),
  send: orNull(send),
  upload: orNull(upload),
});

/** The answers about workflows and their runs. */
export const workflowAnswers = {
  SavedWorkflow: objectOf<WorkflowRow>({
    id: part.id,
    name: part.text,
    revision: { type: 'integer', minimum: 1 },
    definition: componentRef('Workflow'),
    ...settings,
    missingAccounts,
  }),
  WorkflowSettings: objectOf<WorkflowSettings & { missingAccounts: string[] }>({ ...settings, missingAccounts }),
  RunPage: objectOf<{ runs: unknown; counts: RunCounts; nextCursor?: string }>(
    { runs: listOf(objectOf<RunSummary>(summary)), counts, nextCursor: part.text },
    ['nextCursor'],
  ),
  CancelledRun: objectOf<Pick<Run, 'id' | 'status' | 'endedAt' | 'cancelAsked'>>({
    id: summary.id,
    status: summary.status,
    endedAt: summary.endedAt,
    cancelAsked,
  }),
  Run: objectOf<Run & { steps: unknown }>({
    ...summary,
    workspaceId: part.id,
    branchId: part.id,
    branchName: part.text,
    definition: componentRef('Workflow'),
    accounts: mapOf(part.id),
    connectors: mapOf(part.text),
    temporalWorkflowId: part.text,
    cancelAsked,
    steps: listOf(step),
  }),
};
