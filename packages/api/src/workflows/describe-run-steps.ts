import type { OpenedBlock } from '@tallyhook/schemas/kinds';
import type { RunBlock, RunStep } from '@tallyhook/schemas/api';
import { choicesOf, itemOfTurn } from '@tallyhook/engine/client';
import type { Readable } from '../readable.ts';
import { blocksOf, type AnyStep, type WorkflowKinds } from '@tallyhook/schemas/kinds';
import type { Decision, Run, Send, StepKey, StepResult, Upload, Wait } from '@tallyhook/store/runs';
import { describeQuestion } from './describe-question.ts';

export type DescribedStep = Readable<RunStep>;

/** The stored output of a run's steps. */
export interface RunRows {
  results: StepResult[];
  sends: Send[];
  uploads: Upload[];
  waits: Wait[];
  decisions: Decision[];
}

/** Arranges the stored steps of a run in the tree of its definition; steps that have not started are `pending`. */
export function describeRunSteps(
  { definition, isTest }: Run,
  rows: RunRows,
  { kinds, mayAnswer }: { kinds: WorkflowKinds; mayAnswer: (wait: Wait) => boolean },
): DescribedStep[] {
  const results = byPlace(rows.results);
  const sends = byPlace(rows.sends);
  const uploads = byPlace(rows.uploads);
  const waits = byPlace(rows.waits);
  const decisions = byPlace(rows.decisions);
  return describeSteps(definition.steps, '');

  function describeSteps(steps: readonly AnyStep[], item: string): DescribedStep[] {
    return steps.map((step) => {
      const place = placeOf({ stepId: step.id, item });
      const { status, input, output, error, notes, startedAt, endedAt, opened, next } = results.get(place) ?? notBegun;
      const send = sends.get(place);
      const upload = uploads.get(place);
      const wait = waits.get(place);
      return {
        ...{ stepId: step.id, item, kind: step.kind, name: step.name ?? null },
        ...{ status, input, output, error, notes, startedAt, endedAt },
        until: next !== null && 'until' in next && status === 'running' ? next.until : null,
        send: send ? { request: send.request, state: send.state, count: send.count, status: send.status } : null,
        upload: upload ? describeUpload(upload) : null,
        question: wait?.asked ? describeQuestion(wait, wait.asked, mayAnswer(wait)) : null,
        calls: next !== null && 'calls' in next ? next.calls.runId : null,
        decision: isTest
          ? null
          : describeDecision({ result: { status, error }, send, upload, decision: decisions.get(place) }),
        blocks: describeBlocks(step, item, opened),
      };
    });
  }

  function describeBlocks(step: AnyStep, item: string, opened: OpenedBlock | null): Readable<RunBlock>[] {
    const blocks = blocksOf(step, kinds).filter(({ name }) => opened === null || opened.block === name);
    return blocks.flatMap(({ name, kind: { label = null }, steps }): Readable<RunBlock>[] => {
      const turns = opened?.turns;
      if (turns === undefined) return [{ name, label, turn: null, turns: null, steps: describeSteps(steps, item) }];
      const begun = [...Array(turns).keys()].filter((turn) =>
        steps.some(({ id }) => results.has(placeOf({ stepId: id, item: itemOfTurn(item, turn) }))),
      );
      return begun.map((turn) => ({ name, label, turn, turns, steps: describeSteps(steps, itemOfTurn(item, turn)) }));
    });
  }
}

const notBegun = {
  ...{ status: 'pending' as const, input: null, output: null, error: null, notes: [] as string[] },
  ...{ startedAt: null, endedAt: null, opened: null, next: null },
};

function describeDecision({
  result: { status, error },
  decision,
  ...rows
}: {
  result: { status: DescribedStep['status']; error: StepResult['error'] };
  send: Send | undefined;
  upload: Upload | undefined;
  decision: Decision | undefined;
}): DescribedStep['decision'] {
  const choices = status === 'pending' ? [] : choicesOf({ result: { status, error }, ...rows });
  if (choices.length === 0) return null;
  return { choices, decided: decision ? { choice: decision.choice, by: decision.by, at: decision.at } : null };
}

function byPlace<Row extends StepKey>(rows: readonly Row[]): Map<string, Row> {
  return new Map(rows.map((row) => [placeOf(row), row]));
}

function placeOf({ stepId, item }: Pick<StepKey, 'stepId' | 'item'>): string {
  return `${stepId}:${item}`;
}

/** Upload progress of the step's file, by what the other service confirmed. */
function describeUpload(upload: Upload) {
  const { file, pieceCount, piece, requests, state, confirmedBytes, confirmedPieces } = upload;
  const { startedAt, updatedAt, nextTryAt, lastError, lines = [], lineCount = 0 } = upload;
  return {
    fileId: file.id,
    fileName: file.name,
    sizeBytes: file.sizeBytes,
    confirmedBytes,
    pieceCount,
    confirmedPieces,
    state,
    /** Attempts for the current piece, or for the whole file. */
    sends: piece?.sends ?? requests.transfer?.sends ?? 0,
    startedAt,
    updatedAt,
    nextTryAt,
    lastError,
    piece: piece && {
      number: piece.index + 1,
      ...{ start: piece.start, endExclusive: piece.endExclusive },
      ...{ state: piece.state, sends: piece.sends },
    },
    requests: (['start', 'transfer', 'finish'] as const).flatMap((request) => {
      const entry = requests[request];
      return entry ? [{ request, state: entry.state, sends: entry.sends, sentAt: entry.sendingAt }] : [];
    }),
    lines,
    earlierLines: lineCount - lines.length,
  };
}
