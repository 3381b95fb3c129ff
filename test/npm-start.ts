import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clone, freePort, shareBundles, waitFor, type ListedProcess } from './product.ts';

const readyTimeoutMs = 150_000;

/**
 * An `npm start` with its own home, observed from outside: its output, its exit, and the processes it leaves running.
 */
export interface NpmStart {
  home: string;
  url: string;
  /** Starts it with these variables on top of those given to {@link prepareNpmStart}; does not wait. */
  begin(environment?: Record<string, string | undefined>): void;
  /** Starts it and waits until it reports that it is ready. */
  start(environment?: Record<string, string | undefined>): Promise<void>;
  /** The output of the last start, both streams. */
  printed(): string;
  /** Waits for a line in the output of the last start. */
  says(pattern: RegExp): Promise<RegExpExecArray>;
  /** Waits for its exit; returns the exit code or the signal. */
  ends(): Promise<number | string>;
  signal(name: NodeJS.Signals): void;
  /** Asks it to exit and waits until it has. */
  stop(): Promise<number | string>;
  /** The processes listed in `processes.json`, by name. */
  processes(): Promise<Record<string, ListedProcess>>;
  /** Every running process that was started with this home: its pid, and its name or command line. */
  running(): { pid: number; command: string }[];
  /** Kills whatever is left and removes the data. */
  remove(): Promise<void>;
}

/** Prepares a start. `command` runs in the clone: the script behind `npm start`, or npm itself. */
export async function prepareNpmStart(command = [process.execPath, 'scripts/start.mjs']): Promise<NpmStart> {
  const folder = await mkdtemp(join(tmpdir(), 'tallyhook-start-'));
  const home = join(folder, 'home');
  await shareBundles(home);
  const port = await freePort();
  const settings: NodeJS.ProcessEnv = {
    ...process.env,
    MONGODB_URI: '',
    TEMPORAL_ADDRESS: '',
    TALLYHOOK_DEMO: '0',
    PORT: String(port),
    TALLYHOOK_HOME: home,
  };
  let child: ChildProcess | undefined;
  let ended: Promise<number | string> = Promise.resolve(0);
  let output = '';

  function begin(environment: Record<string, string | undefined> = {}): void {
    output = '';
    const [program, ...args] = command as [string, ...string[]];
    const options = { cwd: clone, env: { ...settings, ...environment }, stdio: ['ignore', 'pipe', 'pipe'] as const };
    const begun = spawn(program, args, { ...options, stdio: [...options.stdio] });
    for (const stream of [begun.stdout, begun.stderr]) stream?.on('data', (chunk: Buffer) => (output += String(chunk)));
    ended = once(begun, 'close').then(([code, signal]) => (code ?? signal) as number | string);
    child = begun;
  }

  async function says(pattern: RegExp): Promise<RegExpExecArray> {
    const isOver = () => child?.exitCode !== null || child.signalCode !== null;
    await waitFor(`npm start to say ${pattern}`, () => pattern.test(output) || isOver(), readyTimeoutMs);
    const found = pattern.exec(output);
    if (found === null) throw new Error(`npm start ended without saying ${pattern}:\n${output}`);
    return found;
  }

  return {
    home,
    url: `http://127.0.0.1:${port}`,
    begin,
    start: async (environment) => {
      begin(environment);
      await says(/Tallyhook is ready at /);
    },
    printed: () => output,
    says,
    ends: () => ended,
    signal: (name) => child?.kill(name),
    stop: () => {
      child?.kill('SIGTERM');
      return ended;
    },
    processes: async () => {
      const listed = JSON.parse(await readFile(join(home, 'processes.json'), 'utf8')) as ListedProcess[];
      return Object.fromEntries(listed.map((entry) => [entry.name, entry]));
    },
    running: () => processesOf(home),
    remove: async () => {
      for (const { pid } of processesOf(home)) kill(pid);
      await waitFor('what was left to end', () => processesOf(home).length === 0);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Kills a process with SIGKILL; ignores one that has already exited. */
export function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has already exited.
  }
}

/** Waits until `/health` responds with that status. */
export async function waitForHealth(url: string, status = 200): Promise<void> {
  const ask = async () => (await fetch(`${url}/health`).catch(() => undefined))?.status === status;
  await waitFor(`${url}/health to answer ${status}`, ask);
}

/** The processes whose environment names this home; read from /proc, so Linux only. */
function processesOf(home: string): { pid: number; command: string }[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.flatMap((pid) => {
    try {
      const isOurs = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(`TALLYHOOK_HOME=${home}`);
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
      return isOurs && command !== '' ? [{ pid: Number(pid), command }] : [];
    } catch {
      return [];
    }
  });
}
