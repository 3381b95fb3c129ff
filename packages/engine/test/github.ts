import { startPractice, type Practice } from './practice.ts';

/** GitHub, played by the practice service in its own process. */
export interface Github extends Pick<Practice, 'url' | 'token' | 'setFaults' | 'stop'> {
  /** The texts of all comments. */
  comments(): Promise<string[]>;
  /** The number of requests that reached it. */
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
