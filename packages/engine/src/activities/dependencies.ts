import type { Http } from '@tallyhook/sdk';
import type { Store } from '@tallyhook/store';
import type { Space } from '@tallyhook/store/space';
import type { Logger } from 'pino';
import type { EngineKinds } from '../kinds/work.ts';
import type { Carrier } from '../carrier/carrier.ts';
import type { UploadLimits } from '../upload/limits.ts';
import type { UploadPlaces } from '../upload/places.ts';
import type { OnUploadPoint } from '../upload/points.ts';
import type { Packages } from './packages.ts';

/** Dependencies of the activities; the worker passes them in once. */
export interface ActivityDependencies {
  store: Store;
  /** Calls other services: declared hosts only, no private addresses. */
  http: Http;
  /** Sends files. */
  carrier: Carrier;
  logger: Logger;
  now(): Date;
  packages: Packages;
  /** The kinds of triggers and steps. */
  kinds: EngineKinds;
  uploads: UploadDependencies;
  /** Refuses records for which there is no room. */
  space: Space;
}

export interface UploadDependencies {
  limits: UploadLimits;
  /** The places of this worker for sending files. */
  places: UploadPlaces;
  /** For tests only. */
  onPoint: OnUploadPoint | undefined;
  /** Aborted when the worker shuts down; work in progress may still finish. */
  stopping: AbortSignal;
}
