import type { Command } from 'commander';
import { type RunningService, servePractice } from '@tallyhook/practice';
import { Problem } from '@tallyhook/schemas';
import type { Settings } from '../../settings.ts';
import { mockedOrigins } from '../mock/mock-service.ts';
import { readPort, routesText } from '../mock/mock.ts';
import { stopAsked } from '../stop-asked.ts';
import { watchFolders } from '../watch-folders.ts';
import { createDevService } from './dev-service.ts';
import { buildJson, buildText, rebuild, type WatchedBuild } from './watched-build.ts';

interface DevOptions {
  port: number;
  json?: boolean;
}

/** `dev`: builds, tests and plays a connector while it is written. Exit 0 stopped, 1 refused, 2 not understood. */
export function registerDev(program: Command, settings: Settings): void {
  program
    .command('dev')
    .argument('[folder]', 'the folder of a connector', '.')
    .description('build and test a connector after each change, and play its service from the last build that is good')
    .option('--port <number>', 'where to answer (default: any free port)', readPort, 0)
    .option('--json', 'print one line of JSON for each build')
    .addHelpText('after', '\nExample:\n  $ tallyhook dev packages/connectors/github --port 4010')
    .action((folder: string, options: DevOptions) => develop(settings, folder, options));
}

async function develop(settings: Settings, folder: string, options: DevOptions): Promise<void> {
  let build = await rebuild(folder);
  if (build === undefined) throw new Problem('invalid_input', `There is no folder "${folder}".`);
  const service = createDevService(build);
  const running = await serve(service, options.port);
  const print = (shown: WatchedBuild): void => {
    const text = options.json === true ? JSON.stringify({ url: running.url, ...buildJson(shown) }) : buildText(shown);
    settings.output.write(`${text}\n`);
  };
  // One build after the other, so that the last change wins.
  let building = Promise.resolve();
  const onChange = (): void => {
    building = building.then(async () => {
      build = (await rebuild(folder, build)) ?? build!;
      service.show(build);
      print(build);
    });
  };
  const watching = watchFolders([folder], onChange);
  try {
    print(build);
    if (options.json !== true) settings.output.write(`${addressText(running, build)}\n`);
    await stopAsked();
  } finally {
    watching.close();
    await building;
    await running.close();
  }
}

async function serve(service: Parameters<typeof servePractice>[0], port: number): Promise<RunningService> {
  return servePractice(service, port).catch((error: NodeJS.ErrnoException) => {
    throw new Problem(
      'invalid_input',
      `Port ${port} cannot be used (${error.code}). Name another one, or none for any free one.`,
    );
  });
}

function addressText({ url }: RunningService, { good }: WatchedBuild): string {
  const routes = good === undefined ? [] : mockedOrigins(good).map((from) => ({ from, to: url }));
  return [
    `${url}/__dev shows this in a browser; ${url} plays the service`,
    `  TALLYHOOK_ROUTES='${routesText(routes)}'`,
  ].join('\n');
}
