import type { Problem } from '@tallyhook/schemas';
import { retentionDays } from './engines/temporal.ts';
import { checkGivenMongodb, checkGivenTemporal } from './given-engines.ts';
import { waitForHealth } from './health.ts';
import { openHome, type Home } from './home.ts';
import { lockHome, type HomeLock } from './home-lock.ts';
import { endLeftovers } from './leftovers.ts';
import { createPartKeeper } from './part-keeper.ts';
import { mongodPart, ownParts, practicePart, temporalPart, type PartContext, type PracticedService } from './parts.ts';
import { checkPort } from './ports.ts';
import { seconds, type Progress } from './progress.ts';
import { openSecrets } from './secrets.ts';
import type { Settings } from './settings.ts';

export interface SupervisorOptions {
  settings: Settings;
  progress: Progress;
  /** The folder of the clone. */
  clone: string;
}

/** The result of a completed start. */
export interface Started {
  /** The address of the product on this machine. */
  address: string;
  home: Home;
  mongodbUri: string;
  /** The addresses of the practice services that play other companies' services, and the credential they accept. */
  practice: { addresses: Record<PracticedService, string>; routes: string; token: string } | undefined;
}

export interface Supervisor {
  /**
   * Starts everything and resolves when `/health` reports ready. Call {@link Supervisor.stop} even after a failure.
   * @throws Problem
   */
  start(): Promise<Started>;
  /** Resolves if a part is given up after the start. */
  failed: Promise<Problem>;
  /** Stops everything it started: first the users of the engines, then the engines. */
  stop(): Promise<void>;
  /** Kills everything at once. */
  kill(): void;
}

const minRetentionDays = 7;

/** Runs MongoDB, Temporal, api, worker and the practice services, and keeps them running. */
export function createSupervisor({ settings, progress, clone }: SupervisorOptions): Supervisor {
  const keeper = createPartKeeper(progress);
  let lock: HomeLock | undefined;
  let starting: Promise<Started> | undefined;

  async function startAll(): Promise<Started> {
    const home = await openHome(settings.home);
    lock = await lockHome(home.path);
    await endLeftovers(home.path, progress);
    await checkPort(settings.port);
    keeper.listIn(home.path);
    const secrets = await openSecrets(home);
    const { stopping, onSpawned } = keeper;
    const ports = new Set([settings.port]);
    const context: PartContext = { settings, home, secrets, progress, clone, ports, stopping, onSpawned };

    const [mongodbUri, temporalAddress, practice] = await together([
      useMongodb(context),
      useTemporal(context),
      usePractice(context),
    ]);
    const { api, worker } = ownParts(context, { mongodbUri, temporalAddress, practiceRoutes: practice?.routes });
    await together([keeper.keep(api, 'user'), keeper.keep(worker, 'user')]);
    const address = `http://127.0.0.1:${settings.port}`;
    await progress.stage('all parts ready', () => waitForHealth(address, stopping));
    return { address, home, mongodbUri, practice };
  }

  async function useMongodb(context: PartContext): Promise<string> {
    const { mongodbUri } = settings;
    if (mongodbUri !== undefined) {
      await progress.stage('MongoDB at MONGODB_URI', () => checkGivenMongodb(mongodbUri));
      return mongodbUri;
    }
    const part = await mongodPart(context);
    await keeper.keep(part, 'engine');
    return part.uri;
  }

  async function useTemporal(context: PartContext): Promise<string> {
    const { temporalAddress, temporalNamespace } = settings;
    if (temporalAddress !== undefined) {
      const check = () => checkGivenTemporal(temporalAddress, temporalNamespace);
      const days = await progress.stage('Temporal at TEMPORAL_ADDRESS', check);
      if (days < minRetentionDays) progress.say(`  Warning: ${shortRetention(days)}`);
      return temporalAddress;
    }
    const part = await temporalPart(context);
    await keeper.keep(part, 'engine');
    return part.address;
  }

  /** Plays other services for the demo, unless the operator has set where connections go. */
  async function usePractice(context: PartContext): Promise<Started['practice']> {
    if (!settings.demo || settings.routes !== undefined) return undefined;
    const github = await practicePart(context, 'github');
    const youtube = await practicePart(context, 'youtube');
    await together([keeper.keep(github, 'user'), keeper.keep(youtube, 'user')]);
    const addresses = { github: github.address, youtube: youtube.address };
    return { addresses, routes: `${github.route},${youtube.route}`, token: context.secrets.practiceToken };
  }

  /** Like `Promise.all`, but when one fails, aborts the other starts and waits for them before it throws the error. */
  async function together<T extends readonly Promise<unknown>[]>(works: readonly [...T]): Promise<AllOf<T>> {
    const failures: unknown[] = [];
    const settled = works.map((work) =>
      work.catch((error: unknown) => {
        failures.push(error);
        keeper.stopStarting();
      }),
    );
    const results = await Promise.all(settled);
    if (failures.length > 0) throw failures[0];
    return results as AllOf<T>;
  }

  function start(): Promise<Started> {
    starting = startAll();
    // If a part is given up while others are still starting, the start fails.
    return Promise.race([starting, keeper.failed.then((problem) => Promise.reject(problem))]);
  }

  async function stop(): Promise<void> {
    keeper.stopStarting();
    await starting?.catch(() => undefined);
    const startedAt = Date.now();
    const count = await keeper.stop();
    await lock?.release();
    if (count > 0) progress.say(`Stopped everything (${seconds(Date.now() - startedAt)}).`);
  }

  return { start, failed: keeper.failed, stop, kill: keeper.kill };
}

type AllOf<T extends readonly Promise<unknown>[]> = { -readonly [K in keyof T]: Awaited<T[K]> };

function shortRetention(days: number): string {
  return (
    `this Temporal deletes finished workflows after ${days} days; ` +
    `temporal operator namespace update --retention ${retentionDays}d keeps them longer.`
  );
}
