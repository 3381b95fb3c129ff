import { Problem } from '@tallyhook/schemas';
import type { Credentials, Session } from '@tallyhook/schemas/api';
import { createCaller, type CallerOptions } from './caller.ts';

/** A person's session. */
export interface SignedIn extends Session {
  /** Identifies the session; keep it as safe as a password. */
  token: string;
}

const cookieName = 'tallyhook_session';

/** The headers that a session is sent with. The service accepts writes only from its own address. */
export const sessionHeaders = ({ url, token }: { url: string; token: string }): Record<string, string> => ({
  Cookie: `${cookieName}=${token}`,
  Origin: new URL(url).origin,
});

/**
 * Signs a person in, for a client of what only people can do.
 *
 * ```ts
 * const { token, workspaces } = await signIn({ url, email, password });
 * const client = createClient({ url, token, workspace: workspaces[0]!.id });
 * ```
 * @throws Problem `wrong_credentials`.
 */
export async function signIn({
  email,
  password,
  ...options
}: Credentials & Pick<CallerOptions, 'url' | 'fetch'>): Promise<SignedIn> {
  const { receive } = createCaller({ ...options, headers: {} });
  const { headers, text } = await receive('POST /api/session', { body: { email, password } });
  const cookie = headers.getSetCookie().find((one) => one.startsWith(`${cookieName}=`));
  if (cookie === undefined) {
    throw new Problem('unavailable', `The answer of ${options.url} has no session: check that it is Tallyhook.`);
  }
  const token = cookie.slice(cookieName.length + 1).split(';')[0]!;
  return { ...(JSON.parse(text) as Session), token };
}

/** Ends a session. */
export async function signOut({
  token,
  ...options
}: { token: string } & Pick<CallerOptions, 'url' | 'fetch'>): Promise<void> {
  const { call } = createCaller({ ...options, headers: sessionHeaders({ url: options.url, token }) });
  await call('DELETE /api/session', {});
}
