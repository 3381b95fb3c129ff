import type { ConnectorPackage } from '@tallyhook/schemas';
import { ActionError } from '../action-error.ts';
import type { AccountValues } from '../runtime/redact.ts';
import { fetchToken, type SignInWay } from './sign-in.ts';
import { runSignInSteps } from './sign-in-steps.ts';
import { oauthOf, type SignInClient } from './sign-in-values.ts';
import { declaredFor } from './token-request.ts';

/** Stores the values of an account, across processes. */
export interface AccountKeeper {
  read(): Promise<AccountValues>;
  /** Stores the values. A token is only used after this resolves. */
  save(values: AccountValues): Promise<void>;
  /** Runs the work with an exclusive lock on this account. */
  alone<T>(work: () => Promise<T>): Promise<T>;
}

/** Keeps an account in this process only, for an account that is tested or whose values come with a call. */
export function keepInMemory(values: AccountValues): AccountKeeper {
  let current = values;
  return {
    read: async () => current,
    save: async (saved) => void (current = saved),
    alone: (work) => work(),
  };
}

/** The store of the account, and how to request a new token. */
export interface FreshTokenOptions extends Omit<SignInWay, 'now'> {
  keeper: AccountKeeper;
  client?: SignInClient;
  now(): number;
}

const defaultAheadMs = 60_000;

/**
 * Makes a call with a valid token: refreshes the token shortly before it expires, and once more if the service says
 * that it has expired. Concurrent calls share one refresh. A new token is stored before it is used, so a single-use
 * refresh token is not lost.
 * @throws What the call throws.
 */
export async function withFreshToken<T>(
  released: ConnectorPackage,
  options: FreshTokenOptions,
  call: (account: AccountValues) => Promise<T>,
): Promise<T> {
  const account = await readFreshAccount(released, options);
  try {
    return await call(account);
  } catch (error) {
    if (!(error instanceof ActionError) || !error.tokenEnded || !canReplaceEnded(released, account)) throw error;
    return call(await refreshAccount(released, account, options));
  }
}

/** The stored values of an account, after refreshing a token that is about to expire. */
export async function readFreshAccount(released: ConnectorPackage, options: FreshTokenOptions): Promise<AccountValues> {
  const stored = await options.keeper.read();
  return isEnding(released, stored, options.now()) ? refreshAhead(released, stored, options) : stored;
}

/** Whether the token of an account is missing or about to expire. */
export function isEnding(released: ConnectorPackage, account: AccountValues, now: number): boolean {
  const { accessToken, expiresAt } = account;
  if (!canRefresh(released, account)) return false;
  if (typeof accessToken !== 'string') return true;
  const aheadMs = oauthOf(released).refresh?.aheadOfEndMs ?? defaultAheadMs;
  return typeof expiresAt === 'number' && expiresAt - aheadMs <= now;
}

/** Whether the account has what it needs to get a new token. */
export function canRefresh(released: ConnectorPackage, { accessToken, refreshToken }: AccountValues): boolean {
  if (released.connector.signIn.kind !== 'oauth2') return false;
  if (oauthOf(released).grant === 'clientCredentials') return true;
  const shown = declaredFor(released, { kind: 'refresh' }).with === 'accessToken' ? accessToken : refreshToken;
  return typeof shown === 'string';
}

/** Whether a token that the service no longer accepts can be replaced. One that refreshes itself cannot. */
export function canReplaceEnded(released: ConnectorPackage, account: AccountValues): boolean {
  return canRefresh(released, account) && declaredFor(released, { kind: 'refresh' }).with !== 'accessToken';
}

/** While the token is valid, a failed early refresh does no harm. */
async function refreshAhead(
  released: ConnectorPackage,
  account: AccountValues,
  options: FreshTokenOptions,
): Promise<AccountValues> {
  try {
    return await refreshAccount(released, account, options);
  } catch (error) {
    const { accessToken, expiresAt } = account;
    const lasts = typeof accessToken === 'string' && typeof expiresAt === 'number' && expiresAt > options.now();
    if (lasts && error instanceof ActionError) return account;
    throw error;
  }
}

/**
 * Replaces the token `stale`, once for concurrent calls, and stores the new one. Returns the account's values with the
 * new token.
 * @throws ActionError, `auth` if the service refuses.
 */
export async function refreshAccount(
  released: ConnectorPackage,
  stale: AccountValues,
  { keeper, client, http, now, signal }: FreshTokenOptions,
): Promise<AccountValues> {
  return keeper.alone(async () => {
    const account = await keeper.read();
    // Another call has refreshed it in the meantime.
    if (account['accessToken'] !== stale['accessToken']) return account;
    const way: SignInWay = { http, now: now(), ...(signal && { signal }) };
    const isOwn = oauthOf(released).grant === 'clientCredentials';
    const grant = { kind: isOwn ? 'clientCredentials' : 'refresh' } as const;
    const fresh = await fetchToken(released, grant, { account, client }, way);
    await keeper.save(fresh);
    if (!isReplacedAfterwards(released)) return fresh;
    const outcome = await runSignInSteps(released, fresh, { ...way, client });
    if (outcome.kind === 'choose') throw new ActionError('auth', 'a person must choose again; link the account again');
    await keeper.save(outcome.account);
    return outcome.account;
  });
}

/** Whether the sign-in's steps replace a refreshed token with another one that is not its successor. */
function isReplacedAfterwards(released: ConnectorPackage): boolean {
  if (declaredFor(released, { kind: 'refresh' }).with === 'accessToken') return false;
  return oauthOf(released).then?.some(({ keep }) => 'accessToken' in keep) === true;
}
