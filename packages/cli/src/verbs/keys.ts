import { Option, type Command } from 'commander';
import { wholeNumber } from './runs.ts';
import { table } from '../output.ts';
import type { Settings } from '../settings.ts';
import { print, useApi, withCommonOptions, type CommonOptions } from '../verb.ts';

interface CreateOptions extends CommonOptions {
  name?: string;
  branch: string;
  access: 'read' | 'write';
  days?: number;
}

interface RotateOptions extends CommonOptions {
  oldWorksFor: number;
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
  create.option('--days <number>', 'when the key stops working (default: never)', wholeNumber);
  withCommonOptions(
    create,
    'export TALLYHOOK_KEY=$(tallyhook keys create --name reports --branch main --access read)',
  ).action((options: CreateOptions) => createKey(settings, options));
  withCommonOptions(keys.command('list').description('list the keys of the workspace'), 'tallyhook keys list').action(
    (options: CommonOptions) => listKeys(settings, options),
  );
  const rotate = keys
    .command('rotate')
    .argument('<id>', 'the id that `keys list` shows')
    .description('create a key that replaces another; it is shown only once')
    .option('--old-works-for <hours>', 'how long the old key keeps working, 0 to 168', Number, 24);
  withCommonOptions(rotate, 'tallyhook keys rotate 65f000000000000000000001 --old-works-for 0').action(
    (id: string, options: RotateOptions) => rotateKey(settings, options, id),
  );
  withCommonOptions(
    keys.command('usage').description('show the calls of the plan that the keys used this month'),
    'tallyhook keys usage',
  ).action((options: CommonOptions) => showUsage(settings, options));
  withCommonOptions(
    keys.command('revoke').argument('<id>', 'the id that `keys list` shows').description('revoke a key immediately'),
    'tallyhook keys revoke 65f000000000000000000001',
  ).action((id: string, options: CommonOptions) => revokeKey(settings, options, id));
}

async function createKey(settings: Settings, options: CreateOptions): Promise<void> {
  const { access, branch = 'main', days: expiresInDays } = options;
  const { name = `${access} ${branch}` } = options;
  const created = await useApi(settings, options, (api) =>
    api.call('POST /api/keys', { body: { name, branch, access, expiresInDays } }),
  );
  if (!options.json) settings.errors.write(`Key "${name}" (${access}, branch ${branch}). It is shown only once:\n`);
  print(settings, options, created, () => created.key);
}

async function listKeys(settings: Settings, options: CommonOptions): Promise<void> {
  const keys = await useApi(settings, options, (api) => api.call('GET /api/keys'));
  print(settings, options, keys, () =>
    table(
      ['id', 'name', 'key', 'branch', 'access', 'made by', 'created', 'last used', 'expires'],
      keys.map((key) => [
        key.id,
        key.name,
        `${key.prefix}…`,
        key.branch,
        key.access,
        key.maker ?? '–',
        key.createdAt,
        key.lastUsedAt ?? 'never',
        key.expiresAt ?? 'never',
      ]),
    ),
  );
}

async function rotateKey(settings: Settings, options: RotateOptions, id: string): Promise<void> {
  const { oldWorksFor: oldWorksForHours } = options;
  const created = await useApi(settings, options, (api) =>
    api.call('POST /api/keys/:id/rotation', { path: { id }, body: { oldWorksForHours } }),
  );
  const until = oldWorksForHours === 0 ? 'has stopped working' : `works for ${oldWorksForHours} more hours`;
  if (!options.json) settings.errors.write(`New key "${created.name}"; the old one ${until}. It is shown only once:\n`);
  print(settings, options, created, () => created.key);
}

async function showUsage(settings: Settings, options: CommonOptions): Promise<void> {
  const plan = await useApi(settings, options, (api) => api.call('GET /api/plan'));
  const quota = plan.maxCalls === null ? 'no limit' : `of ${plan.maxCalls}`;
  print(settings, options, plan, () => `${plan.calls} calls in ${plan.month}, ${quota}. Renews ${plan.renewsAt}.`);
}

async function revokeKey(settings: Settings, options: CommonOptions, id: string): Promise<void> {
  await useApi(settings, options, (api) => api.call('DELETE /api/keys/:id', { path: { id } }));
  print(settings, options, { id, revoked: true }, () => `Key ${id} is revoked.`);
}
