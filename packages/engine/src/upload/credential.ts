import {
  type ConnectorPackage,
  canReplaceEnded,
  isEnding,
  readFreshAccount,
  refreshAccount,
  type UploadCall,
  type UploadFailure,
} from '@tallyhook/sdk';
import type { AccountOfStep } from '../account/account-of-step.ts';

/** The credential of an upload, which may take longer than a token is valid. */
export interface UploadCredential {
  /** Call before a request: gets a new token if the current one is about to expire. */
  renewIfEnding(): Promise<void>;
  /**
   * Call after a failed request: gets a new token if the service said that the current one has expired, once per
   * upload.
   * @returns true if the same request may be sent again, which counts as a send
   */
  renewAfter(failure: UploadFailure): Promise<boolean>;
}

/** Requests built from `call` use the new token after a renewal. */
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
      await keeper.noteEnded();
      if (isRenewed || !canReplaceEnded(released, stale)) {
        await keeper.markRefused(error);
        return false;
      }
      isRenewed = true;
      call.account = await refreshAccount(released, stale, fresh);
      return true;
    },
  };
}
