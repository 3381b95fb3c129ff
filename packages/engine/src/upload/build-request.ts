import { ActionError, buildUploadRequest, type UploadCall, type UploadPhase, type UploadRequest } from '@tallyhook/sdk';
import { finalFailure } from './upload-failures.ts';
import type { UploadJob } from './upload-job.ts';

/**
 * Builds a request of an upload. If that fails after the upload has begun, the error reports how much of the file has
 * arrived.
 */
export function buildRequest(
  { released, actionName, journal }: Pick<UploadJob, 'released' | 'actionName' | 'journal'>,
  phase: UploadPhase,
  call: UploadCall,
): UploadRequest {
  try {
    return buildUploadRequest(released, actionName, phase, call);
  } catch (error) {
    if (phase === 'start' || !(error instanceof ActionError)) throw error;
    throw finalFailure(journal.upload, error);
  }
}
