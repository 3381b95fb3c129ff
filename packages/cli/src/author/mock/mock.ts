import { type Command, InvalidArgumentError, Option } from 'commander';
import { type Fault, faultKinds } from '@tallyhook/practice/faults';
import { nearest } from '@tallyhook/schemas';
import { printableLines } from '../../output.ts';
import type { Settings } from '../../settings.ts';
import { compileOrFail } from '../compile-or-fail.ts';
import { untilStopped } from '../until-stopped.ts';
import { readPort, refusedPort } from './port.ts';
import { type RunningMock, startMock } from './start-mock.ts';

interface MockOptions {
  port: number;
  faults: Fault[];
  json?: boolean;
}

/** `mock`: plays a connector's service from its fixtures. Exit 0 stopped, 1 refused, 2 bad usage. */
export function registerMock(program: Command, settings: Settings): void {
  program
    .command('mock')
    .argument('<folder>', 'the connector folder')
    .description('mock the service of a connector on this machine, from its fixtures and its sign-in, until Ctrl-C')
    .option('--port <number>', 'the port to listen on; 0 picks a free one', readPort, 0)
    .addOption(
      new Option(
        '--faults <list>',
        'faults for the next requests, such as none,429; with stored-… the work is done, but the answer gets lost',
      )
        .choices(faultKinds)
        .default([])
        // The choices serve help and completion; several values may be given.
        .argParser(readFaultList),
    )
    .option('--json', 'print the address and the routes as JSON')
    .addHelpText(
      'after',
      '\nExample:\n  $ tallyhook mock packages/connectors/github --port 4010 --faults 429,stored-reset',
    )
    .action(async (folder: string, options: MockOptions) => {
      const mock = await open(settings, folder, options);
      try {
        settings.output.write(
          `${options.json === true ? JSON.stringify({ url: mock.url, routes: mock.routes }) : mockText(folder, mock)}\n`,
        );
        await untilStopped();
      } finally {
        await mock.close();
      }
    });
}

async function open(settings: Settings, folder: string, { port, faults }: MockOptions): Promise<RunningMock> {
  const { package: released, fixtures } = compileOrFail(folder);
  return startMock({ released, fixtures }, { port, faults, tell: teller(settings) }).catch((error: unknown) => {
    throw refusedPort(port, error);
  });
}

/** Prints on standard error which fixture answered. */
export function teller({ errors }: Settings): (line: string) => void {
  return (line) => void errors.write(`${printableLines(line)}\n`);
}

function mockText(folder: string, { url, routes }: RunningMock): string {
  return [
    `${folder}: the mock listens at ${url}`,
    `  TALLYHOOK_ROUTES='${routesText(routes)}'`,
    `  faults: curl -X PUT ${url}/__practice/faults -d '["429"]'`,
    `  requests: ${url}/__practice/log and ${url}/__practice/kept`,
  ].join('\n');
}

/** Formats routes as the product and the other verbs read them. */
export function routesText(routes: RunningMock['routes']): string {
  return routes.map(({ from, to }) => `${from}=${to}`).join(',');
}

function readFaultList(text: string): Fault[] {
  return text.split(',').map((given) => {
    const fault = faultKinds.find((kind) => kind === given.trim());
    if (fault !== undefined) return fault;
    // Someone who names a fault does not mean "none".
    const near = nearest(
      given.trim(),
      faultKinds.filter((kind) => kind !== 'none'),
    );
    throw new InvalidArgumentError(
      `Unknown fault "${given}". ${near === undefined ? '' : `Did you mean ${near}? `}Available: ${faultKinds.join(', ')}.`,
    );
  });
}
