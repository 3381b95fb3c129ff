import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { Problem } from '@tallyhook/schemas';
import type { EngineSource } from './engines/find-engine.ts';

/** The settings of `npm start` from the environment. */
export interface Settings {
  /** `TALLYHOOK_HOME`: the folder of all data. */
  home: string;
  /** `PORT`. */
  port: number;
  /** `TALLYHOOK_BASE_URL`: the address at which people and other services reach it. */
  baseUrl: string;
  /** `MONGODB_URI`: a replica set to use instead of our own mongod. */
  mongodbUri: string | undefined;
  /** `TALLYHOOK_DATABASE`: prefix of the database names. */
  databasePrefix: string | undefined;
  /** `TEMPORAL_ADDRESS`: a server to use instead of our own. */
  temporalAddress: string | undefined;
  /** `TEMPORAL_NAMESPACE`. */
  temporalNamespace: string;
  /** `TALLYHOOK_KEYRING`. */
  keyring: string | undefined;
  /** `TALLYHOOK_KEYRING_FILE`. */
  keyringFile: string | undefined;
  /** `TALLYHOOK_OWNER_EMAIL` and `TALLYHOOK_OWNER_PASSWORD`: the owner of what a first start creates. */
  ownerEmail: string;
  ownerPassword: string | undefined;
  /** `TALLYHOOK_OPERATORS`: emails of people who operate the installation, besides the owner. */
  operators: readonly string[];
  /** `TALLYHOOK_DEMO`: `0` turns the demo off. */
  demo: boolean;
  /** `TALLYHOOK_ROUTES`: redirects connections to other services. */
  routes: string | undefined;
  /** The variables to pass on to the processes it starts. */
  environment: NodeJS.ProcessEnv;
  engines: EngineSource;
}

const defaultPort = 3000;

/**
 * Reads the settings of `npm start`; `clone` is the folder of the checkout.
 * @throws Problem that names the setting
 */
export function readSettings(environment: NodeJS.ProcessEnv, clone: string): Settings {
  const port = readPort(environment.PORT);
  return {
    home: resolve(clone, given(environment.TALLYHOOK_HOME) ?? '.tallyhook'),
    port,
    baseUrl: readBaseUrl(given(environment.TALLYHOOK_BASE_URL)) ?? `http://127.0.0.1:${port}`,
    mongodbUri: given(environment.MONGODB_URI),
    databasePrefix: given(environment.TALLYHOOK_DATABASE),
    temporalAddress: given(environment.TEMPORAL_ADDRESS),
    temporalNamespace: given(environment.TEMPORAL_NAMESPACE) ?? 'tallyhook',
    keyring: given(environment.TALLYHOOK_KEYRING),
    keyringFile: given(environment.TALLYHOOK_KEYRING_FILE),
    ownerEmail: given(environment.TALLYHOOK_OWNER_EMAIL) ?? 'owner@tallyhook.local',
    ownerPassword: given(environment.TALLYHOOK_OWNER_PASSWORD),
    operators: (environment.TALLYHOOK_OPERATORS ?? '')
      .split(',')
      .map((email) => email.trim())
      .filter(Boolean),
    demo: environment.TALLYHOOK_DEMO !== '0',
    routes: given(environment.TALLYHOOK_ROUTES),
    environment,
    engines: engineSource(environment),
  };
}

/** Where engines are searched for and cached, from the environment. */
export function engineSource(environment: NodeJS.ProcessEnv): EngineSource {
  return {
    searchPath: environment.PATH ?? '',
    cacheDirectory: join(given(environment.XDG_CACHE_HOME) ?? join(homedir(), '.cache'), 'tallyhook'),
    platform: `${process.platform}-${process.arch}`,
    environment,
  };
}

/** Treats an empty setting as not set. */
function given(value: string | undefined): string | undefined {
  return value === undefined || value.trim() === '' ? undefined : value.trim();
}

function readPort(text: string | undefined): number {
  const value = given(text);
  if (value === undefined) return defaultPort;
  const port = Number(value);
  if (/^\d+$/.test(value) && port >= 1 && port <= 65_535) return port;
  throw new Problem(
    'cannot_start',
    `PORT must be a number from 1 to 65535, as in PORT=8080 npm start, got "${value}".`,
  );
}

function readBaseUrl(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const url = URL.parse(text);
  if (url !== null && /^https?:$/.test(url.protocol)) return text.replace(/\/+$/, '');
  throw new Problem(
    'cannot_start',
    `TALLYHOOK_BASE_URL must be an address such as https://tallyhook.example.com, got "${text}".`,
  );
}
