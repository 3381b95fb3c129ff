import { startPractice, type Practice } from './practice.ts';

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

/** YouTube, played by the practice service in its own process. */
export interface Youtube extends Pick<Practice, 'url' | 'token' | 'setFaults' | 'stop'> {
  log(): Promise<YoutubeRequest[]>;
  videos(): Promise<{ id: string; sizeBytes: number; sha256: string }[]>;
  storedBytes(): Promise<number>;
  /** Forgets its log, its videos and its faults. */
  clear(): Promise<void>;
}

interface Kept {
  videos: { id: string; sizeBytes: number; sha256: string }[];
  sessions: { storedBytes: number }[];
}

export async function startYoutube({ paceBytesPerSecond }: { paceBytesPerSecond?: number } = {}): Promise<Youtube> {
  const pace: Record<string, string> =
    paceBytesPerSecond === undefined ? {} : { PRACTICE_PACE: String(paceBytesPerSecond) };
  const practice = await startPractice({ PRACTICE_SERVICE: 'youtube', ...pace });
  const kept = () => practice.admin<Kept>('kept');
  return {
    ...practice,
    log: () => practice.admin('log'),
    videos: async () => (await kept()).videos,
    clear: async () => void (await practice.admin('kept', { method: 'DELETE' })),
    storedBytes: async () => (await kept()).sessions[0]?.storedBytes ?? 0,
  };
}
