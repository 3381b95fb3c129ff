import type { LinkedAccount } from '@tallyhook/schemas/api';
import type { Command } from 'commander';
import { listKeptAccounts } from '../author/accounts/list.ts';
import { registerAccountsLogin } from '../author/accounts/login.ts';
import { type ClientOptions, readClient } from '../author/accounts/read-client.ts';
import { registerAccountsTest } from '../author/accounts/test.ts';
import { collectPair, readFields, type FieldOptions } from '../author/call/read-fields.ts';
import { table } from '../output.ts';
import type { Settings } from '../settings.ts';
import { registerLinkedAccount } from './linked-account.ts';
import { print, useApi, withCommonOptions, type CommonOptions } from '../verb.ts';

interface LinkOptions extends CommonOptions, FieldOptions, ClientOptions {
  label?: string;
  shared?: true;
}

/** `accounts`: credentials with which a workspace signs in to other services. They are never printed. */
export function registerAccounts(program: Command, settings: Settings): void {
  const accounts = program
    .command('accounts')
    .description('accounts at other services that the workspace can use')
    .addHelpText(
      'after',
      '\nExample:\n  $ tallyhook accounts login packages/connectors/github --field owner=octo --field token=-',
    );
  const link = accounts
    .command('link')
    .argument('<connector>', 'the id of an installed connector')
    .description('link an account at a service to the workspace, for its workflows')
    .option(
      '--field <name=value>',
      'a sign-in value; `name=-` prompts for it, or reads a line from standard input',
      collectPair,
      [],
    )
    .option('--field-from-env <name=VARIABLE>', 'a sign-in value from an environment variable', collectPair, [])
    .option('--client-id <text>', 'OAuth 2: the id of the client that refreshes the token')
    .option('--client-secret <text>', 'its secret; `-` prompts for it, or reads a line from standard input')
    .option('--label <text>', 'a name for the account')
    .option('--shared', 'let every member use it in workflows, not only you');
  withCommonOptions(
    link,
    'tallyhook accounts link github --field owner=octo --field token=- --label "Release bot"',
  ).action((connector: string, options: LinkOptions) => linkAccount(settings, options, connector));
  withCommonOptions(
    accounts
      .command('list')
      .description('list the accounts of the workspace, or those kept on this machine for connector development')
      .option('--local', 'the accounts that `accounts login` keeps on this machine for `run` and `record`'),
    'tallyhook accounts list',
  ).action((options: CommonOptions & { local?: boolean }) =>
    options.local === true ? listKeptAccounts(settings, options) : listAccounts(settings, options),
  );
  registerLinkedAccount(accounts, settings);
  registerAccountsLogin(accounts, settings);
  registerAccountsTest(accounts, settings);
}

async function linkAccount(settings: Settings, options: LinkOptions, connector: string): Promise<void> {
  const fields = await readFields(settings, options);
  const client = await readClient(settings, options);
  const account = await useApi(settings, options, (api) =>
    api.call('POST /api/accounts', {
      body: { connector, label: options.label, shared: options.shared, fields, client },
    }),
  );
  print(settings, options, account, () => `${account.id}  ${account.connector}  ${account.label}`);
}

async function listAccounts(settings: Settings, options: CommonOptions): Promise<void> {
  const accounts = await useApi(settings, options, (api) => api.call('GET /api/accounts'));
  print(settings, options, accounts, () =>
    table(
      ['id', 'connector', 'label', 'external id', 'linked', 'state', 'webhook address'],
      accounts.map(({ id, connector, label, externalId, createdAt, refused, stopped, hookAddress }) => [
        id,
        connector,
        label,
        externalId ?? 'any',
        createdAt,
        stateOf({ refused, stopped }),
        hookAddress ?? '',
      ]),
    ),
  );
}

function stateOf({ refused, stopped }: Pick<LinkedAccount, 'refused' | 'stopped'>): string {
  if (stopped !== null) return `stopped since ${stopped.at}: ${stopped.reason}`;
  return refused === null ? 'works' : `refused since ${refused.at}: link it again (${refused.reason})`;
}
