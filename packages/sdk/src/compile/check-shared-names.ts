import type { OAuthSignIn } from '@tallyhook/schemas';
import type { CheckContext } from './context.ts';
import type { JsonPath } from './source-file.ts';

type Part = 'authorize' | 'token' | 'refresh';

/** Reports other names under which two parameters of one request would be sent. */
export function checkSharedNames(context: CheckContext, signIn: OAuthSignIn): void {
  for (const part of ['authorize', 'token', 'refresh'] as const) {
    const { names = {}, parameters = {} } = signIn[part] ?? {};
    const isDeclared = (name: string): boolean =>
      Object.hasOwn(parameters, name) || Object.hasOwn(parameters, nameOf(name, names));
    const requests = [...sentIn(signIn, part), ...(isForRefresh(signIn, part) ? sentIn(signIn, 'refresh') : [])].map(
      (sent) => sent.filter((name) => !isDeclared(name)),
    );
    for (const [index, name] of Object.keys(names).entries()) {
      // Of two that are both renamed, the second is told.
      const isLater = (one: string): boolean => Object.keys(names).indexOf(one) < index;
      const other = requests
        .filter((sent) => sent.includes(name))
        .flat()
        .find((one) => one !== name && nameOf(one, names) === names[name] && isLater(one));
      if (other !== undefined) report(context, ['signIn', part, 'names', name], [other, name, names[name]!]);
    }
  }
}

function report(context: CheckContext, path: JsonPath, [one, other, target]: [string, string, string]): void {
  const message = `"${one}" and "${other}" would both be sent as "${target}"`;
  const hint = 'give each a name of its own, or leave the usual ones';
  context.report(path, { code: 'duplicate_name', message, hint });
}

function nameOf(name: string, names: Record<string, string>): string {
  return Object.hasOwn(names, name) ? names[name]! : name;
}

/** A refresh without names of its own has those of the token request. */
function isForRefresh({ refresh }: OAuthSignIn, part: Part): boolean {
  return part === 'token' && refresh?.names === undefined;
}

/** What OAuth 2 sends in a request; more than one list where what is sent depends on the account or the grant. */
function sentIn({ grant, pkce, scopes, token, refresh }: OAuthSignIn, part: Part): string[][] {
  const isInBody = ((part === 'refresh' ? refresh?.client : undefined) ?? token.client ?? 'body') === 'body';
  const client = isInBody ? ['client_id', 'client_secret'] : [];
  const scope = scopes === undefined ? [] : ['scope'];
  const withPkce = (names: string[]): string[] => (pkce === false ? [] : names);
  if (part === 'authorize')
    return [
      [
        ...['response_type', 'client_id', 'redirect_uri', 'state', ...scope],
        ...withPkce(['code_challenge', 'code_challenge_method']),
      ],
    ];
  if (part === 'refresh')
    return [refresh?.with === 'accessToken' ? ['access_token', ...client] : ['grant_type', 'refresh_token', ...client]];
  if (grant === 'clientCredentials') return [['grant_type', ...scope, ...client]];
  return [['grant_type', 'code', 'redirect_uri', ...withPkce(['code_verifier']), ...client]];
}
