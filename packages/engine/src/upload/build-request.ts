import { ActionError, buildUploadRequest, type UploadCall, type UploadPhase, type UploadRequest } from '@tallyhook/sdk';
import { finalFailure } from './upload-failures.ts';
import type { UploadJob } from './upload-job.ts';

/** Makes a request of an upload. One that cannot be made once the upload has begun says how far the file has got. */
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
