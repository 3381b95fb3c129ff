import { Problem } from '@tallyhook/schemas';
import {
  type AccountValues,
  type Choosable,
  type ConnectorPackage,
  fetchToken,
  finishSignIn,
  type Http,
  makeAuthorizeAddress,
  makeSignInSecrets,
  runSignInSteps,
  type SignInClient,
  type StepsOutcome,
} from '@tallyhook/sdk';
import type { Settings } from '../../settings.ts';
import { routedAddress } from '../call/open-http.ts';
import { askChoice } from './ask-choice.ts';
import { awaitRedirect } from './await-redirect.ts';

export interface OAuthLogin {
  /** The values the person gave. */
  account: AccountValues;
  client: SignInClient | undefined;
  /** Port of the redirect address; some services require a registered one. */
  port: number;
  /** The choice, if the service offers several accounts. */
  choose: string | undefined;
  http: Http;
}

/** Signs in with OAuth 2, through a browser and a loopback redirect or with client credentials. */
export async function signInWithOAuth(
  settings: Settings,
  released: ConnectorPackage,
  login: OAuthLogin,
): Promise<AccountValues> {
  const { signIn } = released.connector;
  const isOwn = signIn.kind === 'oauth2' && signIn.grant === 'clientCredentials';
  let outcome = isOwn ? await askToken(released, login) : await askPerson(settings, released, login);
  const { http, client } = login;
  // Only the first choice can be given beforehand.
  for (let given = login.choose; outcome.kind === 'choose'; given = undefined) {
    const { step, answer, account, options } = outcome;
    const chosen = given ?? (settings.input.isTTY === true ? await askChoice(settings, options) : undefined);
    if (chosen === undefined) throw notChosen(options, login);
    outcome = await runSignInSteps(released, account, { http, client, now: Date.now(), step, chosen, answer });
  }
  return outcome.account;
}

function notChosen(options: readonly Choosable[], { choose }: OAuthLogin): Problem {
  const offered = options.map(({ label, value }) => `${value} (${label})`).join(', ');
  const advice =
    choose === undefined
      ? 'Log in again with --choose VALUE, or in a terminal, which asks.'
      : 'It is a second choice, but --choose makes only one: log in again in a terminal, which asks.';
  return new Problem('invalid_input', `The service offers several choices: ${offered}. ${advice}`);
}

async function askToken(released: ConnectorPackage, { account, client, http }: OAuthLogin): Promise<StepsOutcome> {
  const way = { http, now: Date.now() };
  const signedIn = await fetchToken(released, { kind: 'clientCredentials' }, { account, client }, way);
  return runSignInSteps(released, signedIn, { ...way, client });
}

async function askPerson(
  settings: Settings,
  released: ConnectorPackage,
  { account, client, port, http }: OAuthLogin,
): Promise<StepsOutcome> {
  const secrets = makeSignInSecrets();
  const place = await awaitRedirect(port, secrets);
  try {
    const call = { account, client, redirectUrl: place.url, ...secrets };
    const address = routedAddress(settings, makeAuthorizeAddress(released, call));
    settings.errors.write(`Open this address in a browser and approve access within ten minutes:\n${address}\n`);
    const redirect = await place.redirect;
    const outcome = await finishSignIn(released, { ...call, redirect }, { http, now: Date.now() });
    await place.tell('signedIn');
    return outcome;
  } catch (error) {
    await place.tell('failed');
    throw error;
  } finally {
    place.close();
  }
}
