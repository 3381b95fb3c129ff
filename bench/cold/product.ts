import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { clone } from '../processes.ts';
import { processorSeconds } from '../processor-time.ts';

const readyTimeoutMs = 300_000;
const pollMs = 10;

/** A whole product that `npm start` runs. */
export interface RunningProduct {
  address: string;
  /** From the command to `/health` reporting that all parts are ready. */
  readyMs: number;
  /** What all its processes used until then, in seconds of one processor. */
  processorSeconds: number;
  /** Resolves when the demo exists too, which the first start creates after all parts are ready. */
  finished(): Promise<void>;
  /** The resident memory of each process in MiB; shared pages count in parts (PSS). Linux only. */
  memory(): Map<string, number>;
  stop(): Promise<void>;
}

/** Runs `npm start` with its own data until it is ready. */
export async function startProduct(home: string, { port, password }: { port: number; password: string }) {
  const log = openSync(`${home}.log`, 'a');
  const startedAt = performance.now();
  const child = spawn(process.execPath, [join(clone, 'scripts/start.mjs')], {
    env: {
      ...process.env,
      ...ownEngines,
      TALLYHOOK_HOME: home,
      PORT: String(port),
      TALLYHOOK_OWNER_PASSWORD: password,
    },
    stdio: ['ignore', log, log],
  });
  const ended = once(child, 'exit');
  process.once('exit', () => child.kill('SIGTERM'));
  const address = `http://127.0.0.1:${port}`;
  const until = async (isThere: () => boolean | Promise<boolean>) => {
    while (!(await isThere())) {
      const isLate = performance.now() - startedAt > readyTimeoutMs;
      if (child.exitCode !== null || isLate) {
        child.kill('SIGTERM');
        throw new Error(`npm start did not become ready: ${logged().slice(-2_000)}`);
      }
      await sleep(pollMs);
    }
  };
  const logged = () => readFileSync(`${home}.log`, 'utf8');
  const loggedBefore = logged().length;
  await until(() => isReady(address));
  const readyMs = performance.now() - startedAt;
  const processes = () => new Map([['npm start', child.pid!], ...listed(home)]);
  const used = [...new Set(processes().values())].reduce((sum, pid) => sum + processorSeconds(pid), 0);
  return {
    address,
    readyMs,
    processorSeconds: used,
    finished: () => until(() => logged().slice(loggedBefore).includes('Tallyhook is ready at')),
    memory: () => memoryOf(processes()),
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  } satisfies RunningProduct;
}

/** Engines of a person's own are not part of the product. */
const ownEngines = { MONGODB_URI: '', TEMPORAL_ADDRESS: '' };

async function isReady(address: string): Promise<boolean> {
  try {
    return (await fetch(`${address}/health`)).ok;
  } catch {
    // It does not listen yet.
    return false;
  }
}

function listed(home: string): [string, number][] {
  const processes = JSON.parse(readFileSync(join(home, 'processes.json'), 'utf8')) as { name: string; pid: number }[];
  return processes.map(({ name, pid }) => [name, pid]);
}

function memoryOf(processes: Map<string, number>): Map<string, number> {
  const seen = new Set<number>();
  return new Map(
    [...processes].flatMap(([name, pid]): [string, number][] => {
      if (seen.has(pid)) return [];
      seen.add(pid);
      const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
      return [[name, Number(/^Pss:\s+(\d+) kB/m.exec(text)![1]) / 1024]];
    }),
  );
}
