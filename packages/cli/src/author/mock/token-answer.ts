import type { OAuthSignIn } from '@tallyhook/schemas';
import type { PracticeAnswer } from '@tallyhook/practice';
import { renderTemplate } from '@tallyhook/sdk';

const lifetimeSeconds = 3600;

/**
 * Builds the answer to a token request, with each value at the path the connector declares. Values kept in the account
 * come from the recorded answer, if there is one.
 */
export function tokenAnswer(
  signIn: OAuthSignIn,
  { accessToken, refreshToken }: { accessToken: string; refreshToken: string },
  recorded: unknown,
): PracticeAnswer {
  const { read = {}, success } = signIn.token;
  const body = bare();
  const scopes = (signIn.scopes ?? []).join(signIn.scopeSeparator ?? ' ');
  const values: [string, unknown][] = [
    ...Object.values(signIn.keep ?? {}).flatMap(({ value }): [string, unknown][] => {
      const path = /^\{\{(response\.body\.[^}|]+)\}\}$/.exec(value)?.[1];
      if (path === undefined) return [];
      return [[path, renderTemplate(value, { response: { body: recorded } }) ?? 'mock']];
    }),
    // The answer must not match a condition for failure.
    ...(success?.unless ?? []).flatMap((condition): [string, unknown][] =>
      condition.isNot !== undefined ? [[condition.path, condition.isNot]] : [],
    ),
    [read.accessToken ?? 'response.body.access_token', accessToken],
    [read.refreshToken ?? 'response.body.refresh_token', refreshToken],
    [read.expiresIn ?? 'response.body.expires_in', lifetimeSeconds],
    // Without it, the person granted what was asked for, optional scopes too (RFC 6749 section 5.1).
    ...(signIn.optionalScopes === undefined
      ? [[read.scope ?? 'response.body.scope', scopes] as [string, unknown]]
      : []),
    ['response.body.token_type', 'bearer'],
  ];
  for (const [path, value] of values) put(body, path, value);
  return { status: success?.status?.[0] ?? 200, body };
}

/** An object without inherited names such as `constructor`. */
function bare(): Record<string, unknown> {
  return Object.create(null) as Record<string, unknown>;
}

function put(body: Record<string, unknown>, path: string, value: unknown): void {
  const [, place, ...names] = path.split('.').map((name) => name.replace(/^\[(.*)\]$/, '$1'));
  if (place !== 'body' || names.length === 0) return;
  const last = names.pop()!;
  const parent = names.reduce((object, name) => (object[name] ??= bare()) as Record<string, unknown>, body);
  parent[last] = value;
}
