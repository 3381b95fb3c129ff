import { join } from 'node:path';
import { openHome } from '../home.ts';
import { freePort } from '../ports.ts';
import type { Progress } from '../progress.ts';
import { openSecrets } from '../secrets.ts';
import { findEngine, type EngineSource } from './find-engine.ts';
import { mongodUri, startMongod, stopTimeoutMs as mongodStopTimeoutMs } from './mongod.ts';
import { mongodEngine, temporalEngine } from './pins.ts';
import { startTemporal, stopTimeoutMs as temporalStopTimeoutMs } from './temporal.ts';

export interface RunningEngines {
  mongodbUri: string;
  temporalAddress: string;
  mongodBinary: string;
  temporalBinary: string;
  stop(): Promise<void>;
}

export interface RunEnginesOptions {
  /** A folder for their data, empty at first. */
  directory: string;
  source: EngineSource;
  progress: Progress;
  /** Used instead of an own engine. */
  mongodbUri?: string | undefined;
  temporalAddress?: string | undefined;
}

/** Runs a mongod and a Temporal server, unwatched, for a test command or a measurement. Ports are chosen free. */
export async function runEngines(options: RunEnginesOptions): Promise<RunningEngines> {
  const { directory, source, progress } = options;
  const home = await openHome(directory);
  const secrets = await openSecrets(home);
  const [mongodBinary, temporalBinary] = await Promise.all([
    findEngine(mongodEngine, source, progress),
    findEngine(temporalEngine, source, progress),
  ]);
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => void (await Promise.allSettled(stops.map((end) => end())));

  async function ownMongod(): Promise<string> {
    const port = await freePort();
    const password = secrets.mongodPassword;
    const child = await startMongod({
      binary: mongodBinary,
      directory: home.mongod,
      logPath: join(home.logs, 'mongod.log'),
      port,
      keyFile: secrets.mongodKeyFile,
      password,
      environment: source.environment,
    });
    stops.push(() => child.stop(mongodStopTimeoutMs));
    return mongodUri({ port, password });
  }

  async function ownTemporal(): Promise<string> {
    const port = await freePort();
    const child = await startTemporal({
      binary: temporalBinary,
      databasePath: join(home.temporal, 'temporal.db'),
      logPath: join(home.logs, 'temporal.log'),
      port,
      namespace: 'tallyhook',
      environment: source.environment,
    });
    stops.push(() => child.stop(temporalStopTimeoutMs));
    return `127.0.0.1:${port}`;
  }

  const started = await Promise.allSettled([
    options.mongodbUri ?? progress.stage('mongod', ownMongod, () => 'mongod is ready'),
    options.temporalAddress ?? progress.stage('Temporal', ownTemporal, () => 'Temporal is ready'),
  ]);
  const [mongodbUri, temporalAddress] = started;
  if (mongodbUri.status === 'fulfilled' && temporalAddress.status === 'fulfilled') {
    return {
      mongodbUri: mongodbUri.value,
      temporalAddress: temporalAddress.value,
      mongodBinary,
      temporalBinary,
      stop,
    };
  }
  await stop();
  throw started.find((result) => result.status === 'rejected')!.reason;
}
