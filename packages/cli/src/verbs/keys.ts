import { Option, type Command } from 'commander';
import { table } from '../output.ts';
import type { Settings } from '../settings.ts';
import { print, useApi, withCommonOptions, type CommonOptions } from '../verb.ts';

interface CreateOptions extends CommonOptions {
  name?: string;
  branch: string;
  access: 'read' | 'write';
}

/** `keys`: API keys for scripts, one branch each. */
export function registerKeys(program: Command, settings: Settings): void {
  const keys = program
    .command('keys')
    .description('API keys for scripts, each for one branch')
    .addHelpText('after', '\nExample:\n  $ tallyhook keys create --name reports --branch main --access read');
  const create = keys
    .command('create')
    .description('create a key; it is shown only once')
    .option('--name <text>', 'what the key is for (default: its access and branch)')
    .addOption(new Option('--access <level>', 'what the key may do').choices(['read', 'write']).default('read'));
  withCommonOptions(
    create,
    'export TALLYHOOK_KEY=$(tallyhook keys create --name reports --branch main --access read)',
  ).action((options: CreateOptions) => createKey(settings, options));
  withCommonOptions(keys.command('list').description('list the keys of the workspace'), 'tallyhook keys list').action(
    (options: CommonOptions) => listKeys(settings, options),
  );
  withCommonOptions(
    keys.command('revoke').argument('<id>', 'the id that `keys list` shows').description('revoke a key immediately'),
    'tallyhook keys revoke 65f000000000000000000001',
  ).action((id: string, options: CommonOptions) => revokeKey(settings, options, id));
}

async function createKey(settings: Settings, options: CreateOptions): Promise<void> {
  const { access, branch = 'main' } = options;
  const { name = `${access} ${branch}` } = options;
  const created = await useApi(settings, options, (api) =>
    api.call('POST /api/keys', { body: { name, branch, access } }),
  );
  if (!options.json) settings.errors.write(`Key "${name}" (${access}, branch ${branch}). It is shown only once:\n`);
  print(settings, options, created, () => created.key);
}

async function listKeys(settings: Settings, options: CommonOptions): Promise<void> {
  const keys = await useApi(settings, options, (api) => api.call('GET /api/keys'));
  print(settings, options, keys, () =>
    table(
      ['id', 'name', 'key', 'branch', 'access', 'created', 'last used'],
      keys.map((key) => [
        key.id,
        key.name,
        `${key.prefix}…`,
        key.branch,
        key.access,
        key.createdAt,
        key.lastUsedAt ?? 'never',
      ]),
    ),
  );
}

async function revokeKey(settings: Settings, options: CommonOptions, id: string): Promise<void> {
  await useApi(settings, options, (api) => api.call('DELETE /api/keys/:id', { path: { id } }));
  print(settings, options, { id, revoked: true }, () => `Key ${id} is revoked.`);
}
