import type { Command } from 'commander';
import type { KeyringStatus } from '@tallyhook/schemas/api';
import type { Api } from '../api.ts';
import { table } from '../output.ts';
import { createProgressLine } from '../progress.ts';
import type { Settings } from '../settings.ts';
import { print, useApi, withCommonOptions, type CommonOptions } from '../verb.ts';

interface RotateOptions extends CommonOptions {
  status?: boolean;
}

/** `keyring`: the keys that seal the credentials of the installation; for operators. */
export function registerKeyring(program: Command, settings: Settings): void {
  const keyring = program
    .command('keyring')
    .description('the keys that seal credentials (operators only)')
    .addHelpText('after', '\nExample:\n  $ tallyhook keyring rotate --status');
  const rotate = keyring
    .command('rotate')
    .description('seal with a new key while everything runs; run it again if it was interrupted')
    .option('--status', 'only show which keys are in use and how many data keys remain');
  withCommonOptions(rotate, 'tallyhook keyring rotate').action((options: RotateOptions) =>
    options.status ? showStatus(settings, options) : rotateKeyring(settings, options),
  );
  const remove = keyring
    .command('remove')
    .argument('<key>', 'the id that `keyring rotate --status` shows')
    .description('remove a key that seals nothing any more; backups made before the rotation still need it');
  withCommonOptions(remove, 'tallyhook keyring remove 1').action((id: string, options: CommonOptions) =>
    removeKey(settings, options, id),
  );
}

async function showStatus(settings: Settings, options: CommonOptions): Promise<void> {
  const status = await useApi(settings, options, (api) => api.call('GET /api/keyring'));
  print(settings, options, status, () => describe(status));
}

async function rotateKeyring(settings: Settings, options: CommonOptions): Promise<void> {
  const status = await useApi(settings, options, (api) => rotateWith(api, settings));
  print(settings, options, status, () => describe(status));
}

/** An unfinished rotation is finished; only then would another key be made. */
async function rotateWith(api: Api, settings: Settings): Promise<KeyringStatus> {
  const progress = createProgressLine(settings);
  const before = await api.call('GET /api/keyring');
  const replace = before.remaining === 0 ? { replace: before.current } : {};
  let status = await api.call('POST /api/keyring/rotation', { body: replace });
  while (status.remaining > 0) {
    progress.show(`${status.remaining} data keys remain`);
    status = await api.call('POST /api/keyring/rotation', { body: {} });
  }
  progress.end();
  return status;
}

async function removeKey(settings: Settings, options: CommonOptions, id: string): Promise<void> {
  const status = await useApi(settings, options, (api) => api.call('DELETE /api/keyring/keys/:id', { path: { id } }));
  print(settings, options, status, () => describe(status));
}

function describe({ current, next, since, remaining, keys }: KeyringStatus): string {
  const rows = keys.map(({ id, dataKeys, isInKeyring }) => [
    id,
    String(dataKeys),
    id === current ? `seals since ${since}` : isInKeyring ? '' : 'missing in the keyring of this server',
  ]);
  const old = keys.filter(({ id, dataKeys, isInKeyring }) => id !== current && isInKeyring && dataKeys === 0);
  const advice =
    remaining > 0
      ? `${remaining} data keys remain: run \`tallyhook keyring rotate\`.`
      : next !== current
        ? `Nothing remains. Key "${next}" is in the keyring and not used yet: run \`tallyhook keyring rotate\`.`
        : [
            'Nothing remains.',
            ...old.map(({ id }) => `Run \`tallyhook keyring remove ${id}\` to remove key "${id}".`),
          ].join(' ');
  return `${table(['key', 'data keys', 'state'], rows)}\n${advice}`;
}
