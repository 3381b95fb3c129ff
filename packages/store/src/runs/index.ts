export {
  askToCancelRun,
  beginRun,
  countFailedRuns,
  countUndecidedRuns,
  endRun,
  findDecidedRun,
  findFirstRun,
  findOpenAttempt,
  getRun,
  insertRun,
  isCancelAsked,
  isEnded,
  lastAttempt,
  listLastRuns,
  listOpenRuns,
  listRuns,
  listWatchers,
  noteDecided,
  watchRun,
  listRunsOfDelivery,
} from './runs.ts';
export type { NewRun, Run, RunEnding, RunError, RunFilter, RunTrigger } from './runs.ts';
export { deleteOldRuns, minKeptDays } from './delete-runs.ts';
export { keepTestTrigger, readTestTrigger } from './test-triggers.ts';
export { copyProgress, dropProgress } from './copy-progress.ts';
export { findWritingRun, writeRecordOnce } from './record-writes.ts';
export type { RecordWrite } from './record-writes.ts';
export {
  endOpenSteps,
  getStepResult,
  listFailedSteps,
  listOutputs,
  listStepResults,
  saveStepResult,
} from './step-results.ts';
export type { StepKey, StepOutcome, StepResult, StepStatus } from './step-results.ts';
export { listSends, listSendStates, markAnswered, markSending, markUnsent, takeSend } from './sends.ts';
export type { Send, SendBegin, SendHold, SendOutcome, SendState } from './sends.ts';
export { keepPieceAnswer, listPieceAnswers } from './piece-answers.ts';
export {
  copyUpload,
  holdsUpload,
  listUploads,
  queueUpload,
  takeOpenUploads,
  takeUpload,
  writeUpload,
} from './uploads.ts';
export type {
  Upload,
  UploadChange,
  UploadedFile,
  UploadHold,
  UploadPieceEntry,
  UploadRequestEntry,
  UploadState,
} from './upload.ts';
export type { UploadLine, UploadRequestName } from './upload-lines.ts';
export { countWorkers, forgetWorker, noteWorker } from './workers.ts';
export {
  answerWait,
  closeWaits,
  endWaitInTime,
  getWait,
  listOpenAsks,
  listToLookBack,
  listUnwoken,
  listWaitsOfRun,
  markLookedBack,
  markWoken,
  openWait,
} from './waits.ts';
export type { Asked, Wait, WaitAnswer, WaitState } from './waits.ts';
export { listDecisions, listUnsettledRuns, recordDecision, settleDecisions } from './decisions.ts';
export type { Decision, DecisionChoice } from './decisions.ts';
export {
  listNextInSlots,
  listUnplacedBefore,
  listWaitingBefore,
  nextInSlot,
  releaseSlot,
  setSlot,
  takeSlot,
} from './run-slots.ts';
