import type { Command } from 'commander';
import type { Session } from '@tallyhook/schemas/api';
import { createApi, type Api } from '../api.ts';
import { productAddress } from '../product-address.ts';
import { readSecrets } from '../secrets.ts';
import { readSession, removeSession, saveSession } from '../session-file.ts';
import { defaultUrl, type Settings } from '../settings.ts';
import { print } from '../verb.ts';
import { Problem } from '@tallyhook/schemas';

interface LoginOptions {
  url?: string;
  email: string;
  password?: string;
  json?: boolean;
}

/** `login` and `logout`: a session for the other verbs. */
export function registerLogin(program: Command, settings: Settings): void {
  program
    .command('login')
    .description('sign in; later commands use this session')
    .requiredOption('--email <address>', 'your email address')
    .option(
      '--password <text>',
      'your password; other programs can see it, so use - or omit it for a prompt or standard input',
    )
    .option('--url <address>', `the address of the product (default: TALLYHOOK_URL, or ${defaultUrl})`)
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample:\n  $ tallyhook login --url http://127.0.0.1:3000 --email ana@example.com')
    .action((options: LoginOptions) => login(settings, options));
  program
    .command('logout')
    .description('end the session')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample:\n  $ tallyhook logout')
    .action((options: { json?: boolean }) => logout(settings, options));
}

async function login(settings: Settings, options: LoginOptions): Promise<void> {
  const url = productAddress(options.url ?? settings.url ?? defaultUrl);
  const { password: given = '-' } = options;
  const password = given === '-' ? (await readSecrets(settings, ['Password']))[0]! : given;
  const api = await createApi({ url });
  try {
    const { session, token } = await openSession(api, { email: options.email, password });
    saveSession(settings.sessionFile, { url, email: options.email, token });
    print(settings, options, { url, ...session }, () => welcome(url, session));
  } finally {
    await api.close();
  }
}

async function openSession(api: Api, credentials: { email: string; password: string }) {
  const answer = await api.open('POST /api/session', { body: credentials });
  const session = (await answer.body.json()) as Session;
  const token = cookieValue(answer.headers['set-cookie'], 'tallyhook_session');
  if (token === undefined)
    throw new Problem('internal', "The server signed you in but sent no session. Is this address Tallyhook's?");
  return { session, token };
}

async function logout(settings: Settings, options: { json?: boolean }): Promise<void> {
  const session = await readSession(settings.sessionFile);
  if (session !== undefined) await endSession(session);
  await removeSession(settings.sessionFile);
  print(settings, options, { loggedOut: session !== undefined }, () =>
    session === undefined ? 'You were not logged in.' : `Logged out of ${session.url}.`,
  );
}

/** Forgets the session locally even if the server cannot be reached. */
async function endSession({ url, token }: { url: string; token: string }): Promise<void> {
  const api = await createApi({ url, token });
  try {
    await api.call('DELETE /api/session');
  } catch (error) {
    if (!(error instanceof Problem) || !['unavailable', 'sign_in_required'].includes(error.code)) throw error;
  } finally {
    await api.close();
  }
}

function cookieValue(header: string | string[] | undefined, name: string): string | undefined {
  const cookies = header === undefined ? [] : [header].flat();
  return cookies
    .find((cookie) => cookie.startsWith(`${name}=`))
    ?.slice(name.length + 1)
    .split(';')[0];
}

function welcome(url: string, { person, workspaces }: Session): string {
  const lines = workspaces.map(({ id, name, role }) => `  ${name} (${role})  ${id}`);
  return [`Logged in at ${url} as ${person.email}.`, ...lines].join('\n');
}
