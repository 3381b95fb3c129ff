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

/** How an account presents itself. */
export interface TriedAccount {
  label: string;
  externalId: string | null;
  /** Whether the service was asked; not every connector declares a request for it. */
  tested: boolean;
}

/** Makes the connector's test request with an account. Throws Problem with the words of the service where it refuses. */
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

/** A refusal of another service is no mistake of ours: it is told as it is, under the title of `code`. */
export async function asProblem<T>(code: 'account_refused' | 'invalid_account', work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ActionError)) throw error;
    throw new Problem(code, `${error.message}.`, { cause: error });
  }
}

/** The account for people. */
export function triedText({ label, externalId, tested }: TriedAccount): string {
  const there = externalId === null ? '' : `, ${externalId} there`;
  return `${label}${there}${tested ? '' : ' (not tried: the connector declares no test request)'}`;
}
