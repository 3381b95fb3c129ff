import { join } from 'node:path';
import { startChild } from './child.ts';

const practice = join(import.meta.dirname, '../../practice/src/main.ts');

/** A request that reached the stand-in. */
export interface YoutubeRequest {
  kind: 'start' | 'piece' | 'status' | 'other';
  path: string;
  /** From 1. */
  piece: number | null;
  firstByte: number | null;
  lastByte: number | null;
  arrivedBytes: number;
  status: number | null;
  startedAt: string;
  endedAt: string | null;
}

/** YouTube, played by the practice service in a process of its own. */
export interface Youtube {
  url: string;
  token: string;
  pid: number;
  log(): Promise<YoutubeRequest[]>;
  videos(): Promise<{ id: string; sizeBytes: number; sha256: string }[]>;
  storedBytes(): Promise<number>;
  setFaults(...faults: string[]): Promise<void>;
  stop(): Promise<void>;
}

export async function startYoutube({ paceBytesPerSecond }: { paceBytesPerSecond?: number } = {}): Promise<Youtube> {
  const pace: Record<string, string> =
    paceBytesPerSecond === undefined ? {} : { PRACTICE_PACE: String(paceBytesPerSecond) };
  const child = await startChild(practice, { PORT: '0', PRACTICE_SERVICE: 'youtube', ...pace });
  const { url, token } = child.ready as { url: string; token: string };
  const admin = async <T>(name: string, init?: RequestInit): Promise<T> => {
    const answer = await fetch(`${url}/__practice/${name}`, init);
    if (!answer.ok) throw new Error(`${name}: ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  interface Kept {
    videos: { id: string; sizeBytes: number; sha256: string }[];
    sessions: { storedBytes: number }[];
  }
  return {
    url,
    token,
    pid: child.pid,
    log: () => admin('log'),
    videos: async () => (await admin<Kept>('kept')).videos,
    storedBytes: async () => (await admin<Kept>('kept')).sessions[0]?.storedBytes ?? 0,
    setFaults: async (...faults) => void (await admin('faults', { method: 'PUT', body: JSON.stringify(faults) })),
    stop: () => child.kill('SIGTERM'),
  };
}
