import type { ConnectorPackage } from '@tallyhook/schemas';
import { ActionError } from '../action-error.ts';
import type { AccountValues } from '../runtime/redact.ts';
import { fetchToken, type SignInWay } from './sign-in.ts';
import { runSignInSteps } from './sign-in-steps.ts';
import { oauthOf, type SignInClient } from './sign-in-values.ts';
import { declaredFor } from './token-request.ts';

/** Where the values of an account are kept, across processes. */
export interface AccountKeeper {
  read(): Promise<AccountValues>;
  /** Keeps the values; a token is used only once this is done. */
  save(values: AccountValues): Promise<void>;
  /** Does the work while nobody else does such work for this account. */
  alone<T>(work: () => Promise<T>): Promise<T>;
}

/** Keeps an account for this process only: one that is tried, or whose values come with a call. */
export function keepInMemory(values: AccountValues): AccountKeeper {
  let current = values;
  return {
    read: async () => current,
    save: async (saved) => void (current = saved),
    alone: (work) => work(),
  };
}

/** Who keeps the account, and what asks for a new token. */
export interface FreshTokenOptions extends Omit<SignInWay, 'now'> {
  keeper: AccountKeeper;
  client?: SignInClient;
  now(): number;
}

const usualAheadMs = 60_000;

/**
 * Makes a call with an account whose token is valid: refreshes it shortly before its end, and once more where the
 * service says that it has ended. However many calls find that at the same time, the token is refreshed once, and it is
 * stored before it is used: a refresh token that may be used once is not lost. Throws what the call throws.
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
    if (!(error instanceof ActionError) || !error.tokenEnded || !canRefresh(released, account)) throw error;
    return call(await refreshAccount(released, account, options));
  }
}

/** The values of an account as they are kept, with a token that was refreshed first where it is about to end. */
export async function readFreshAccount(released: ConnectorPackage, options: FreshTokenOptions): Promise<AccountValues> {
  const stored = await options.keeper.read();
  return isEnding(released, stored, options.now()) ? refreshAhead(released, stored, options) : stored;
}

/** Whether the token of an account is missing, or ends so soon that it is refreshed first. */
export function isEnding(released: ConnectorPackage, account: AccountValues, now: number): boolean {
  const { accessToken, expiresAt } = account;
  if (!canRefresh(released, account)) return false;
  if (typeof accessToken !== 'string') return true;
  const aheadMs = oauthOf(released).refresh?.aheadOfEndMs ?? usualAheadMs;
  return typeof expiresAt === 'number' && expiresAt - aheadMs <= now;
}

/** Whether there is something to get a new token with. */
export function canRefresh(released: ConnectorPackage, { accessToken, refreshToken }: AccountValues): boolean {
  if (released.connector.signIn.kind !== 'oauth2') return false;
  if (oauthOf(released).grant === 'clientCredentials') return true;
  const shown = declaredFor(released, { kind: 'refresh' }).with === 'accessToken' ? accessToken : refreshToken;
  return typeof shown === 'string';
}

/** As long as a token lasts, a failure to refresh it early does no harm. */
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
    if (lasts && error instanceof ActionError && error.mayRetry) return account;
    throw error;
  }
}

/**
 * Gets a new token in the place of `stale`, once for all who ask at the same time, and stores it; gives the values of
 * the account with it. Throws ActionError, `auth` where the service refuses.
 */
export async function refreshAccount(
  released: ConnectorPackage,
  stale: AccountValues,
  { keeper, client, http, now, signal }: FreshTokenOptions,
): Promise<AccountValues> {
  return keeper.alone(async () => {
    const account = await keeper.read();
    // Somebody else has refreshed it while this one waited.
    if (account['accessToken'] !== stale['accessToken']) return account;
    const way: SignInWay = { http, now: now(), ...(signal && { signal }) };
    const isOwn = oauthOf(released).grant === 'clientCredentials';
    const grant = { kind: isOwn ? 'clientCredentials' : 'refresh' } as const;
    const fresh = await fetchToken(released, grant, { account, client }, way);
    await keeper.save(fresh);
    if (!isReplacedAfterwards(released)) return fresh;
    const outcome = await runSignInSteps(released, fresh, { ...way, client });
    if (outcome.kind === 'choose')
      throw new ActionError('auth', 'a person has to choose again; link the account again');
    await keeper.save(outcome.account);
    return outcome.account;
  });
}

/** Whether the steps of the sign-in put another token in the place of a refreshed one, unless it is their successor. */
function isReplacedAfterwards(released: ConnectorPackage): boolean {
  if (declaredFor(released, { kind: 'refresh' }).with === 'accessToken') return false;
  return oauthOf(released).then?.some(({ keep }) => 'accessToken' in keep) === true;
}
