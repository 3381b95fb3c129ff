import { join } from 'node:path';
import { startChild } from './child.ts';

const practice = join(import.meta.dirname, '../../practice/src/main.ts');

/** GitHub, played by the practice service in a process of its own. */
export interface Github {
  url: string;
  token: string;
  /** The texts of the comments it has. */
  comments(): Promise<string[]>;
  /** How many requests reached it. */
  requests(): Promise<number>;
  setFaults(...faults: string[]): Promise<void>;
  stop(): Promise<void>;
}

export async function startGithub(): Promise<Github> {
  const child = await startChild(practice, { PORT: '0' });
  const { url, token } = child.ready as { url: string; token: string };
  const admin = async (name: string, init?: RequestInit) => {
    const answer = await fetch(`${url}/__practice/${name}`, init);
    return (await answer.json()) as { requests: number; comments: { body: string }[] };
  };
  return {
    url,
    token,
    comments: async () => (await admin('kept')).comments.map(({ body }) => body),
    requests: async () => (await admin('kept')).requests,
    setFaults: async (...faults) => void (await admin('faults', { method: 'PUT', body: JSON.stringify(faults) })),
    stop: () => child.kill('SIGTERM'),
  };
}
