export {
  releaseRefreshLease,
  markAccountRefused,
  markAccountWorking,
  markTokenEnded,
  pauseAccount,
  readRefreshState,
  saveAccountFields,
  takeRefreshLease,
} from './account-tokens.ts';
export type { AccountPlace } from './account-tokens.ts';
export {
  listConnectorClients,
  openConnectorClient,
  removeConnectorClient,
  setConnectorClient,
} from './connector-clients.ts';
export type { ConnectorClient, ConnectorPlace } from './connector-clients.ts';
export { beginSignIn, getSignIn, keepSignInOutcome, takeChoosingSignIn, takeRedirectedSignIn } from './sign-ins.ts';
export type { AccountSignIn, OpenedSignIn, SignInOutcome, SignInSecrets, WantedAccount } from './sign-ins.ts';
export { changeAccount, connectAgain, rotateHookKey, unlinkAccount } from './change-account.ts';
export { findAccountAtAddress, findVerifyingAccounts, openAccountsOfConnector } from './receiving-accounts.ts';
export type { VerifyingAccount } from './receiving-accounts.ts';
export { getLinkedAccount, linkAccount, listLinkedAccounts, openAccount } from './linked-accounts.ts';
export type {
  AccountClient,
  AccountFields,
  LinkAccountInput,
  LinkedAccount,
  OpenedAccount,
} from './linked-accounts.ts';
