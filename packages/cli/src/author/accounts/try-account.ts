import { Problem } from '@tallyhook/schemas';
import {
  ActionError,
  type AccountKeeper,
  type AccountValues,
  type ConnectorPackage,
  describeAccount,
  type Http,
  type SignInClient,
  testAccount,
  withFreshToken,
} from '@tallyhook/sdk';

/** The account's label and id at the service. */
export interface TriedAccount {
  label: string;
  externalId: string | null;
  /** Whether the service was asked; not every connector declares a test request. */
  tested: boolean;
}

/**
 * Makes the connector's test request with an account.
 * @throws Problem with the service's message if it refuses
 */
export async function tryAccount(
  released: ConnectorPackage,
  { keeper, client, http }: { keeper: AccountKeeper; client?: SignInClient; http: Http },
): Promise<TriedAccount> {
  const fresh = { keeper, http, now: Date.now, ...(client && { client }) };
  return asProblem('account_refused', () =>
    withFreshToken(released, fresh, async (account: AccountValues) => {
      const test = await testAccount(released, { account, http });
      return { ...describeAccount(released, { account, test }), tested: test !== null };
    }),
  );
}

/** Reports another service's refusal unchanged, under the title of `code`: it is not a bug of ours. */
export async function asProblem<T>(code: 'account_refused' | 'invalid_account', work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ActionError)) throw error;
    throw new Problem(code, `${error.message}.`, { cause: error });
  }
}

/** Describes the account for people. */
export function triedText({ label, externalId, tested }: TriedAccount): string {
  const there = externalId === null ? '' : `, id ${externalId}`;
  return `${label}${there}${tested ? '' : ' (not tested: the connector declares no test request)'}`;
}
