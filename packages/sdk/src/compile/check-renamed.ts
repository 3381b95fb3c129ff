import { nearest, type OAuthSignIn } from '@tallyhook/schemas';
import type { CheckContext } from './context.ts';
import type { Finding, JsonPath } from './source-file.ts';

/** The parameters of the page. */
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

/** The parameters of a refresh. */
export const inRefresh: readonly string[] = ['grant_type', 'refresh_token', 'access_token', ...ofClient];

/** The parameters of a token request; a refresh has the names of it where it has none of its own. */
export function inToken({ grant }: OAuthSignIn): readonly string[] {
  if (grant === 'clientCredentials') return ['grant_type', 'scope', ...ofClient];
  return [...new Set(['grant_type', 'code', 'redirect_uri', 'code_verifier', ...inRefresh])];
}

/** Reports other names for parameters that are not sent: of one that is meant, the usual name would be. */
export function checkRenamed(
  context: CheckContext,
  path: JsonPath,
  names: Record<string, string> | undefined,
  known: readonly string[],
): void {
  for (const name of Object.keys(names ?? {})) {
    if (known.includes(name)) continue;
    const message = `no parameter "${name}" is sent here that could be renamed`;
    context.report([...path, 'names', name], { code: 'unknown_name', message, ...adviceFor(name, known), atKey: true });
  }
}

function adviceFor(name: string, known: readonly string[]): Pick<Finding, 'hint' | 'suggestion'> {
  const others = [...inAuthorize, ...inRefresh, 'code', 'code_verifier'];
  // One that another request has is no misspelling.
  const suggestion = others.includes(name) ? undefined : nearest(name, known);
  if (suggestion !== undefined) return { suggestion };
  return { hint: `leave it out: what is sent here is ${known.join(', ')}` };
}
