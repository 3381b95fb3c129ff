import { Problem, type ConnectorPackage, type ProblemDetail } from '@tallyhook/schemas';
import {
  accountFromValues,
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

/** The input for linking an account without a browser. */
export interface GivenAccount {
  fields: Record<string, string>;
  /** The OAuth 2 client that refreshes the token, if the account brings its own. */
  client?: AccountClient | undefined;
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
 * declares a test request, the account must pass it. `usual` is the client of the installation.
 * @throws Problem `invalid_account` with every mistake, or if the other service refuses the credentials; `unavailable`
 * if it does not answer. The messages never contain a value.
 */
export async function describeNewAccount(
  released: ConnectorPackage,
  given: GivenAccount,
  { http, usual }: { http: Http; usual: AccountClient | undefined },
): Promise<DescribedAccount> {
  refuseMistakes(released, given);
  const account = accountFromValues(released, given.fields);
  return describeSignedIn(released, account, { http, client: given.client ?? usual });
}

function refuseMistakes(released: ConnectorPackage, { fields, client }: GivenAccount): void {
  const { name, signIn } = released.connector;
  if (client !== undefined && signIn.kind !== 'oauth2')
    throw new Problem('invalid_account', `"${name}" does not sign in with OAuth 2: leave out "client".`);
  const errors = inFields(checkAccount(released, fields));
  if (errors.length === 0) return;
  const asked = accountValueNames(released).flatMap((field) => (field.optional === true ? [] : [field.name]));
  const advice =
    signIn.kind === 'oauth2'
      ? ' It signs in with OAuth 2: link it on the page Integrations, or send an existing token as accessToken, and its refresh token as refreshToken.'
      : '';
  const message = `The fields are not valid for "${name}", which requires: ${asked.join(', ') || 'none'}.${advice}`;
  throw new Problem('invalid_account', message, { errors });
}

/** Mistakes of the values, at their places in a request. */
export function inFields(mistakes: readonly ProblemDetail[]): ProblemDetail[] {
  return mistakes.map((mistake) => ({ ...mistake, pointer: mistake.pointer?.replace(/^#/, '#/fields') }));
}

/**
 * Asks the service whose account this is, if the connector declares a test request.
 * @throws Problem as `describeNewAccount`.
 */
export async function describeSignedIn(
  released: ConnectorPackage,
  account: AccountValues,
  { http, client }: { http: Http; client: AccountClient | undefined },
): Promise<DescribedAccount> {
  if (released.connector.test === undefined)
    return { ...describeAccount(released, { account }), isProven: false, fields: account };
  const signal = AbortSignal.timeout(20_000);
  const keeper = keepInMemory(account);
  const fresh = { keeper, http, now: Date.now, signal, ...(client && { client }) };
  // Don't try a refresh token here: a single-use one would be spent on an account that may not get linked.
  const isFetched = released.connector.signIn.kind === 'oauth2' && account['accessToken'] === undefined;
  const test = (values: AccountValues) => testAccount(released, { account: values, http, signal });
  try {
    const answer = await (isFetched ? withFreshToken(released, fresh, test) : test(account));
    const fields = await keeper.read();
    const described = describeAccount(released, { account: fields, test: answer });
    // Without the answer, the id is what the person typed.
    const { externalId: typed } = describeAccount(released, { account: fields });
    return { ...described, isProven: described.externalId !== null && typed === null, fields };
  } catch (error) {
    throw asProblem(error, 'The account was not linked: ');
  }
}

/**
 * A refusal of another service, for people: its fault or that of what was given, not of this service. `before` begins
 * the sentence.
 */
export function asProblem(
  error: unknown,
  before: string,
  code: 'invalid_account' | 'account_refused' = 'invalid_account',
): unknown {
  if (!(error instanceof ActionError)) return error;
  const passing = error.mayRetry;
  return new Problem(passing ? 'unavailable' : code, `${before}${error.message}.`, {
    cause: error,
    ...(passing ? { retryAfterSeconds: 30 } : {}),
  });
}
