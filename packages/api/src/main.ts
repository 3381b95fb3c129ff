/**
 * The api process. Listens immediately and reports missing parts at /health; MongoDB and Temporal may become available
 * later or drop out. Prints one line of JSON when it listens, logs JSON lines to stderr, and exits on SIGTERM or SIGINT
 * after finishing running requests.
 */
import { env, exit, stdout } from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectTemporal } from '@tallyhook/engine/client';
import { Problem } from '@tallyhook/schemas';
import { createHttp, parseRoutes } from '@tallyhook/sdk';
import { parseFileSettings } from '@tallyhook/store/files';
import { openStore, readKeyring } from '@tallyhook/store';
import { destination, pino } from 'pino';
import { createApp } from './app.ts';
import type { ColumnLimits } from '@tallyhook/columns';
import { settleLeftovers } from './branches/settle-leftovers.ts';
import { createDependencies } from './dependencies.ts';
import { defaults } from './parts.ts';
import { prepareStore } from './prepare-store.ts';
import { startServer } from './server.ts';
import type { OidcSettings } from './oidc/provider.ts';
import { openUploads } from './uploads.ts';

const configurationError = 78;
const log = destination(2);
// A full disk must not stop the process.
log.on('error', () => undefined);
const logger = pino({ level: env['TALLYHOOK_LOG_LEVEL'] ?? 'info', base: { process: 'api' } }, log);

function need(name: string, what: string): string {
  const value = env[name];
  if (value) return value;
  return refuse(`${name} is not set: ${what}`);
}

function refuse(sentence: string): never {
  logger.fatal(sentence);
  exit(configurationError);
}

function wholeNumber(name: string, otherwise: number): number {
  const text = env[name];
  if (text === undefined || text === '') return otherwise;
  const number = Number(text);
  return Number.isInteger(number) && number >= 0 ? number : refuse(`${name} must be a whole number, got "${text}".`);
}

function readSwitch(name: string): boolean | undefined {
  const text = env[name];
  if (text === undefined || text === '') return undefined;
  return text === '1' || (text !== '0' && refuse(`${name} must be 1 or 0, got "${text}".`));
}

/** The entries of a setting that are separated by commas. */
function listOf(name: string): string[] {
  return (env[name] ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
}

function oneOf<const Name extends string>(name: string, [otherwise, ...others]: readonly [Name, ...Name[]]): Name {
  const text = env[name] || otherwise;
  const all: readonly string[] = [otherwise, ...others];
  return all.includes(text) ? (text as Name) : refuse(`${name} must be one of ${all.join(', ')}, got "${text}".`);
}

function readMail(): { smtpUrl: string; from: string } | undefined {
  const smtpUrl = env['TALLYHOOK_SMTP_URL'];
  if (!smtpUrl) return undefined;
  if (!/^smtps?:$/.test(URL.parse(smtpUrl)?.protocol ?? ''))
    refuse('TALLYHOOK_SMTP_URL must have the form smtp://user:password@host:port, or smtps.');
  return {
    smtpUrl,
    from: need('TALLYHOOK_MAIL_FROM', 'set it to the sender of mails, such as tallyhook@example.com.'),
  };
}

function readOidc(): OidcSettings | undefined {
  const issuer = env['TALLYHOOK_OIDC_ISSUER'];
  if (!issuer) return undefined;
  const { protocol, hostname } = URL.parse(issuer) ?? {};
  if (protocol !== 'https:' && !(protocol === 'http:' && isLoopback(hostname ?? '')))
    refuse(`TALLYHOOK_OIDC_ISSUER must be the https address of an OpenID Connect provider, got "${issuer}".`);
  return {
    issuer,
    clientId: need('TALLYHOOK_OIDC_CLIENT_ID', 'set it to the client id that the sign-in provider gave.'),
    clientSecret: need('TALLYHOOK_OIDC_CLIENT_SECRET', 'set it to the client secret that the sign-in provider gave.'),
    name: env['TALLYHOOK_OIDC_NAME'] || new URL(issuer).hostname,
  };
}

function isLoopback(hostname: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

function readColumns(): ColumnLimits | undefined {
  if (['off', '0'].includes(env['TALLYHOOK_COLUMNS'] ?? '')) return undefined;
  return { ...defaults.columns!, memoryMiB: wholeNumber('TALLYHOOK_COLUMNS', defaults.columns!.memoryMiB) };
}

/** Returns the value, or prints the error and exits. */
function orExit<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    return refuse(error instanceof Problem ? error.message : String(error));
  }
}

const { keyring, keyringFile } = await readKeyring(env).catch((error: Error) => refuse(error.message));
const uri = need('MONGODB_URI', 'set it to the connection string of a MongoDB replica set.');
const temporalAddress = need('TEMPORAL_ADDRESS', 'set it to the host:port of Temporal.');
const port = wholeNumber('PORT', 3000);
const baseUrl = (env['TALLYHOOK_BASE_URL'] || `http://localhost:${port}`).replace(/\/+$/, '');
if (!/^https?:$/.test(URL.parse(baseUrl)?.protocol ?? ''))
  refuse(`TALLYHOOK_BASE_URL must be an http or https address, got "${baseUrl}".`);

const http = orExit(() =>
  createHttp({
    routes: parseRoutes(env['TALLYHOOK_ROUTES'] ?? ''),
    privateHosts: (env['TALLYHOOK_PRIVATE_HOSTS'] ?? '').split(',').filter(Boolean),
  }),
);
const files = orExit(() => parseFileSettings(env));
const databasePrefix = env['TALLYHOOK_DATABASE'];
const store = await openStore({ uri, keyring, keyringFile, files, databasePrefix, connect: false });
const temporal = connectTemporal({ address: temporalAddress, namespace: env['TEMPORAL_NAMESPACE'] || 'tallyhook' });
const uploadsFolder = await openUploads(env['TALLYHOOK_HOME']);

const stopping = new AbortController();
const operators = listOf('TALLYHOOK_OPERATORS');
const preparation = prepareStore(store, { logger, operators, signal: stopping.signal });
preparation.finished.catch((error: Error) => refuse(error.message));
const deps = createDependencies({
  store,
  temporal,
  http,
  logger,
  baseUrl,
  temporaryDirectory: uploadsFolder.directory,
  hookRates: {
    perSenderPerSecond: wholeNumber('TALLYHOOK_HOOK_RATE_SENDER', 100),
    perConnectorPerSecond: wholeNumber('TALLYHOOK_HOOK_RATE_CONNECTOR', 1_000),
  },
  columns: readColumns(),
  keepAnswersOverMs: wholeNumber('TALLYHOOK_KEEP_ANSWERS_OVER_MS', 300),
  operators,
  newWorkspaces: oneOf('TALLYHOOK_NEW_WORKSPACES', ['owners', 'operators', 'anyone']),
  mail: readMail(),
  oidc: readOidc(),
  maxPlanCalls: wholeNumber('TALLYHOOK_PLAN_CALLS', 0) || null,
  quotas: {
    records: wholeNumber('TALLYHOOK_QUOTA_RECORDS', 10_000_000) || null,
    fileBytes: wholeNumber('TALLYHOOK_QUOTA_FILE_MB', 100_000) * 1_000_000 || null,
    deliveries: wholeNumber('TALLYHOOK_QUOTA_DELIVERIES', 2_000_000) || null,
  },
  minFreeBytes: env['TALLYHOOK_MIN_FREE_MB'] ? wholeNumber('TALLYHOOK_MIN_FREE_MB', 0) * 1_000_000 : undefined,
  trustedProxies: env['TALLYHOOK_TRUSTED_PROXIES'] || false,
  pagesFolder: env['TALLYHOOK_PAGES'] || undefined,
  allowsBuilds: readSwitch('TALLYHOOK_DEVELOPMENT') ?? isLoopback(new URL(baseUrl).hostname),
  isPrepared: preparation.isDone,
});

// Publishes the workflows of merges whose process stopped in between.
const publishLeftovers = () =>
  void settleLeftovers(deps, { now: new Date() }).catch((error: Error) => logger.warn(error.message));
preparation.finished.then(publishLeftovers, () => undefined);
setInterval(publishLeftovers, 60_000).unref();

// Resumes index builds that a stopped process left unfinished.
const resumeIndexes = () => void deps.indexJobs.resume().catch((error: Error) => logger.warn(error.message));
preparation.finished.then(resumeIndexes, () => undefined);
setInterval(resumeIndexes, 60_000).unref();

const app = orExit(() => createApp(deps));
const server = await startServer(app, { port }).catch((error: NodeJS.ErrnoException) =>
  refuse(
    error.code === 'EADDRINUSE' ? `Port ${port} is taken: set PORT to another.` : `Port ${port}: ${error.message}`,
  ),
);
stdout.write(`${JSON.stringify({ ready: true, process: 'api', port: server.port })}\n`);

async function stop(): Promise<void> {
  stopping.abort();
  await server.stop();
  await Promise.race([deps.hooks.starts.idle(), sleep(3_000)]);
  await Promise.all([deps.usage.flush(), deps.planCalls.flush(), deps.mailer.stop(), deps.keptColumns?.close()]);
  await Promise.allSettled([store.close(), temporal.close(), uploadsFolder.close()]);
  exit(0);
}
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop());
