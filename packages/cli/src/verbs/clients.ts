import type { Command } from 'commander';
import { table } from '../output.ts';
import { readSecrets } from '../secrets.ts';
import type { Settings } from '../settings.ts';
import { print, useApi, withCommonOptions, type CommonOptions } from '../verb.ts';

interface SetOptions extends CommonOptions {
  clientId: string;
  secret: boolean;
}

/** `clients`: OAuth 2 clients with which people link accounts. Secrets are read without echo, and never printed. */
export function registerClients(program: Command, settings: Settings): void {
  const clients = program
    .command('clients')
    .description('OAuth 2 clients with which people link accounts, one for each connector')
    .addHelpText('after', '\nExample:\n  $ tallyhook clients set hubspot --client-id 1234');
  const set = clients
    .command('set')
    .argument('<connector>', 'the id of a connector')
    .description(
      'set the client that you registered at a service; prompts for its secret, or reads a line from standard input',
    )
    .requiredOption('--client-id <text>', 'the id of the client')
    .option('--no-secret', 'the service gave no secret');
  withCommonOptions(set, 'tallyhook clients set hubspot --client-id 1234').action(
    (connector: string, options: SetOptions) => setClient(settings, options, connector),
  );
  withCommonOptions(
    clients.command('list').description('list the clients, and the redirect address to register at services'),
    'tallyhook clients list',
  ).action((options: CommonOptions) => listClients(settings, options));
  withCommonOptions(
    clients
      .command('remove')
      .argument('<connector>', 'the id of a connector')
      .description('remove a client; accounts linked with it can no longer refresh their tokens'),
    'tallyhook clients remove hubspot',
  ).action((connector: string, options: CommonOptions) => removeClient(settings, options, connector));
}

async function setClient(settings: Settings, options: SetOptions, connector: string): Promise<void> {
  const [secret] = options.secret ? await readSecrets(settings, ['client secret']) : [];
  const client = await useApi(settings, options, (api) =>
    api.call('PUT /api/connector-clients/:connector', {
      path: { connector },
      body: { id: options.clientId, ...(secret !== undefined && { secret }) },
    }),
  );
  print(settings, options, client, () => `The client ${client.clientId} is set for ${client.connector}.`);
}

async function listClients(settings: Settings, options: CommonOptions): Promise<void> {
  const answer = await useApi(settings, options, (api) => api.call('GET /api/connector-clients'));
  const { redirectAddress, clients } = answer;
  if (!options.json) settings.errors.write(`Redirect address to register at services: ${redirectAddress}\n`);
  print(settings, options, answer, () =>
    table(
      ['connector', 'client id', 'secret', 'serves', 'changed'],
      clients.map(({ connector, clientId, hasSecret, isShared, changedAt }) => [
        ...[connector, clientId, hasSecret ? 'set' : 'none'],
        ...[isShared ? 'all workspaces' : 'this workspace', changedAt],
      ]),
    ),
  );
}

async function removeClient(settings: Settings, options: CommonOptions, connector: string): Promise<void> {
  await useApi(settings, options, (api) =>
    api.call('DELETE /api/connector-clients/:connector', { path: { connector } }),
  );
  print(settings, options, { connector, removed: true }, () => `The client of ${connector} is removed.`);
}
