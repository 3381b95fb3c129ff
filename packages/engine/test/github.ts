import { startPractice, type Practice } from './practice.ts';

/** GitHub, played by the practice service in a process of its own. */
export interface Github extends Pick<Practice, 'url' | 'token' | 'setFaults' | 'stop'> {
  /** The texts of the comments it has. */
  comments(): Promise<string[]>;
  /** How many requests reached it. */
  requests(): Promise<number>;
}

export async function startGithub(): Promise<Github> {
  const practice = await startPractice({ PRACTICE_SERVICE: 'github' });
  const kept = () => practice.admin<{ requests: number; comments: { body: string }[] }>('kept');
  return {
    ...practice,
    comments: async () => (await kept()).comments.map(({ body }) => body),
    requests: async () => (await kept()).requests,
  };
}
