import type { Problem } from '@tallyhook/schemas';
import { stopTimeoutMs as mongodStopMs } from './engines/mongod.ts';
import { retentionDays, stopTimeoutMs as temporalStopMs } from './engines/temporal.ts';
import { fileProblem } from './file-problem.ts';
import { checkGivenMongodb, checkGivenTemporal } from './given-engines.ts';
import { waitForHealth } from './health.ts';
import { openHome, type Home } from './home.ts';
import { lockHome, type HomeLock } from './home-lock.ts';
import { keepRunning, type KeptChild } from './keep-running.ts';
import { endLeftovers } from './leftovers.ts';
import { mongodPart, processPart, temporalPart, type Part, type PartContext } from './parts.ts';
import { checkPort, freePort } from './ports.ts';
import { createProcessList, type ListedProcess, type ProcessList } from './processes-file.ts';
import { seconds, type Progress } from './progress.ts';
import { openSecrets } from './secrets.ts';
import type { Settings } from './settings.ts';

export interface SupervisorOptions {
  settings: Settings;
  progress: Progress;
  /** The folder of the clone. */
  clone: string;
}

/** What a finished start knows. */
export interface Started {
  /** Where the product answers on this machine. */
  address: string;
  home: Home;
  mongodbUri: string;
  /** Where the practice service plays services of other companies, and what it takes as their credential. */
  practice: { address: string; token: string } | undefined;
}

export interface Supervisor {
  /** Starts everything and resolves when `/health` says ready. Throws Problem; then {@link Supervisor.stop} still is to be called. */
  start(): Promise<Started>;
  /** Settles when a part was given up after that. */
  failed: Promise<Problem>;
  /** Ends everything it started: first what uses the engines, then the engines. */
  stop(): Promise<void>;
  /** Ends everything at once, without asking. */
  kill(): void;
}

const processStopMs = 15_000;
const leastRetentionDays = 7;

/** Runs MongoDB, Temporal, api, worker and the practice service, and keeps them running. */
export function createSupervisor({ settings, progress, clone }: SupervisorOptions): Supervisor {
  const stopping = new AbortController();
  const { promise: failed, resolve: fail } = Promise.withResolvers<Problem>();
  const pids = new Map<string, number>();
  const users: KeptChild[] = [];
  const engines: KeptChild[] = [];
  let lock: HomeLock | undefined;
  let list: ProcessList | undefined;
  let starting: Promise<Started> | undefined;

  function onSpawned(entry: Omit<ListedProcess, 'identity'>): void {
    pids.set(entry.name, entry.pid);
    try {
      list?.set(entry);
    } catch (error) {
      const problem = fileProblem(error, `${entry.name} runs but processes.json cannot be written`, '');
      progress.say(problem instanceof Error ? problem.message : String(problem));
    }
  }

  async function keep(part: Part, group: KeptChild[]): Promise<void> {
    const what = part.port === undefined ? part.name : `${part.name} on port ${part.port}`;
    const start = (signal: AbortSignal) => part.start(AbortSignal.any([signal, stopping.signal]));
    group.push(await progress.stage(what, () => keepRunning({ name: part.name, start, progress, onGivenUp: fail })));
  }

  async function startAll(): Promise<Started> {
    const home = await openHome(settings.home);
    lock = await lockHome(home.path);
    await endLeftovers(home.path, progress);
    await checkPort(settings.port);
    list = createProcessList(home.path, process.pid);
    const secrets = await openSecrets(home);
    const context: PartContext = { settings, home, secrets, progress, clone, stopping: stopping.signal, onSpawned };

    const practicePort = settings.demo && settings.routes === undefined ? await freePort() : undefined;
    const [mongodbUri, temporalAddress] = await allOf([
      useMongodb(context),
      useTemporal(context),
      practicePort === undefined ? undefined : keep(practicePart(context, practicePort, secrets.practiceToken), users),
    ]);
    const keyring = settings.keyring ?? secrets.keyring;
    const routes =
      practicePort === undefined ? settings.routes : `https://api.github.com=http://127.0.0.1:${practicePort}`;
    const environment = {
      TALLYHOOK_HOME: home.path,
      MONGODB_URI: mongodbUri,
      TEMPORAL_ADDRESS: temporalAddress,
      TEMPORAL_NAMESPACE: settings.temporalNamespace,
      TALLYHOOK_BASE_URL: settings.baseUrl,
      TALLYHOOK_KEYRING: keyring,
      TALLYHOOK_ROUTES: routes,
    };
    const { port } = settings;
    await allOf([
      keep(
        processPart(context, {
          name: 'api',
          file: 'packages/api/src/main.ts',
          port,
          environment: { ...environment, PORT: String(port) },
        }),
        users,
      ),
      keep(processPart(context, { name: 'worker', file: 'packages/engine/src/main.ts', environment }), users),
    ]);
    const address = `http://127.0.0.1:${port}`;
    await progress.stage('every part ready', () => waitForHealth(address, stopping.signal));
    const practice =
      practicePort === undefined
        ? undefined
        : { address: `http://127.0.0.1:${practicePort}`, token: secrets.practiceToken };
    return { address, home, mongodbUri, practice };
  }

  async function useMongodb(context: PartContext): Promise<string> {
    const { mongodbUri } = settings;
    if (mongodbUri !== undefined) {
      await progress.stage('MongoDB of MONGODB_URI', () => checkGivenMongodb(mongodbUri));
      return mongodbUri;
    }
    const part = await mongodPart(context);
    await keep(part, engines);
    return part.uri;
  }

  async function useTemporal(context: PartContext): Promise<string> {
    const { temporalAddress } = settings;
    if (temporalAddress !== undefined) {
      const days = await progress.stage('Temporal of TEMPORAL_ADDRESS', () =>
        checkGivenTemporal(temporalAddress, settings.temporalNamespace),
      );
      if (days < leastRetentionDays) progress.say(shortRetention(days));
      return temporalAddress;
    }
    const part = await temporalPart(context);
    await keep(part, engines);
    return part.address;
  }

  function start(): Promise<Started> {
    starting = startAll();
    // A part that is given up while others still start ends the start.
    return Promise.race([starting, failed.then((problem) => Promise.reject(problem))]);
  }

  async function stop(): Promise<void> {
    stopping.abort();
    await starting?.catch(() => undefined);
    const startedAt = Date.now();
    await Promise.allSettled(users.map((child) => child.stop(processStopMs)));
    await Promise.allSettled(
      engines.map((child) => child.stop(child.name === 'mongod' ? mongodStopMs : temporalStopMs)),
    );
    await lock?.release();
    if (users.length + engines.length > 0) progress.say(`Stopped everything (${seconds(Date.now() - startedAt)}).`);
  }

  function kill(): void {
    for (const pid of pids.values()) endNow(pid);
  }

  return { start, failed, stop, kill };
}

function shortRetention(days: number): string {
  return `  Warning: this Temporal forgets ended workflows after ${days} days, and ${retentionDays} are better: temporal operator namespace update --retention ${retentionDays}d`;
}

function practicePart(context: PartContext, port: number, token: string): Part {
  const environment = { PORT: String(port), PRACTICE_TOKEN: token };
  return processPart(context, { name: 'practice', file: 'packages/practice/src/main.ts', port, environment });
}

/** All of them; when one fails its error, after the others have settled, so that nothing is started behind a stop. */
async function allOf<T extends readonly unknown[]>(works: T): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  const results = await Promise.allSettled(works);
  const failure = results.find((result) => result.status === 'rejected');
  if (failure !== undefined) throw failure.reason;
  return results.map((result) => (result as PromiseFulfilledResult<unknown>).value) as {
    -readonly [K in keyof T]: Awaited<T[K]>;
  };
}

function endNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}
