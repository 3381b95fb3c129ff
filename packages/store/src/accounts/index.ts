export {
  releaseRefreshLease,
  markAccountRefused,
  markAccountWorking,
  readRefreshState,
  saveAccountFields,
  takeRefreshLease,
} from './account-tokens.ts';
export type { AccountPlace } from './account-tokens.ts';
export { changeAccount, rotateHookKey, unlinkAccount } from './change-account.ts';
export {
  findAccountAtAddress,
  getLinkedAccount,
  linkAccount,
  listLinkedAccounts,
  openAccount,
  openAccountsOfConnector,
} from './linked-accounts.ts';
export type {
  AccountClient,
  AccountFields,
  LinkAccountInput,
  LinkedAccount,
  OpenedAccount,
} from './linked-accounts.ts';
