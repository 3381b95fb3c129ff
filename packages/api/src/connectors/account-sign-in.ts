import { Problem, type ConnectorPackage } from '@tallyhook/schemas';
import type { AccountSignIn as ShownSignIn, NewAccountSignIn } from '@tallyhook/schemas/api';
import {
  ActionError,
  checkGivenFields,
  finishSignIn,
  makeAuthorizeAddress,
  makeSignInSecrets,
  runSignInSteps,
  withOptionalScopes,
  type Answer,
  type Http,
  type StepsOutcome,
} from '@tallyhook/sdk';
import type { Store } from '@tallyhook/store';
import {
  beginSignIn,
  keepSignInOutcome,
  openConnectorClient,
  type AccountClient,
  type AccountSignIn,
  type OpenedSignIn,
} from '@tallyhook/store/accounts';
import { getInstalledPackage, getReleasedPackage, isOwnInstallation } from '@tallyhook/store/connectors';
import type { Caller } from '../caller.ts';
import type { RouteRequest } from '../route.ts';
import { asProblem, describeSignedIn, inFields } from './describe-account.ts';
import { accountToConnect, saveAccount } from './save-account.ts';

/** Where services send people back; it is registered at them, so it never changes. */
export const signInCallback = '/oauth/callback';

/** The parts of the product that a sign-in needs. */
export interface SignInParts {
  store: Store;
  http: Http;
  baseUrl: string;
  now(): Date;
}

type Linker = Pick<Caller, 'workspaceId' | 'personId' | 'by' | 'abilities'>;

const timeoutMs = 30_000;

/**
 * Begins to link an account: keeps what the sign-in needs, and makes the address where the person allows access.
 * @throws Problem `invalid_input` for an unknown scope; `invalid_account`, for a connector without such a page, wrong fields, or an installation without a
 * client for it; `forbidden` and `not_found` for the account to connect again.
 */
export async function beginAccountSignIn(
  { store, baseUrl, now }: SignInParts,
  caller: Linker & Pick<RouteRequest['signedIn'], 'session'>,
  { connector, fields = {}, label, shared = false, scopes, account: accountId }: NewAccountSignIn,
): Promise<ShownSignIn> {
  const { workspaceId } = caller;
  if (accountId !== undefined) await accountToConnect(store, caller, { accountId, connector });
  const released = await getInstalledPackage(store, workspaceId, connector);
  refuseFields(released, fields);
  const account = withOptionalScopes(released, fields, scopes);
  const client = await clientFor(store, workspaceId, released);
  const secrets = makeSignInSecrets();
  const redirectUrl = baseUrl + signInCallback;
  const address = addressOf(() => makeAuthorizeAddress(released, { client, account, redirectUrl, ...secrets }));
  const begun = await beginSignIn(
    store,
    {
      ...{ workspaceId, connector, version: released.connector.version, wanted: { label, shared, accountId } },
      secrets: { ...secrets, account },
    },
    { personId: caller.session.personId, sessionId: caller.session.id, now: now() },
  );
  return { ...showSignIn(begun), address };
}

function refuseFields(released: ConnectorPackage, fields: Record<string, string>): void {
  const { name, signIn } = released.connector;
  if (signIn.kind !== 'oauth2' || signIn.grant === 'clientCredentials')
    throw new Problem('invalid_account', `"${name}" has no page to sign in: link it with its fields.`);
  const errors = inFields(checkGivenFields(released, fields));
  if (errors.length > 0) throw new Problem('invalid_account', `The fields are not valid for "${name}".`, { errors });
}

async function clientFor(
  store: Store,
  workspaceId: string,
  { connector: { id, name, signIn } }: ConnectorPackage,
): Promise<AccountClient | undefined> {
  const client = await openConnectorClient(store, { workspaceId, connector: id });
  if (client !== undefined || (signIn.kind === 'oauth2' && signIn.client !== undefined)) return client;
  const detail = (await isOwnInstallation(store, workspaceId, id))
    ? `This workspace releases "${name}" itself, so it needs an OAuth client of its own. An owner or admin registers one there and sets it on the page Integrations.`
    : `This installation has no OAuth client for "${name}" yet. An operator, or an owner or admin of this workspace, registers one there and sets it on the page Integrations.`;
  throw new Problem('invalid_account', detail);
}

function addressOf(make: () => string): string {
  try {
    return make();
  } catch (error) {
    throw asProblem(error, 'The sign-in cannot begin: ');
  }
}

/** Finishes a sign-in with what the service sent back, and keeps the outcome. Never throws for a refusal. */
export function finishAccountSignIn(
  parts: SignInParts,
  caller: Linker,
  signIn: OpenedSignIn,
  redirect: Record<string, unknown>,
): Promise<void> {
  const { account, state, verifier } = signIn.secrets;
  return conclude(parts, caller, signIn, (released, client) => {
    const call = { client, account, redirect, state, verifier, redirectUrl: parts.baseUrl + signInCallback };
    return finishSignIn(released, call, wayOf(parts));
  });
}

/** Goes on with a sign-in after the person chose one of the options. */
export function chooseInAccountSignIn(
  parts: SignInParts,
  caller: Linker,
  signIn: OpenedSignIn,
  chosen: string,
): Promise<void> {
  const { account, choice } = signIn.secrets;
  const { step, answer } = choice!;
  return conclude(parts, caller, signIn, (released, client) =>
    runSignInSteps(released, account, { ...wayOf(parts), client, step, chosen, answer: answer as Answer }),
  );
}

const wayOf = ({ http, now }: SignInParts) => ({
  ...{ http, now: now().getTime() },
  signal: AbortSignal.timeout(timeoutMs),
});

async function conclude(
  parts: SignInParts,
  caller: Linker,
  signIn: OpenedSignIn,
  work: (released: ConnectorPackage, client: AccountClient | undefined) => Promise<StepsOutcome>,
): Promise<void> {
  const { store, http } = parts;
  const { workspaceId, connector, version, wanted, secrets } = signIn;
  try {
    const released = await getReleasedPackage(store, { workspaceId }, { connector, version });
    const client = await openConnectorClient(store, { workspaceId, connector });
    const outcome = await work(released, client);
    if (outcome.kind === 'choose') {
      const { step, options, account, answer } = outcome;
      const later = { ...secrets, account: account as Record<string, unknown>, choice: { step, answer } };
      return await keepSignInOutcome(store, signIn, { status: 'choosing', options, secrets: later });
    }
    const described = await describeSignedIn(released, outcome.account, { http, client });
    const { account } = await saveAccount(parts, caller, { connector, described, isSignedIn: true, ...wanted });
    await keepSignInOutcome(store, signIn, { status: 'done', accountId: account.id });
  } catch (error) {
    await keepSignInOutcome(store, signIn, { status: 'failed', reason: reasonOf(error) });
    if (!(error instanceof ActionError || error instanceof Problem)) throw error;
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof Problem) return error.message;
  if (error instanceof ActionError) return `${error.message}.${error.mayRetry ? ' Try again in a moment.' : ''}`;
  return 'Something failed on our side; nothing was linked. Try again.';
}

/** A sign-in for people: without its secrets, and without the address, which only its beginning has. */
export function showSignIn(signIn: AccountSignIn): ShownSignIn {
  const { id, connector, status, options, reason, accountId, expiresAt } = signIn;
  return { id, connector, status, address: null, options, reason, accountId, expiresAt };
}
