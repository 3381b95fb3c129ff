import { nearest, type OAuthSignIn } from '@tallyhook/schemas';
import type { CheckContext } from './context.ts';
import type { Finding, JsonPath } from './source-file.ts';

/** Parameters of the authorization page. */
export const inAuthorize: readonly string[] = [
  'response_type',
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
];

const ofClient = ['client_id', 'client_secret'];

/** Parameters of a refresh request. */
export const inRefresh: readonly string[] = ['grant_type', 'refresh_token', 'access_token', ...ofClient];

/** Parameters of a request that revokes a token. */
export const inRevoke: readonly string[] = ['token', 'token_type_hint', ...ofClient];

/** Parameters of a token request. A refresh uses its names unless it declares its own. */
export function inToken({ grant }: OAuthSignIn): readonly string[] {
  if (grant === 'clientCredentials') return ['grant_type', 'scope', ...ofClient];
  return [...new Set(['grant_type', 'code', 'redirect_uri', 'code_verifier', ...inRefresh])];
}

/** Reports renamed parameters that are never sent. */
export function checkRenamed(
  context: CheckContext,
  path: JsonPath,
  names: Record<string, string> | undefined,
  known: readonly string[],
): void {
  for (const name of Object.keys(names ?? {})) {
    if (known.includes(name)) continue;
    const message = `there is no parameter "${name}" to rename here`;
    context.report([...path, 'names', name], { code: 'unknown_name', message, ...adviceFor(name, known), atKey: true });
  }
}

function adviceFor(name: string, known: readonly string[]): Pick<Finding, 'hint' | 'suggestion'> {
  const others = [...inAuthorize, ...inRefresh, 'code', 'code_verifier'];
  // A name that another request uses is not a misspelling.
  const suggestion = others.includes(name) ? undefined : nearest(name, known);
  if (suggestion !== undefined) return { suggestion };
  return { hint: `leave it out: the parameters here are ${known.join(', ')}` };
}
