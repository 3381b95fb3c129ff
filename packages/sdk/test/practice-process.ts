import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const main = join(import.meta.dirname, '../../practice/src/main.ts');

/** One simulated service and the ways tests can control it. */
export interface Practiced {
  url: string;
  token: string;
  kept(): Promise<Record<string, unknown> & { counts: Record<string, number> }>;
  log(): Promise<{ method: string; path: string; status: number | null; headers: Record<string, string> }[]>;
  forget(): Promise<void>;
  setFaults(faults: string[]): Promise<void>;
}

export interface PracticeProcess {
  services: Record<string, Practiced>;
  stop(): Promise<void>;
}

/** Runs several simulated services in a separate process. */
export async function startPractice(names: readonly string[]): Promise<PracticeProcess> {
  const child = spawn(process.execPath, [main], {
    env: { ...process.env, PRACTICE_SERVICE: names.join(','), PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const services: Record<string, Practiced> = {};
  for await (const line of createInterface(child.stdout)) {
    const { service, url, token } = JSON.parse(line) as { service: string; url: string; token: string };
    services[service] = practiced(url, token);
    if (Object.keys(services).length === names.length) break;
  }
  return {
    services,
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

function practiced(url: string, token: string): Practiced {
  const admin = async (name: string, init?: RequestInit): Promise<unknown> =>
    (await fetch(`${url}/__practice/${name}`, init)).json();
  return {
    url,
    token,
    kept: async () => (await admin('kept')) as Awaited<ReturnType<Practiced['kept']>>,
    log: async () => (await admin('log')) as Awaited<ReturnType<Practiced['log']>>,
    forget: async () => void (await admin('kept', { method: 'DELETE' })),
    async setFaults(faults) {
      const answer = await admin('faults', { method: 'PUT', body: JSON.stringify(faults) });
      if (!Array.isArray(answer)) throw new TypeError(JSON.stringify(answer));
    },
  };
}
