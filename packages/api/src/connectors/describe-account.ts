import { Problem, type ConnectorPackage } from '@tallyhook/schemas';
import { accountValueNames, ActionError, checkAccount, describeAccount, testAccount, type Http } from '@tallyhook/sdk';
import type { AccountFields } from '@tallyhook/store';

/**
 * Checks the values that somebody gives to link an account, and says what the account is called and which account of
 * the other service it is. The other service is asked only where the connector cannot tell without it.
 * @throws Problem `invalid_account` with every mistake, or because the other service refuses the credentials;
 * `unavailable` when it does not answer. It never repeats a value.
 */
export async function describeNewAccount(
  released: ConnectorPackage,
  account: AccountFields,
  http: Http,
): Promise<{ label: string; externalId: string | null }> {
  refuseMistakes(released, account);
  const described = describeAccount(released, { account });
  if (described.externalId !== null || released.connector.test === undefined) return described;
  return describeAccount(released, { account, test: await ask(released, account, http) });
}

function refuseMistakes(released: ConnectorPackage, account: AccountFields): void {
  const errors = checkAccount(released, account).map((error) => ({
    ...error,
    pointer: error.pointer?.replace(/^#/, '#/fields'),
  }));
  if (errors.length === 0) return;
  const { name, signIn } = released.connector;
  const asked = accountValueNames(released).flatMap((field) => (field.optional === true ? [] : [field.name]));
  // Signing in with a browser is not there yet; a token that somebody has works until it ends.
  const advice =
    signIn.kind === 'oauth2' ? ' It signs in with OAuth 2: give a token that you have as accessToken.' : '';
  const message = `The fields do not fit "${name}", which asks for: ${asked.join(', ') || 'none'}.${advice}`;
  throw new Problem('invalid_account', message, { errors });
}

async function ask(released: ConnectorPackage, account: AccountFields, http: Http) {
  try {
    return await testAccount(released, { account, http, signal: AbortSignal.timeout(20_000) });
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
