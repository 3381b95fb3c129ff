import { join } from 'node:path';
import { startChild, type Child } from './child.ts';

/** A stand-in for another service in its own process, without data of earlier tests. */
export interface Practice {
  url: string;
  token: string;
  /** Calls an admin address of the stand-in. */
  admin<T>(name: string, init?: RequestInit): Promise<T>;
  setFaults(...faults: string[]): Promise<void>;
  stop(): Promise<void>;
}

/** Idle processes for later tests, by their settings. Each start costs a second of processor time. */
const idle = new Map<string, Child[]>();

/** Starts a stand-in with these settings, or reuses one that an earlier test stopped. */
export async function startPractice(environment: Record<string, string>): Promise<Practice> {
  const settings = JSON.stringify(environment);
  const child = idle.get(settings)?.pop() ?? (await start(environment));
  const { url, token } = child.ready as { url: string; token: string };
  const admin = async <T>(name: string, init?: RequestInit): Promise<T> => {
    const answer = await fetch(`${url}/__practice/${name}`, init);
    if (!answer.ok) throw new Error(`${name}: ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  return {
    url,
    token,
    admin,
    setFaults: async (...faults) => void (await admin('faults', { method: 'PUT', body: JSON.stringify(faults) })),
    async stop() {
      await admin('kept', { method: 'DELETE' });
      idle.set(settings, [...(idle.get(settings) ?? []), child]);
    },
  };
}

const start = (environment: Record<string, string>): Promise<Child> =>
  startChild(join(import.meta.dirname, '../../practice/src/main.ts'), { PORT: '0', ...environment });

// Outside of a suite, so this runs once, after the last test of the last file.
after('stop the shared practice services', () =>
  Promise.all([...idle.values()].flat().map((child) => child.kill('SIGTERM'))),
);
