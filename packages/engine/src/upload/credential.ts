import {
  type ConnectorPackage,
  canRefresh,
  isEnding,
  readFreshAccount,
  refreshAccount,
  type UploadCall,
  type UploadFailure,
} from '@tallyhook/sdk';
import type { AccountOfStep } from '../account/account-of-step.ts';

/** The credential of an upload, which may take longer than a token lasts. */
export interface UploadCredential {
  /** Before a request: gets a new token where the one at hand is about to end. */
  renewIfEnding(): Promise<void>;
  /**
   * After a request that failed: gets a new token where the service said that the one at hand has ended, once in an upload.
   * True: the same request may be sent again, which counts as a send.
   */
  renewAfter(failure: UploadFailure): Promise<boolean>;
}

/** The requests of `call` carry what is renewed from then on. */
export function createUploadCredential({
  released,
  opened,
  call,
}: {
  released: ConnectorPackage;
  opened: AccountOfStep;
  call: UploadCall;
}): UploadCredential {
  const { fresh, keeper } = opened;
  let isRenewed = false;

  return {
    async renewIfEnding() {
      if (!isEnding(released, call.account ?? {}, fresh.now())) return;
      call.account = await readFreshAccount(released, fresh);
    },
    async renewAfter({ error }) {
      const stale = call.account ?? {};
      if (!error.tokenEnded) return false;
      if (isRenewed || !canRefresh(released, stale)) {
        await keeper.markRefused(error);
        return false;
      }
      isRenewed = true;
      call.account = await refreshAccount(released, stale, fresh);
      return true;
    },
  };
}
