import { listNames, type OAuthSignIn } from '@tallyhook/schemas';
import { nearestOf } from './check-given.ts';
import { checkRepeated } from './check-repeated.ts';
import type { CheckContext } from './context.ts';
import type { JsonPath } from './source-file.ts';

/** Checks the scopes that a sign-in requests. */
export function checkScopes(context: CheckContext, { grant, scopes = [], optionalScopes }: OAuthSignIn): void {
  checkRepeated(context, ['signIn', 'scopes'], scopes);
  if (optionalScopes === undefined) return;
  const path = ['signIn', 'optionalScopes'];
  if (grant === 'clientCredentials') {
    const message = 'with client credentials nobody chooses what to allow';
    const hint = 'list them under scopes';
    return context.report(path, { code: 'key_not_here', message, hint, atKey: true });
  }
  const known = new Set(scopes);
  for (const [index, { scope }] of optionalScopes.entries()) {
    if (known.has(scope)) {
      const message = `the scope "${scope}" is listed twice`;
      const hint = 'keep it either in scopes or in optionalScopes';
      context.report([...path, index, 'scope'], { code: 'duplicate_name', message, hint });
    }
    known.add(scope);
  }
}

/** Checks the scopes that an action or a subscription needs, at their place in its file. */
export function checkNeededScopes(context: CheckContext, path: JsonPath, scopes: readonly string[] | undefined): void {
  if (scopes === undefined || context.connector === undefined) return;
  const { signIn } = context.connector;
  if (signIn.kind !== 'oauth2') {
    const message = 'only a sign-in with OAuth 2 has scopes';
    return context.report(path, { code: 'key_not_here', message, hint: 'leave it out', atKey: true });
  }
  checkRepeated(context, path, scopes);
  const known = [...(signIn.scopes ?? []), ...(signIn.optionalScopes ?? []).map(({ scope }) => scope)];
  for (const [index, scope] of scopes.entries()) {
    if (known.includes(scope)) continue;
    const message = `the sign-in does not request the scope "${scope}"; it requests ${listNames(known, scope)}`;
    context.report([...path, index], { code: 'unknown_name', message, ...nearestOf(scope, known) });
  }
}
