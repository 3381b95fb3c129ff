import type { WorkflowStep } from '@tallyhook/schemas';
import type { RunStep, StepUpload } from '@tallyhook/schemas/api';
import {
  listSends,
  listStepResults,
  listUploads,
  type Send,
  type StepResult,
  type Upload,
} from '@tallyhook/store/runs';
import { defineRoute, type Readable } from '../route.ts';
import { runOfBranch } from '../workflows/run-of-branch.ts';

export const getRun = defineRoute({
  method: 'get',
  path: '/api/runs/:id',
  access: 'read',
  summary: 'One run with its steps.',
  answer: 'Run',
  async handler(request, { store }) {
    const id = request.params.id;
    const run = await runOfBranch(store, request.caller.branch, id);
    const [results, sends, uploads] = await Promise.all([
      listStepResults(store, id),
      listSends(store, id),
      listUploads(store, id),
    ]);
    const steps = run.definition.steps.map((step) => describeStep(step, { results, sends, uploads }));
    return { ...run, steps };
  },
});

function describeStep(
  { id: stepId, kind, name }: WorkflowStep,
  { results, sends, uploads }: { results: StepResult[]; sends: Send[]; uploads: Upload[] },
): Readable<RunStep> {
  const result = results.find((candidate) => candidate.stepId === stepId);
  const send = sends.find((candidate) => candidate.stepId === stepId);
  const upload = uploads.find((candidate) => candidate.stepId === stepId);
  const {
    status = 'pending',
    input = null,
    output = null,
    error = null,
    startedAt = null,
    endedAt = null,
  } = result ?? {};
  return {
    stepId,
    kind,
    name: name ?? null,
    status,
    input,
    output,
    error,
    startedAt,
    endedAt,
    /** How often the step's request was begun, and what answered it. */
    send: send ? { request: send.request, state: send.state, count: send.count, status: send.status } : null,
    upload: upload ? describeUpload(upload) : null,
  };
}

/** How far the file of the step has got, by what the other service has confirmed. */
function describeUpload(upload: Upload): Readable<StepUpload> {
  const { file, pieceCount, piece, requests, state, confirmedBytes, confirmedPieces } = upload;
  const { startedAt, updatedAt, nextTryAt, lastError } = upload;
  return {
    fileId: file.id,
    fileName: file.name,
    sizeBytes: file.sizeBytes,
    confirmedBytes,
    pieceCount,
    confirmedPieces,
    state,
    /** How often the current piece, or the file as a whole, was begun. */
    sends: piece?.sends ?? requests.transfer?.sends ?? 0,
    startedAt,
    updatedAt,
    nextTryAt,
    lastError,
  };
}
