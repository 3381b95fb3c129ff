import type { Command } from 'commander';
import { Problem } from '@tallyhook/schemas';
import { keepInMemory, withOptionalScopes } from '@tallyhook/sdk';
import type { Settings } from '../../settings.ts';
import { checkedFields, checkedFieldsBefore } from '../call/account-of-call.ts';
import { keepAccount, defaultAccount, withAccountsLock } from '../call/kept-accounts.ts';
import { collectPair, type FieldOptions, readFields } from '../call/read-fields.ts';
import { openHttp } from '../call/open-http.ts';
import { compileOrFail } from '../compile-or-fail.ts';
import { readPort } from '../mock/port.ts';
import { type ClientOptions, readClient } from './read-client.ts';
import { signInWithOAuth } from './sign-in-oauth.ts';
import { asProblem, triedText, tryAccount } from './try-account.ts';

interface LoginOptions extends FieldOptions, ClientOptions {
  name: string;
  port: number;
  choose?: string;
  scopes?: string[];
  json?: boolean;
}

/** `accounts login`: saves an account on this machine for authors. Exit 0 saved, 1 refused, 2 bad usage. */
export function registerAccountsLogin(accounts: Command, settings: Settings): void {
  accounts
    .command('login')
    .argument('<folder>', 'the connector folder')
    .description('sign in to a service and save the account on this machine for `run` and `record`')
    .option('--name <text>', 'the name to save the account under', defaultAccount)
    .option('--field <name=value>', 'a sign-in value; `name=-` prompts for it', collectPair, [])
    .option('--field-from-env <name=VARIABLE>', 'a sign-in value from an environment variable', collectPair, [])
    .option('--client-id <text>', 'OAuth 2: the id of the client you registered at the service')
    .option('--client-secret <text>', 'its secret; `-` prompts for it, or reads a line from standard input')
    .option(
      '--port <number>',
      'OAuth 2: the port of the redirect address http://127.0.0.1:PORT/sign-in; 0 picks a free port',
      readPort,
      0,
    )
    .option('--choose <value>', 'which one to use if the service offers several (default: a terminal asks)')
    .option(
      '--scopes <names>',
      'OAuth 2: the optional scopes to ask for, separated by commas (default: all)',
      readScopes,
    )
    .option('--json', 'print the account as JSON, without its credentials')
    .addHelpText(
      'after',
      '\nExample:\n  $ tallyhook accounts login packages/connectors/github --field owner=octo --field token=-',
    )
    .action((folder: string, options: LoginOptions) => login(settings, folder, options));
}

function noClient(name: string): Problem {
  const detail = `No OAuth client for "${name}". Register one at the service and pass it with --client-id and --client-secret (--client-secret - prompts for it).`;
  return new Problem('invalid_usage', detail);
}

function noSignIn(): Problem {
  return new Problem('invalid_usage', '--scopes is for a sign-in in a browser: leave out accessToken, or --scopes.');
}

/** An empty text names none. */
function readScopes(text: string): string[] {
  return text.split(/[\s,]+/).filter((scope) => scope !== '');
}

const advice = 'Pass each one with --field name=value; --field name=- prompts for it.';

async function login(settings: Settings, folder: string, options: LoginOptions): Promise<void> {
  const { package: released } = compileOrFail(folder);
  const { id, signIn } = released.connector;
  const { name, port, choose } = options;
  const given = await readFields(settings, options);
  // With a given token no browser is needed.
  const signsIn = signIn.kind === 'oauth2' && given['accessToken'] === undefined;
  const account = (signsIn ? checkedFieldsBefore : checkedFields)(released, given, advice);
  if (!signsIn && options.scopes !== undefined) throw noSignIn();
  const asking = withOptionalScopes(released, account, options.scopes);
  const client = await readClient(settings, options);
  if (signsIn && client === undefined && signIn.client === undefined) throw noClient(released.connector.name);
  const http = openHttp(settings);
  try {
    const keeper = keepInMemory(
      signsIn
        ? await asProblem('invalid_account', () =>
            signInWithOAuth(settings, released, { account: asking, client, port, choose, http }),
          )
        : account,
    );
    const tried = await tryAccount(released, { keeper, http, ...(client && { client }) });
    const values = await keeper.read();
    // Another process may be saving a new token of another account to the same file.
    await withAccountsLock(settings, () =>
      keepAccount(settings, { connector: id, name }, { values, ...(client && { client }) }),
    );
    const text = `${triedText(tried)}: saved as "${name}"`;
    settings.output.write(
      `${options.json === true ? JSON.stringify({ connector: id, name, ...tried }, null, 2) : text}\n`,
    );
  } finally {
    await http.close();
  }
}
