import type { Command } from 'commander';
import type { ConnectorPackage } from '@tallyhook/schemas';
import { forWhom } from '../author/release.ts';
import { table } from '../output.ts';
import { readJson } from '../read-json.ts';
import type { Settings } from '../settings.ts';
import { print, useApi, withCommonOptions, type CommonOptions } from '../verb.ts';

/** `connectors`: lets a workspace talk to other services. */
export function registerConnectors(program: Command, settings: Settings): void {
  const connectors = program
    .command('connectors')
    .description('connectors in the marketplace and the workspace')
    .addHelpText('after', '\nExample:\n  $ tallyhook connectors install github');
  withCommonOptions(
    connectors.command('list').description('list the connectors and their installed versions'),
    'tallyhook connectors list',
  ).action((options: CommonOptions) => listConnectors(settings, options));
  const install = connectors
    .command('install')
    .argument('<id>', 'the id of the connector')
    .description('install a connector from the marketplace, or switch to another version')
    .option('--version <number>', 'the version (default: the newest)');
  withCommonOptions(install, 'tallyhook connectors install github').action(
    (id: string, options: CommonOptions & { version?: string }) => installConnector(settings, options, id),
  );
  const release = connectors
    .command('release')
    .argument('<package>', 'the file that `tallyhook build` wrote')
    .description(
      'release a package to the marketplace; `tallyhook release` takes a folder and runs its fixtures first',
    );
  withCommonOptions(release, 'tallyhook connectors release github-1.1.1.json').action(
    (path: string, options: CommonOptions) => releaseConnector(settings, options, path),
  );
}

async function listConnectors(settings: Settings, options: CommonOptions): Promise<void> {
  const connectors = await useApi(settings, options, (api) => api.call('GET /api/connectors'));
  const versionOf = new Map(
    connectors.installed.map(({ connector, version, development }) => [
      connector,
      development ? `${version} (development build)` : version,
    ]),
  );
  print(settings, options, connectors, () =>
    table(
      ['id', 'name', 'newest', 'installed'],
      [
        ...connectors.marketplace.map(({ connector, name, version }) => [
          connector,
          name,
          version,
          versionOf.get(connector) ?? '',
        ]),
        // A connector under development may not be in the marketplace.
        ...connectors.installed
          .filter(({ connector }) => !connectors.marketplace.some((release) => release.connector === connector))
          .map(({ connector }) => [connector, '', '', versionOf.get(connector) ?? '']),
      ],
    ),
  );
}

async function installConnector(
  settings: Settings,
  options: CommonOptions & { version?: string },
  id: string,
): Promise<void> {
  const installed = await useApi(settings, options, (api) =>
    api.call('POST /api/connectors', { body: { id, version: options.version } }),
  );
  print(settings, options, installed, () => `${installed.connector} ${installed.version} is installed.`);
}

async function releaseConnector(settings: Settings, options: CommonOptions, path: string): Promise<void> {
  const connectorPackage = (await readJson(settings, path)) as ConnectorPackage;
  const release = await useApi(settings, options, (api) =>
    api.call('POST /api/connectors/releases', { body: connectorPackage }),
  );
  print(
    settings,
    options,
    release,
    () => `${release.connector} ${release.version} is in the marketplace.${forWhom(release)}`,
  );
}
