import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startChild, type Child } from './child.ts';
import { runNiceness } from './lower-priority.ts';
import { findEngine } from './engines/find-engine.ts';
import { mongodUri, startMongod } from './engines/mongod.ts';
import { mongodEngine, temporalEngine } from './engines/pins.ts';
import { startTemporal } from './engines/temporal.ts';
import type { Home } from './home.ts';
import { freePort, isFree } from './ports.ts';
import type { ListedProcess } from './processes-file.ts';
import type { Progress } from './progress.ts';
import type { Secrets } from './secrets.ts';
import type { Settings } from './settings.ts';

/** A program of the product that can be started repeatedly. */
export interface Part {
  name: string;
  port?: number;
  /** The rest continues without it while it keeps ending. */
  isOptional?: boolean;
  start(signal: AbortSignal): Promise<Child>;
}

/** Shared by all parts. */
export interface PartContext {
  settings: Settings;
  home: Home;
  secrets: Secrets;
  progress: Progress;
  /** The folder of the clone. */
  clone: string;
  /** The ports of this start, including those of parts that do not listen yet. */
  ports: Set<number>;
  /** Aborted when everything must stop. */
  stopping: AbortSignal;
  /** Called for every process as soon as it exists. */
  onSpawned(process: Omit<ListedProcess, 'identity'>): void;
}

const processReadyTimeoutMs = 120_000;

/** Our own mongod. Keeps its port from start to start if it is free. */
export async function mongodPart(context: PartContext): Promise<Part & { uri: string }> {
  const { settings, home, secrets, progress, stopping } = context;
  const binary = await findEngine(mongodEngine, { ...settings.engines, signal: stopping }, progress);
  const port = await rememberedPort(join(home.path, 'mongod.port'), context.ports);
  const logPath = join(home.logs, 'mongod.log');
  const password = secrets.mongodPassword;
  const start = (signal: AbortSignal) =>
    startMongod({
      binary,
      directory: home.mongod,
      logPath,
      port,
      keyFile: secrets.mongodKeyFile,
      password,
      environment: settings.environment,
      signal,
      onSpawned: (pid) => context.onSpawned({ name: 'mongod', pid, port, log: logPath }),
    });
  return { name: 'mongod', port, start, uri: mongodUri({ port, password }) };
}

/** Our own Temporal server on a free port. */
export async function temporalPart(context: PartContext): Promise<Part & { address: string }> {
  const { settings, home, progress, stopping } = context;
  const binary = await findEngine(temporalEngine, { ...settings.engines, signal: stopping }, progress);
  const port = await freePort(context.ports);
  const logPath = join(home.logs, 'temporal.log');
  const start = (signal: AbortSignal) =>
    startTemporal({
      binary,
      databasePath: join(home.temporal, 'temporal.db'),
      logPath,
      port,
      namespace: settings.temporalNamespace,
      environment: settings.environment,
      signal,
      onSpawned: (pid) => context.onSpawned({ name: 'temporal', pid, port, log: logPath }),
    });
  return { name: 'temporal', port, start, address: `127.0.0.1:${port}` };
}

/** The services that the demo plays, and their addresses as the connectors declare them. */
const practiced = {
  github: { name: 'practice', origin: 'https://api.github.com', settings: {} },
  // Slow enough to watch an upload.
  youtube: {
    name: 'practice-youtube',
    origin: 'https://www.googleapis.com',
    settings: { PRACTICE_PACE: String(1024 * 1024) },
  },
} as const;

export type PracticedService = keyof typeof practiced;

export interface PracticePart extends Part {
  service: PracticedService;
  address: string;
  /** Routes calls to the service to this part. */
  route: string;
}

/** A practice service on a free port. */
export async function practicePart(context: PartContext, service: PracticedService): Promise<PracticePart> {
  const port = await freePort(context.ports);
  const { name, origin, settings } = practiced[service];
  const environment = {
    PORT: String(port),
    PRACTICE_SERVICE: service,
    PRACTICE_TOKEN: context.secrets.practiceToken,
    // As with the real service, uploads continue after a restart.
    PRACTICE_FOLDER: join(context.home.path, name),
    ...settings,
  };
  const file = 'packages/practice/src/main.ts';
  // A process that mostly waits keeps less memory with a small space for new objects.
  const flags = ['--max-semi-space-size=2'];
  const part = processPart(context, { name, file, port, environment, flags });
  const address = `http://127.0.0.1:${port}`;
  return { ...part, isOptional: true, service, address, route: `${origin}=${address}` };
}

/** What api and worker need to know about the other parts. */
export interface Surroundings {
  mongodbUri: string;
  temporalAddress: string;
  /** Where connections to practiced services go, in the format of `TALLYHOOK_ROUTES`. */
  practiceRoutes: string | undefined;
}

/**
 * The thread that sends files constantly allocates and frees buffers of several MiB. In a separate arena, glibc
 * returns them to the system each time, which takes as long as sending; in the main arena it keeps them.
 */
export const workerMemory = { MALLOC_ARENA_MAX: '1' };

/** The api and the worker. */
export function ownParts(context: PartContext, surroundings: Surroundings): { api: Part; worker: Part } {
  const { settings, home, secrets } = context;
  const { mongodbUri, temporalAddress, practiceRoutes } = surroundings;
  const { port } = settings;
  const environment = {
    TALLYHOOK_HOME: home.path,
    MONGODB_URI: mongodbUri,
    TEMPORAL_ADDRESS: temporalAddress,
    TEMPORAL_NAMESPACE: settings.temporalNamespace,
    TALLYHOOK_BASE_URL: settings.baseUrl,
    TALLYHOOK_KEYRING: settings.keyring,
    // From the file, so that a rotation can change it while they run.
    TALLYHOOK_KEYRING_FILE: settings.keyring === undefined ? (settings.keyringFile ?? secrets.keyringFile) : undefined,
    TALLYHOOK_ROUTES: practiceRoutes ?? settings.routes,
    PORT: String(port),
  };
  const api = processPart(context, { name: 'api', file: 'packages/api/src/main.ts', port, environment });
  const worker = processPart(context, {
    name: 'worker',
    file: 'packages/engine/src/main.ts',
    environment: { ...environment, ...workerMemory },
    niceness: runNiceness,
  });
  return { api, worker: { ...worker, isOptional: true } };
}

interface ProcessOptions {
  name: string;
  /** The `main.ts` to run, relative to the clone. */
  file: string;
  port?: number;
  environment: Record<string, string | undefined>;
  /** Options of Node. */
  flags?: readonly string[];
  niceness?: number;
}

/** One of our own processes. It prints a line of JSON when it is ready. */
function processPart(context: PartContext, options: ProcessOptions): Part {
  const { name, file, port, environment, flags = [], niceness } = options;
  const { settings, home, clone } = context;
  const logPath = join(home.logs, `${name}.log`);
  const start = (signal: AbortSignal) =>
    startChild(
      {
        name,
        command: process.execPath,
        args: ['--disable-warning=ExperimentalWarning', ...flags, join(clone, file)],
        environment: { ...withoutOwner(settings.environment), ...environment },
        logPath,
        port,
        ready: 'line',
        readyTimeoutMs: processReadyTimeoutMs,
        ...(niceness !== undefined && { niceness }),
        onSpawned: (pid) => context.onSpawned({ name, pid, port, log: logPath }),
      },
      signal,
    );
  return { name, port, start };
}

/** Only the supervisor may see the owner's password. */
function withoutOwner(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { ...environment, TALLYHOOK_OWNER_PASSWORD: undefined };
}

async function rememberedPort(path: string, ports: Set<number>): Promise<number> {
  const remembered = readPort(path);
  if (remembered !== undefined && !ports.has(remembered) && (await isFree(remembered))) {
    ports.add(remembered);
    return remembered;
  }
  const port = await freePort(ports);
  writeFileSync(path, String(port));
  return port;
}

function readPort(path: string): number | undefined {
  try {
    const port = Number(readFileSync(path, 'utf8'));
    return Number.isInteger(port) && port > 0 && port < 65_536 ? port : undefined;
  } catch {
    return undefined;
  }
}
