import { Problem, type ActionStep } from '@tallyhook/schemas';
import { describeUpload, refuseFile, renderStructure } from '@tallyhook/sdk';
import { getFile, type FileRow } from '@tallyhook/store/files';
import { getStepResult, queueUpload, saveStepResult } from '@tallyhook/store/runs';
import { readFailure } from '../failure-from.ts';
import { openBranchOfRun } from './branch-of-run.ts';
import type { ActivityDependencies } from './dependencies.ts';
import type { StepInput } from './interface.ts';
import { keepFailure } from './keep-failure.ts';
import { collectNotes } from './collect-notes.ts';
import { readActionStep, type StepOfRun } from './read-step.ts';
import { readTemplateRoots } from './template-roots.ts';

/**
 * The first half of a step that sends a file: fixes the input and the file before the step waits for a worker that
 * sends. A step that is already queued stays unchanged.
 */
export async function queueFileActivity(deps: ActivityDependencies, stepInput: StepInput): Promise<void> {
  const { store, now } = deps;
  const action = await readActionStep(deps, stepInput);
  const { key, step } = action;
  if ((await getStepResult(store, key)) !== null) return;
  const startedAt = now();
  let input: unknown = null;
  const collected = collectNotes();
  try {
    input = renderStructure(step.input, await readTemplateRoots(deps, action), {
      place: 'input',
      onAbsent: collected.noteAbsent,
    });
    await queue(deps, action, input);
    await saveStepResult(store, key, { status: 'running', input, startedAt, ...collected.notes() });
  } catch (error) {
    if (!readFailure(error).mayRetry) await keepFailure(deps, key, { input, startedAt, error, ...collected.notes() });
    throw error;
  }
}

async function queue(
  { store, packages, now }: ActivityDependencies,
  { run, step, key }: StepOfRun<ActionStep>,
  input: unknown,
): Promise<void> {
  const released = await packages.ofRun(run, step.connector);
  const upload = describeUpload(released, step.action)!;
  const { id, name, contentType, sizeBytes, sha256 } = await findFile();
  const file = { id, name, contentType, sizeBytes, sha256 };
  refuseFile(released, released.actions[step.action]!.upload!, { name, sizeBytes, contentType });
  const pieceCount = upload.chunkSizeBytes === null ? null : upload.pieces(sizeBytes);
  await queueUpload(store, key, { file, pieceCount, at: now() });

  async function findFile(): Promise<FileRow> {
    const fileId = (input as Record<string, unknown>)[upload.fileInput];
    if (typeof fileId !== 'string' || !/^[0-9a-f]{24}$/.test(fileId)) {
      const shown = JSON.stringify(fileId)?.slice(0, 100) ?? 'nothing';
      throw new Problem('invalid_input', `The input "${upload.fileInput}" must be the id of a file, got ${shown}.`);
    }
    return getFile(store, await openBranchOfRun(store, run), fileId);
  }
}
