import type { ConnectorPackage } from '@tallyhook/schemas';
import {
  ActionError,
  asActionError,
  type Http,
  type Received,
  type UploadCall,
  type UploadDescription,
} from '@tallyhook/sdk';
import type { CarriedContent } from '../carrier/carrier.ts';
import type { UploadCredential } from './credential.ts';
import type { UploadLimits } from './limits.ts';
import type { OnUploadPoint } from './points.ts';
import type { UploadJournal } from './upload-journal.ts';
import type { UploadTime } from './upload-time.ts';

/** All that sending one file needs. */
export interface UploadJob {
  released: ConnectorPackage;
  actionName: string;
  description: UploadDescription;
  /** What the templates reach; `start` once it is known, `account` as it was renewed last. */
  call: UploadCall;
  credential: UploadCredential;
  /** The file's bytes. */
  content: CarriedContent;
  /** Throws where the file is no longer the one that was queued. */
  checkFile(): Promise<void>;
  journal: UploadJournal;
  time: UploadTime;
  limits: UploadLimits;
  http: Http;
  now(): Date;
  onPoint: OnUploadPoint | undefined;
}

/** The answer, or the ActionError that says why there is none; called off, nothing is received any more. */
export async function receive(job: UploadJob, sending: Promise<Received>): Promise<Received> {
  const received = await sending.catch(asActionError);
  if (received instanceof ActionError) job.time.check();
  return received;
}
