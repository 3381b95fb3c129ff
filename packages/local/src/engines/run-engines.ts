import { join } from 'node:path';
import { endedSentence, type Child } from '../child.ts';
import { openHome } from '../home.ts';
import { freePort } from '../ports.ts';
import type { Progress } from '../progress.ts';
import { openSecrets } from '../secrets.ts';
import { findEngine, type EngineSource } from './find-engine.ts';
import { mongodUri, startMongod, stopTimeoutMs as mongodStopTimeoutMs } from './mongod.ts';
import { mongodEngine, temporalEngine, weedEngine } from './pins.ts';
import { startWeed, stopTimeoutMs as weedStopTimeoutMs, type S3Address } from './weed.ts';
import { startTemporal, stopTimeoutMs as temporalStopTimeoutMs } from './temporal.ts';

export interface RunningEngines {
  mongodbUri: string;
  temporalAddress: string;
  mongodBinary: string;
  temporalBinary: string;
  /** The S3-compatible store, if it was asked for. */
  files: S3Address | undefined;
  stop(): Promise<void>;
}

export interface RunEnginesOptions {
  /** The folder of their data; initially empty. */
  directory: string;
  source: EngineSource;
  progress: Progress;
  /** Used instead of starting a mongod. */
  mongodbUri?: string | undefined;
  temporalAddress?: string | undefined;
  /** Also starts an S3-compatible store. */
  withFiles?: boolean;
  /**
   * How long our mongod keeps an unused file open. With many short-lived databases it would otherwise hit the system's
   * limit of open files and exit.
   */
  idleFileSeconds?: number;
  /** Called when an engine ends unexpectedly, with a description. Everything that uses it fails from then on. */
  onLost?(sentence: string): void;
}

/** Starts a mongod and a Temporal server on free ports, for a test command or a measurement. Does not restart them. */
export async function runEngines(options: RunEnginesOptions): Promise<RunningEngines> {
  const { directory, source, progress } = options;
  const home = await openHome(directory);
  const secrets = await openSecrets(home);
  const [mongodBinary, temporalBinary] = await Promise.all([
    findEngine(mongodEngine, source, progress),
    findEngine(temporalEngine, source, progress),
  ]);
  const stops: (() => Promise<void>)[] = [];
  let isStopping = false;
  const ports = new Set<number>();
  const stop = async () => {
    isStopping = true;
    await Promise.allSettled(stops.map((end) => end()));
  };
  function keep(child: Child, stopTimeoutMs: number): void {
    stops.push(() => child.stop(stopTimeoutMs));
    const { name, logPath } = child.options;
    void child.ended.then(async (how) => {
      if (isStopping) return;
      options.onLost?.(endedSentence(name, `ended unexpectedly (${how})`, logPath, await child.lastLines()));
    });
  }

  async function ownMongod(): Promise<string> {
    const port = await freePort(ports);
    const password = secrets.mongodPassword;
    const child = await startMongod({
      binary: mongodBinary,
      directory: home.mongod,
      logPath: join(home.logs, 'mongod.log'),
      port,
      keyFile: secrets.mongodKeyFile,
      password,
      environment: source.environment,
      idleFileSeconds: options.idleFileSeconds,
    });
    keep(child, mongodStopTimeoutMs);
    return mongodUri({ port, password });
  }

  async function ownTemporal(): Promise<string> {
    const port = await freePort(ports);
    const child = await startTemporal({
      binary: temporalBinary,
      databasePath: join(home.temporal, 'temporal.db'),
      logPath: join(home.logs, 'temporal.log'),
      port,
      namespace: 'tallyhook',
      environment: source.environment,
    });
    keep(child, temporalStopTimeoutMs);
    return `127.0.0.1:${port}`;
  }

  async function ownFiles(): Promise<S3Address> {
    const binary = await findEngine(weedEngine, source, progress);
    const { child, address } = await startWeed({
      binary,
      directory: join(directory, 'weed'),
      ports,
      environment: source.environment,
    });
    keep(child, weedStopTimeoutMs);
    return address;
  }

  const started = await Promise.allSettled([
    options.mongodbUri ?? progress.stage('mongod', ownMongod, () => 'mongod is ready'),
    options.temporalAddress ?? progress.stage('Temporal', ownTemporal, () => 'Temporal is ready'),
    options.withFiles ? progress.stage('SeaweedFS', ownFiles, () => 'SeaweedFS is ready') : undefined,
  ]);
  const [mongodbUri, temporalAddress, files] = started;
  if (mongodbUri.status === 'fulfilled' && temporalAddress.status === 'fulfilled' && files.status === 'fulfilled') {
    return {
      mongodbUri: mongodbUri.value,
      temporalAddress: temporalAddress.value,
      mongodBinary,
      temporalBinary,
      files: files.value,
      stop,
    };
  }
  await stop();
  throw started.find((result) => result.status === 'rejected')!.reason;
}
