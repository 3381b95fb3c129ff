import type { Http } from '@tallyhook/sdk';
import type { Store } from '@tallyhook/store';
import type { Logger } from 'pino';

/** What activities work with; the worker hands it to them once. */
export interface ActivityDependencies {
  store: Store;
  /** Calls other services: declared hosts only, no private addresses. */
  http: Http;
  logger: Logger;
  now(): Date;
}
