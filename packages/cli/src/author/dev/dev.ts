import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { PlayedService, RunningService } from '@tallyhook/practice';
import { readSession } from '../../session-file.ts';
import type { Settings } from '../../settings.ts';
import { useApi, type CommonOptions } from '../../verb.ts';
import { noFolder } from '../check-folder.ts';
import { mockedOrigins } from '../mock/mock-service.ts';
import { routesText } from '../mock/mock.ts';
import { readPort, refusedPort } from '../mock/port.ts';
import { untilStopped } from '../until-stopped.ts';
import { watchFolders } from '../watch-folders.ts';
import { createLocalProduct, installedText, type Installed, type LocalProduct } from './local-product.ts';
import { buildFirst, buildJson, buildText, rebuild, type WatchedBuild, type WatchedFolder } from './watched-build.ts';

/** Interval between attempts to reach a product that did not answer. */
const askAgainMs = 3_000;

interface DevOptions extends CommonOptions {
  port: number;
  install: boolean;
}

/** `dev`: builds, tests and plays a connector while it is being written. Exit 0 stopped, 1 refused, 2 bad usage. */
export function registerDev(program: Command, settings: Settings): void {
  program
    .command('dev')
    .argument('[folder]', 'the connector folder', '.')
    .description('build and test a connector after each change, mock its service, and install the last good build')
    .option('--port <number>', 'the port to listen on; 0 picks a free one', readPort, 0)
    .option('--no-install', 'do not install each good build in the workspace where you are logged in')
    .option('--json', 'print one line of JSON for each build')
    .option('--url <address>', 'the address of the product (default: TALLYHOOK_URL, or where you logged in)')
    .option('--workspace <id>', 'the workspace to use')
    .addHelpText('after', '\nExample:\n  $ tallyhook dev packages/connectors/github --port 4010')
    .action((folder: string, options: DevOptions) => develop(settings, folder, options));
}

async function develop(settings: Settings, folder: string, options: DevOptions): Promise<void> {
  const watched = { folder, at: resolve(folder) };
  const first = await buildFirst(watched);
  if (first === undefined) throw noFolder(folder);
  const isLoggedIn = (await readSession(settings.sessionFile)) !== undefined;
  if (options.install && isLoggedIn)
    return useApi(settings, options, (api) =>
      watchAndPlay(settings, { watched, options, first }, createLocalProduct(api)),
    );
  return watchAndPlay(settings, { watched, options, first });
}

async function watchAndPlay(
  settings: Settings,
  { watched, options, first }: { watched: WatchedFolder; options: DevOptions; first: WatchedBuild },
  product?: LocalProduct,
): Promise<void> {
  // Loaded on demand, as below; other verbs don't need it.
  const { createDevService } = await import('./dev-service.ts');
  let build = first;
  let isStopping = false;
  const service = createDevService(build);
  const running = await serve(service, options.port);
  // Builds are serialised, so the last change wins.
  let building = Promise.resolve();
  let asking: NodeJS.Timeout | undefined;
  const install = async (shown: WatchedBuild): Promise<Installed | undefined> => {
    clearTimeout(asking);
    const { good, state } = shown;
    const isNew = state === 'good' || state === 'failing';
    const installed = isNew && good !== undefined ? await product?.install(good.released) : undefined;
    const isAway = installed !== undefined && 'refused' in installed && installed.isAway;
    if (isAway && !isStopping)
      asking = setTimeout(() => void (building = building.then(() => askAgain(shown))), askAgainMs);
    return installed;
  };
  const tell = (shown: WatchedBuild, installed: Installed | undefined): void => {
    const id = shown.good?.released.connector.id;
    const text = () =>
      [buildText(shown), ...(installed && id !== undefined ? [installedText(id, installed)] : [])].join('\n');
    const json = { url: running.url, ...buildJson(shown), ...(installed && { installed }) };
    settings.output.write(`${options.json === true ? JSON.stringify(json) : text()}\n`);
  };
  /** Reports an unreachable product once it is back, not on every attempt. */
  const askAgain = async (shown: WatchedBuild): Promise<void> => {
    if (isStopping || shown !== build) return;
    const installed = await install(shown);
    if (installed !== undefined && !('refused' in installed && installed.isAway)) tell(shown, installed);
  };
  const onChange = (): void => {
    building = building.then(async () => {
      const before = build;
      build = await rebuild(watched, before);
      // Ignore changes above the folder while it is gone.
      if (build.state === 'gone' && before.state === 'gone') return;
      service.show(build);
      tell(build, await install(build));
    });
  };
  const watching = watchFolders([watched.at], onChange);
  try {
    tell(build, await install(build));
    if (options.json !== true) settings.output.write(`${addressText(running, build)}\n`);
    await untilStopped();
  } finally {
    isStopping = true;
    watching.close();
    await building;
    clearTimeout(asking);
    await running.close();
  }
}

async function serve(service: PlayedService, port: number): Promise<RunningService> {
  const { servePractice } = await import('@tallyhook/practice');
  return servePractice(service, port).catch((error: unknown) => {
    throw refusedPort(port, error);
  });
}

function addressText({ url }: RunningService, { good }: WatchedBuild): string {
  const routes = good === undefined ? [] : mockedOrigins(good).map((from) => ({ from, to: url }));
  return [
    `${url}/__dev shows this in a browser; ${url} mocks the service`,
    `  TALLYHOOK_ROUTES='${routesText(routes)}'`,
  ].join('\n');
}
