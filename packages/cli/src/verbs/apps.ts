import type { Command } from 'commander';
import type { AppPackage } from '@tallyhook/schemas/api';
import { canonicalJson, compileApp } from '@tallyhook/sdk';
import { outsideFolder, refuseInside } from '../author/outside-folder.ts';
import { forWhom } from '../author/release.ts';
import { table } from '../output.ts';
import type { Settings } from '../settings.ts';
import { print, useApi, withCommonOptions, type CommonOptions } from '../verb.ts';
import { writeWhole } from '../whole-file.ts';

/** `app`: types, reports, dashboards and workflows as a package. */
export function registerApps(program: Command, settings: Settings): void {
  const app = program
    .command('app')
    .description('types, reports, dashboards and workflows as a package')
    .addHelpText('after', '\nExample:\n  $ tallyhook app validate my-app');
  app
    .command('validate')
    .argument('[folder]', 'the folder of the app', '.')
    .description('check an app and show every mistake with its file')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample:\n  $ tallyhook app validate my-app')
    .action((folder: string, options: { json?: boolean }) => validateApp(settings, folder, options));
  app
    .command('build')
    .argument('<folder>', 'the folder of the app')
    .description('build the package of an app; the same folder always gives the same bytes')
    .option('-o, --output <file>', 'the file to write (default: ID-VERSION.json in the current folder)')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample:\n  $ tallyhook app build my-app -o my-app.json')
    .action((folder: string, options: { output?: string; json?: boolean }) => buildApp(settings, folder, options));
  withCommonOptions(
    app
      .command('release')
      .argument('[folder]', 'the folder of the app', '.')
      .description('release an app to the marketplace'),
    'tallyhook app release my-app',
  ).action((folder: string, options: CommonOptions) => releaseApp(settings, options, folder));
  withCommonOptions(
    app.command('list').description('list the apps in the marketplace, and those on the branch'),
    'tallyhook app list',
  ).action((options: CommonOptions) => listApps(settings, options));
  withCommonOptions(
    app
      .command('install')
      .argument('<id>', 'the id of the app')
      .description('install an app on the branch, or change its version')
      .option('--version <number>', 'the version (default: the newest)')
      .option('--accept-loss', 'even if the new version has no place for some values'),
    'tallyhook app install crm',
  ).action((id: string, options: CommonOptions & { version?: string; acceptLoss?: boolean }) =>
    installApp(settings, options, id),
  );
}

function facts({ app: { id, version, types }, sha256 }: AppPackage) {
  return { id, version, types: types.length, sha256 };
}

function validateApp(settings: Pick<Settings, 'output'>, folder: string, { json = false }: { json?: boolean }): void {
  const found = { folder, valid: true, ...facts(compileApp(folder)) };
  const words = `${folder}: ${found.id} ${found.version}, no mistakes`;
  settings.output.write(`${json ? JSON.stringify(found, null, 2) : words}\n`);
}

function buildApp(
  settings: Pick<Settings, 'output'>,
  folder: string,
  { output, json = false }: { output?: string; json?: boolean },
): void {
  if (output !== undefined) refuseInside(folder, output);
  const built = compileApp(folder);
  const { id, version, sha256 } = facts(built);
  const file = output ?? outsideFolder(folder, `${id}-${version}.json`);
  const text = `${canonicalJson(built)}\n`;
  writeWhole(file, text);
  const sizeBytes = Buffer.byteLength(text);
  const words = `${file}: ${id} ${version}, ${sizeBytes} bytes, sha256 of the app ${sha256}`;
  settings.output.write(`${json ? JSON.stringify({ file, id, version, sha256, sizeBytes }, null, 2) : words}\n`);
}

async function releaseApp(settings: Settings, options: CommonOptions, folder: string): Promise<void> {
  const body = compileApp(folder);
  const release = await useApi(settings, options, (api) => api.call('POST /api/app-releases', { body }));
  const words = `${release.app} ${release.version} is in the marketplace (sha256 ${release.sha256}).${forWhom(release)}`;
  print(settings, options, release, () => words);
}

async function listApps(settings: Settings, options: CommonOptions): Promise<void> {
  const apps = await useApi(settings, options, (api) => api.call('GET /api/apps'));
  const installed = new Map(apps.installed.map(({ app, version }) => [app, version]));
  print(settings, options, apps, () =>
    table(
      ['id', 'name', 'newest', 'installed'],
      apps.marketplace.map(({ app, name, version }) => [app, name, version, installed.get(app) ?? '']),
    ),
  );
}

async function installApp(
  settings: Settings,
  options: CommonOptions & { version?: string; acceptLoss?: boolean },
  id: string,
): Promise<void> {
  const { version, acceptLoss } = options;
  const installed = await useApi(settings, options, (api) =>
    api.call('POST /api/apps', { body: { id, version, acceptLoss } }),
  );
  print(settings, options, installed, () => `${installed.app} ${installed.version} is installed.`);
}
