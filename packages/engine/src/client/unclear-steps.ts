import type { Store } from '@tallyhook/store';
import { listFailedSteps, listSendStates, listUploads, type DecisionChoice } from '@tallyhook/store/runs';
import type { Send, StepKey, StepResult, Upload } from '@tallyhook/store/runs';
import { hasSentBytes } from '../upload/upload-failures.ts';

/** What a choice does, for people. */
export interface Choice {
  choice: DecisionChoice;
  effect: string;
}

/** The stored rows of a step. */
interface StepRows {
  result: Pick<StepResult, 'status' | 'error'>;
  send?: Pick<Send, 'state' | 'request'> | undefined;
  upload?: Upload | undefined;
}

/**
 * The choices about a step that failed and may have done something at another service; none for any other step.
 */
export function choicesOf({ result, send, upload }: StepRows): Choice[] {
  if (result.status !== 'failed') return [];
  if (upload !== undefined) return mayHaveArrived(upload) ? choicesOfUpload(upload) : [];
  // Without a request nothing was sent; the steps around one that failed have its code.
  if (send === undefined) return [];
  if (send.state !== 'sending' && result.error?.code !== 'unknown_outcome') return [];
  const again = `Sends ${send.request ?? 'the request'} once more. If the first one has taken effect, it happens twice.`;
  return [{ choice: 'again', effect: again }, ...alwaysThere];
}

const alwaysThere: Choice[] = [
  {
    choice: 'done',
    effect: 'Sends nothing: the step counts as completed, with the output that you give, and the run goes on after it.',
  },
  { choice: 'stop', effect: 'Sends nothing: the run stays failed.' },
];

function choicesOfUpload(upload: Upload): Choice[] {
  const { confirmedBytes, file } = upload;
  const goOn = `Goes on at ${confirmedBytes} of ${file.sizeBytes} bytes, after asking the other service what it has.`;
  const again = 'Sends the whole file once more, as another upload. What has arrived of this one stays there.';
  return [
    ...(canContinue(upload) ? [{ choice: 'continue' as const, effect: goOn }] : []),
    { choice: 'again', effect: again },
    ...alwaysThere,
  ];
}

const isBegun = (entry: { state: string } | null) => entry !== null && entry.state !== 'open';

function mayHaveArrived(upload: Upload): boolean {
  return upload.state !== 'done' && (hasSentBytes(upload) || isBegun(upload.requests.start));
}

/** An upload in pieces goes on if its position is all that is unknown. */
function canContinue({ pieceCount, requests }: Upload): boolean {
  const isUnclear = Object.values(requests).some((entry) => entry?.state === 'sending');
  return pieceCount !== null && !isUnclear && requests.start?.state !== 'open';
}

/** A step that a person must decide about. */
export interface UnclearStep {
  key: StepKey;
  error: string;
  choices: Choice[];
}

/** The steps of a run that may have done something, and that nobody can go on after without a decision. */
export async function listUnclearSteps(store: Store, runId: string): Promise<UnclearStep[]> {
  const results = await listFailedSteps(store, runId);
  if (results.length === 0) return [];
  const [sends, uploads] = await Promise.all([
    listSendStates(store, runId, [...new Set(results.map(({ stepId }) => stepId))]),
    listUploads(store, runId),
  ]);
  const isAt = (key: StepKey) => (row: StepKey) => row.stepId === key.stepId && row.item === key.item;
  return results.flatMap((result) => {
    const choices = choicesOf({ result, send: sends.find(isAt(result)), upload: uploads.find(isAt(result)) });
    const { workspaceId, stepId, item, error } = result;
    return choices.length === 0
      ? []
      : [{ key: { workspaceId, runId, stepId, item }, error: error?.message ?? '', choices }];
  });
}
