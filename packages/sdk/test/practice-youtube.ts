import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const main = join(import.meta.dirname, '../../practice/src/main.ts');

/** What the stand-in logs about a request. */
export interface Logged {
  kind: 'start' | 'piece' | 'status' | 'other';
  piece: number | null;
  firstByte: number | null;
  arrivedBytes: number;
  crc32: string;
  status: number | null;
  /** null until it ends. */
  endedAt: string | null;
}

export interface Kept {
  videos: { id: string; sizeBytes: number; sha256: string }[];
  sessions: { storedBytes: number; sha256: string }[];
}

export interface Youtube {
  url: string;
  token: string;
  log(): Promise<Logged[]>;
  kept(): Promise<Kept>;
  forget(): Promise<void>;
  setFaults(faults: string[]): Promise<void>;
  stop(): Promise<void>;
}

/** YouTube, simulated by the practice service in a separate process. */
export async function startYoutube(): Promise<Youtube> {
  const child = spawn(process.execPath, [main], {
    env: { ...process.env, PRACTICE_SERVICE: 'youtube', PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const { url, token } = JSON.parse(line) as { url: string; token: string };
  const admin = async (name: string, init?: RequestInit): Promise<unknown> =>
    (await fetch(`${url}/__practice/${name}`, init)).json();
  return {
    url,
    token,
    log: async () => (await admin('log')) as Logged[],
    kept: async () => (await admin('kept')) as Kept,
    forget: async () => void (await admin('kept', { method: 'DELETE' })),
    setFaults: async (faults) => void (await admin('faults', { method: 'PUT', body: JSON.stringify(faults) })),
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
