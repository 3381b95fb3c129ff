import { Problem, type ConnectorPackage } from '@tallyhook/schemas';
import {
  accountValueNames,
  ActionError,
  checkAccount,
  describeAccount,
  keepInMemory,
  testAccount,
  withFreshToken,
  type AccountValues,
  type Http,
} from '@tallyhook/sdk';
import type { AccountClient } from '@tallyhook/store/accounts';

/** What somebody gives to link an account. */
export interface GivenAccount {
  fields: Record<string, string>;
  /** The client of OAuth 2 with which its token is refreshed. */
  client?: AccountClient;
}

/** An account that may be linked: with what it was given, or with what asking the other service brought. */
export interface DescribedAccount {
  label: string;
  externalId: string | null;
  fields: AccountValues;
}

/**
 * Checks the values that somebody gives to link an account, and says what the account is called and which account of
 * the other service it is. The other service is asked only where the connector cannot tell without it.
 * @throws Problem `invalid_account` with every mistake, or because the other service refuses the credentials;
 * `unavailable` when it does not answer. It never repeats a value.
 */
export async function describeNewAccount(
  released: ConnectorPackage,
  given: GivenAccount,
  http: Http,
): Promise<DescribedAccount> {
  refuseMistakes(released, given);
  const { fields } = given;
  const described = describeAccount(released, { account: fields });
  if (described.externalId !== null || released.connector.test === undefined) return { ...described, fields };
  return ask(released, given, http);
}

function refuseMistakes(released: ConnectorPackage, { fields, client }: GivenAccount): void {
  const { name, signIn } = released.connector;
  if (client !== undefined && signIn.kind !== 'oauth2')
    throw new Problem('invalid_account', `"${name}" does not sign in with OAuth 2, so it has no client: leave it out.`);
  const errors = checkAccount(released, fields).map((error) => ({
    ...error,
    pointer: error.pointer?.replace(/^#/, '#/fields'),
  }));
  if (errors.length === 0) return;
  const asked = accountValueNames(released).flatMap((field) => (field.optional === true ? [] : [field.name]));
  // Signing in with a browser is not there yet.
  const advice =
    signIn.kind === 'oauth2'
      ? ' It signs in with OAuth 2: give a token that you have as accessToken, and as refreshToken what it is refreshed with.'
      : '';
  const message = `The fields do not fit "${name}", which asks for: ${asked.join(', ') || 'none'}.${advice}`;
  throw new Problem('invalid_account', message, { errors });
}

async function ask(
  released: ConnectorPackage,
  { fields, client }: GivenAccount,
  http: Http,
): Promise<DescribedAccount> {
  const signal = AbortSignal.timeout(20_000);
  const keeper = keepInMemory(fields);
  const fresh = { keeper, http, now: Date.now, signal, ...(client && { client }) };
  // A refresh token is not tried here: were it good for one use, an account that is not linked would have spent it.
  const isFetched = released.connector.signIn.kind === 'oauth2' && fields['accessToken'] === undefined;
  const test = (account: AccountValues) => testAccount(released, { account, http, signal });
  try {
    const answer = await (isFetched ? withFreshToken(released, fresh, test) : test(fields));
    const account = await keeper.read();
    return { ...describeAccount(released, { account, test: answer }), fields: account };
  } catch (error) {
    if (!(error instanceof ActionError)) throw error;
    const passing = error.mayRetry;
    const detail = `The account was not linked: ${error.message}.`;
    throw new Problem(passing ? 'unavailable' : 'invalid_account', detail, {
      cause: error,
      ...(passing ? { retryAfterSeconds: 30 } : {}),
    });
  }
}
