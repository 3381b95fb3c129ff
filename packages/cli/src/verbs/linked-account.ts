import type { Command } from 'commander';
import { type ClientOptions, readClient } from '../author/accounts/read-client.ts';
import { collectPair, readFields, type FieldOptions } from '../author/call/read-fields.ts';
import type { Settings } from '../settings.ts';
import { print, useApi, withCommonOptions, type CommonOptions } from '../verb.ts';

const exampleId = '65f000000000000000000001';

/** The verbs of `accounts` for one linked account: it keeps its id, so workflows that use it go on. */
export function registerLinkedAccount(accounts: Command, settings: Settings): void {
  const verb = (name: string, what: string, options = ''): Command =>
    withCommonOptions(
      accounts.command(name).argument('<id>', 'the id that `accounts list` shows').description(what),
      `tallyhook accounts ${name} ${exampleId}${options}`,
    );
  verb('reconnect', 'give an account other credentials; it keeps its id and its webhook address', ' --field token=-')
    .option('--field <name=value>', 'a sign-in value; `name=-` prompts for it', collectPair, [])
    .option('--field-from-env <name=VARIABLE>', 'a sign-in value from an environment variable', collectPair, [])
    .option('--client-id <text>', 'OAuth 2: the id of the client that refreshes the token')
    .option('--client-secret <text>', 'its secret; `-` prompts for it, or reads a line from standard input')
    .action((id: string, options: CommonOptions & FieldOptions & ClientOptions) => reconnect(settings, options, id));
  verb('check', 'ask the service whether an account works').action((id: string, options: CommonOptions) =>
    check(settings, options, id),
  );
  verb('rename', 'give an account another name', ' --label "Release bot"')
    .requiredOption('--label <text>', 'its new name')
    .action((id: string, options: CommonOptions & { label: string }) =>
      change(settings, options, id, { label: options.label }),
    );
  verb('share', 'let every member use an account in workflows, or only yourself again')
    .option('--off', 'only you can use it from now on')
    .action((id: string, options: CommonOptions & { off?: true }) =>
      change(settings, options, id, { shared: options.off !== true }),
    );
  verb('rotate-address', "change an account's webhook address; the old one is refused from then on").action(
    (id: string, options: CommonOptions) => rotateAddress(settings, options, id),
  );
  verb('remove', 'end the tokens of an account at its service, and delete its credentials').action(
    (id: string, options: CommonOptions) => remove(settings, options, id),
  );
}

async function reconnect(
  settings: Settings,
  options: CommonOptions & FieldOptions & ClientOptions,
  id: string,
): Promise<void> {
  const fields = await readFields(settings, options);
  const client = await readClient(settings, options);
  const account = await useApi(settings, options, (api) =>
    api.call('PUT /api/accounts/:id/credentials', { path: { id }, body: { fields, client } }),
  );
  print(settings, options, account, () => `${account.id}  ${account.connector}  ${account.label}  connected again`);
}

async function check(settings: Settings, options: CommonOptions, id: string): Promise<void> {
  const tested = await useApi(settings, options, (api) => api.call('POST /api/accounts/:id/test', { path: { id } }));
  const { isTested, label, externalId } = tested;
  const there = externalId === null ? '' : `, id ${externalId}`;
  const words = isTested ? 'works' : 'not tested: the connector declares no test request';
  print(settings, options, tested, () => `${label}${there}: ${words}`);
}

async function change(
  settings: Settings,
  options: CommonOptions,
  id: string,
  body: { label?: string; shared?: boolean },
): Promise<void> {
  const account = await useApi(settings, options, (api) => api.call('PATCH /api/accounts/:id', { path: { id }, body }));
  const who = account.shared ? 'every member can use it' : 'only its owner can use it';
  print(settings, options, account, () => `${account.id}  ${account.label}  ${who}`);
}

async function rotateAddress(settings: Settings, options: CommonOptions, id: string): Promise<void> {
  const account = await useApi(settings, options, (api) =>
    api.call('POST /api/accounts/:id/address', { path: { id } }),
  );
  if (!options.json) settings.errors.write('Register the new address at the service; the old one is refused now:\n');
  print(settings, options, account, () => account.hookAddress ?? '');
}

async function remove(settings: Settings, options: CommonOptions, id: string): Promise<void> {
  const removed = await useApi(settings, options, (api) => api.call('DELETE /api/accounts/:id', { path: { id } }));
  const { isRevoked, reason, leftSubscriptions } = removed;
  const there = isRevoked
    ? ' Its tokens were ended at the service.'
    : reason === null
      ? ''
      : ` The service did not end its tokens: ${reason}`;
  const left = leftSubscriptions === 0 ? '' : ` The service has not ended ${leftSubscriptions} subscriptions yet.`;
  print(settings, options, { id, ...removed }, () => `Account ${id} is removed.${there}${left}`);
}
