import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export const clone = join(import.meta.dirname, '..');

const readyTimeoutMs = 240_000;
const stopTimeoutMs = 90_000;

/** A process of the product, as listed in `processes.json`. */
export interface ListedProcess {
  name: string;
  pid: number;
  port?: number;
  log?: string;
}

export interface CommandOutcome {
  code: number;
  stdout: string;
  stderr: string;
}

export interface CommandOptions {
  input?: string;
  environment?: Record<string, string>;
}

/** The whole product with its own engines, data and command line settings, as a person would run it. */
export interface Product {
  url: string;
  home: string;
  owner: { email: string; password: string };
  /** The output of `npm start`, both streams, over all starts. */
  printed(): string;
  processes(): Promise<ListedProcess[]>;
  /** Runs `tallyhook`; the session persists across calls. */
  tallyhook(args: readonly string[], options?: CommandOptions): Promise<CommandOutcome>;
  /** Runs `tallyhook … --json`, which must exit with 0; returns the parsed output. */
  json<T>(args: readonly string[], options?: CommandOptions): Promise<T>;
  /** Signs the command line in. */
  login(): Promise<void>;
  /** The environment variables with which `tallyhook` finds the session of {@link Product.json}. */
  commandEnvironment(): Record<string, string>;
  /** Starts the product again after `stop`. */
  start(): Promise<void>;
  /** Stops everything, like Ctrl-C. */
  stop(): Promise<void>;
  /** Stops it and removes the data. */
  remove(): Promise<void>;
}

/** Starts the product with its own data; `environment` is added to its settings. */
export async function startProduct(environment: Record<string, string> = {}): Promise<Product> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await startOnPort(await freePort(), environment);
    } catch (error) {
      // Another test may take the port before the product does.
      if (tries === 3 || !/is in use by another program/.test(String(error))) throw error;
    }
  }
}

async function startOnPort(port: number, environment: Record<string, string>): Promise<Product> {
  const home = await mkdtemp(join(tmpdir(), 'tallyhook-product-'));
  const url = `http://127.0.0.1:${port}`;
  const owner = { email: 'owner@example.com', password: 'a long password for tests' };
  const settings = {
    ...withoutOwnEngines(),
    PORT: String(port),
    TALLYHOOK_HOME: join(home, 'product'),
    TALLYHOOK_OWNER_EMAIL: owner.email,
    TALLYHOOK_OWNER_PASSWORD: owner.password,
    ...environment,
  };
  await shareBundles(settings.TALLYHOOK_HOME);
  const output: string[] = [];
  let child: ChildProcess | undefined;

  async function start(): Promise<void> {
    const said = output.length;
    child = spawn(process.execPath, ['scripts/start.mjs'], {
      cwd: clone,
      env: settings,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => output.push(chunk.toString()));
    await waitFor('the product to say that it is ready', () => isReady(child!, output.slice(said)), readyTimeoutMs);
  }
  async function stop(): Promise<void> {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    const timer = setTimeout(() => child?.kill('SIGKILL'), stopTimeoutMs);
    await exited;
    clearTimeout(timer);
  }
  const tallyhook: Product['tallyhook'] = (args, options = {}) =>
    runCommand(args, { ...options, environment: { ...commandEnvironment(home), ...options.environment } });

  try {
    await start();
  } catch (error) {
    await stop();
    await rm(home, { recursive: true, force: true });
    throw error;
  }
  async function json<T>(args: readonly string[], options?: CommandOptions): Promise<T> {
    const { code, stdout, stderr } = await tallyhook([...args, '--json'], options);
    if (code !== 0) throw new Error(`tallyhook ${args.join(' ')} ended with ${code}:\n${stdout}${stderr}`);
    return JSON.parse(stdout) as T;
  }
  async function login(): Promise<void> {
    const input = `${owner.password}\n`;
    await json(['login', '--url', url, '--email', owner.email], { input });
  }
  return {
    url,
    home: join(home, 'product'),
    owner,
    printed: () => output.join(''),
    processes: async () =>
      JSON.parse(await readFile(join(home, 'product', 'processes.json'), 'utf8')) as ListedProcess[],
    tallyhook,
    json,
    login,
    commandEnvironment: () => commandEnvironment(home),
    start,
    stop,
    remove: async () => {
      await stop();
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** Bundling workflow code takes seconds: all products of a run keep the bundle in one place. */
export async function shareBundles(productHome: string): Promise<void> {
  const bundles = join(tmpdir(), 'tallyhook-bundles');
  await mkdir(bundles, { recursive: true });
  await mkdir(productHome);
  await symlink(bundles, join(productHome, 'cache'));
}

/** Polls `check` ten times a second until it returns true; fails after a timeout, saying what it waited for. */
export async function waitFor(
  what: string,
  check: () => boolean | Promise<boolean>,
  timeoutMs = 60_000,
): Promise<void> {
  const until = Date.now() + timeoutMs;
  while (!(await check())) {
    if (Date.now() > until) throw new Error(`Waited ${timeoutMs / 1000} s in vain for ${what}.`);
    await sleep(100);
  }
}

function isReady(child: ChildProcess, said: string[]): boolean {
  const text = said.join('');
  if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}:\n${text.slice(-4000)}`);
  return text.includes('Tallyhook is ready at ');
}

/** These tests kill and restart engines, so they run their own instead of the shared ones. */
function withoutOwnEngines(): NodeJS.ProcessEnv {
  const names = [
    'MONGODB_URI',
    'TEMPORAL_ADDRESS',
    'TALLYHOOK_KEYRING',
    'TALLYHOOK_ROUTES',
    'TALLYHOOK_URL',
    'TALLYHOOK_KEY',
  ];
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !names.includes(name)));
}

function commandEnvironment(home: string): Record<string, string> {
  return { ...(withoutOwnEngines() as Record<string, string>), XDG_CONFIG_HOME: join(home, 'config') };
}

async function runCommand(
  args: readonly string[],
  { input = '', environment }: CommandOptions,
): Promise<CommandOutcome> {
  const command = spawn(process.execPath, [join(clone, 'packages/cli/bin/tallyhook.mjs'), ...args], {
    env: environment,
  });
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  command.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
  command.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
  command.stdin.end(input);
  const [code] = (await once(command, 'close')) as [number];
  return { code, stdout: Buffer.concat(stdout).toString(), stderr: Buffer.concat(stderr).toString() };
}

/** The MongoDB address that the supervisor gave the api. */
export async function mongodbUri(product: Pick<Product, 'processes'>): Promise<string> {
  const api = (await product.processes()).find(({ name }) => name === 'api');
  const environment = await readFile(`/proc/${api?.pid}/environ`, 'utf8');
  return /^MONGODB_URI=(.*)$/m.exec(environment.replaceAll('\0', '\n'))?.[1] ?? '';
}

/** A port that is free right now. */
export async function freePort(): Promise<number> {
  for (;;) {
    const server = createServer();
    // Below the ephemeral port range, from which another process could get the port first.
    const port = 10_000 + Math.floor(Math.random() * 20_000);
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}
