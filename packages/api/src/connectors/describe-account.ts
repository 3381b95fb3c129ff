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

/** The input for linking an account. */
export interface GivenAccount {
  fields: Record<string, string>;
  /** The OAuth 2 client that refreshes the token. */
  client?: AccountClient;
}

/** An account that is ready to be linked, with the given values or those fetched from the other service. */
export interface DescribedAccount {
  label: string;
  externalId: string | null;
  /** Whether the id is from the answer of the service, not from what was typed. */
  isProven: boolean;
  fields: AccountValues;
}

/**
 * Checks the values for a new account and determines its label and its identity at the other service. If the connector
 * declares a test request, the account must pass it.
 * @throws Problem `invalid_account` with every mistake, or if the other service refuses the credentials; `unavailable`
 * if it does not answer. The messages never contain a value.
 */
export async function describeNewAccount(
  released: ConnectorPackage,
  given: GivenAccount,
  http: Http,
): Promise<DescribedAccount> {
  refuseMistakes(released, given);
  const { fields } = given;
  if (released.connector.test !== undefined) return ask(released, given, http);
  return { ...describeAccount(released, { account: fields }), isProven: false, fields };
}

function refuseMistakes(released: ConnectorPackage, { fields, client }: GivenAccount): void {
  const { name, signIn } = released.connector;
  if (client !== undefined && signIn.kind !== 'oauth2')
    throw new Problem('invalid_account', `"${name}" does not sign in with OAuth 2: leave out "client".`);
  const errors = checkAccount(released, fields).map((error) => ({
    ...error,
    pointer: error.pointer?.replace(/^#/, '#/fields'),
  }));
  if (errors.length === 0) return;
  const asked = accountValueNames(released).flatMap((field) => (field.optional === true ? [] : [field.name]));
  // Signing in with a browser is not implemented yet.
  const advice =
    signIn.kind === 'oauth2'
      ? ' It signs in with OAuth 2: send an existing token as accessToken, and its refresh token as refreshToken.'
      : '';
  const message = `The fields are not valid for "${name}", which requires: ${asked.join(', ') || 'none'}.${advice}`;
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
  // Don't try a refresh token here: a single-use one would be spent on an account that may not get linked.
  const isFetched = released.connector.signIn.kind === 'oauth2' && fields['accessToken'] === undefined;
  const test = (account: AccountValues) => testAccount(released, { account, http, signal });
  try {
    const answer = await (isFetched ? withFreshToken(released, fresh, test) : test(fields));
    const account = await keeper.read();
    const described = describeAccount(released, { account, test: answer });
    // Without the answer, the id is what the person typed.
    const { externalId: typed } = describeAccount(released, { account });
    return { ...described, isProven: described.externalId !== null && typed === null, fields: account };
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
