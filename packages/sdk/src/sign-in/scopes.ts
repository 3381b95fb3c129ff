import { type ConnectorAction, type ConnectorPackage, type OAuthSignIn, Problem } from '@tallyhook/schemas';
import { ActionError } from '../action-error.ts';
import type { AccountValues } from '../runtime/redact.ts';

/**
 * The account value with the optional scopes that were requested, separated by spaces. An account without it was linked
 * when there were none, or with a token that a person had.
 */
export const askedScopesName = 'optionalScopes';

/** The scopes that a sign-in requests for an account: those of the connector, and the optional ones of the person. */
export function requestedScopes({ scopes = [], optionalScopes = [] }: OAuthSignIn, account: AccountValues): string[] {
  const asked = words(account[askedScopesName]) ?? [];
  return [...scopes, ...optionalScopes.map(({ scope }) => scope).filter((scope) => asked.includes(scope))];
}

/**
 * The values of an account whose sign-in begins, with the optional scopes it is to have: those named, or all.
 * @throws Problem `invalid_input` for one that the connector does not offer.
 */
export function withOptionalScopes(
  { connector: { name, signIn } }: ConnectorPackage,
  account: AccountValues,
  wanted: readonly string[] | undefined,
): AccountValues {
  const offered = signIn.kind === 'oauth2' ? (signIn.optionalScopes ?? []).map(({ scope }) => scope) : [];
  const unknown = wanted?.find((scope) => !offered.includes(scope));
  if (unknown !== undefined) {
    const known = offered.length === 0 ? 'It has none' : `It has ${offered.join(', ')}`;
    throw new Problem('invalid_input', `"${unknown}" is not an optional scope of "${name}". ${known}.`);
  }
  return offered.length === 0 ? account : { ...account, [askedScopesName]: (wanted ?? offered).join(' ') };
}

/**
 * Refuses an action or a subscription that needs an optional scope which the account is known not to have.
 * @throws ActionError `fatal`, before anything is sent.
 */
export function refuseMissingScope(
  { connector: { name, signIn } }: ConnectorPackage,
  { label, scopes = [] }: Pick<ConnectorAction, 'label' | 'scopes'>,
  account: AccountValues | null | undefined,
): void {
  if (signIn.kind !== 'oauth2' || scopes.length === 0) return;
  // The answer lists the granted scopes, or "identical to the scope requested" (RFC 6749 section 5.1).
  const granted = words(account?.['scope']) ?? words(account?.[askedScopesName]);
  if (granted === undefined) return;
  const missing = (signIn.optionalScopes ?? []).find(({ scope }) => scopes.includes(scope) && !granted.includes(scope));
  if (missing === undefined) return;
  const { scope, description } = missing;
  const message = `"${label}" needs the permission "${scope}" (${description}) of ${name}, which this account does not have`;
  throw new ActionError('fatal', `${message}: link the account again with "${scope}"`);
}

/** Services separate scopes by spaces, or by commas. */
function words(text: unknown): string[] | undefined {
  return typeof text === 'string' ? text.split(/[\s,]+/).filter((word) => word !== '') : undefined;
}
