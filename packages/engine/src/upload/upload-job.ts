import type { ConnectorPackage } from '@tallyhook/schemas';
import {
  ActionError,
  asActionError,
  type Answer,
  type Http,
  type Received,
  type Turns,
  type UploadCall,
  type UploadDescription,
} from '@tallyhook/sdk';
import type { CarriedContent } from '../carrier/carrier.ts';
import type { ContentReader } from '@tallyhook/store/files';
import type { UploadCredential } from './credential.ts';
import type { UploadLimits } from './limits.ts';
import type { PieceAnswers } from './piece-answers.ts';
import type { OnUploadPoint } from './points.ts';
import type { UploadJournal } from './upload-journal.ts';
import type { UploadTime } from './upload-time.ts';

/** Everything needed to send one file. */
export interface UploadJob {
  released: ConnectorPackage;
  actionName: string;
  /** Complete once the service has said the size of a piece, if it decides. */
  description: UploadDescription;
  /** The values that templates reach. Answers are set once they are known; `account` is the latest one. */
  call: UploadCall;
  credential: UploadCredential;
  /** The file's bytes. */
  content: CarriedContent;
  /** Reads the file's content for what templates need of it. */
  reader: Pick<ContentReader, 'read'>;
  pieceAnswers: PieceAnswers;
  /** The answers that said where a piece goes, by its index: those that this worker received. */
  pieceAddresses: Map<number, Answer>;
  /** Throws if the file is no longer the one that was queued. */
  checkFile(): Promise<void>;
  journal: UploadJournal;
  time: UploadTime;
  limits: UploadLimits;
  http: Http;
  /** The rate limits of the account and its connector. */
  turns: Turns;
  /** The service asked every worker to wait until then. */
  pausedUntil: Date | undefined;
  now(): Date;
  onPoint: OnUploadPoint | undefined;
}

/** Returns the answer, or the ActionError that explains its absence. Throws once the work is called off. */
export async function receive(job: UploadJob, sending: Promise<Received>): Promise<Received> {
  const received = await sending.catch(asActionError);
  if (received instanceof ActionError) job.time.check();
  return received;
}
