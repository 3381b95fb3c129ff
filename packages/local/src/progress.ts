/** Reports what a start is doing, one line at a time. */
export interface Progress {
  /** Prints one line. */
  say(line: string): void;
  /**
   * Runs one stage and prints how it ended and how long it took; prints that it is in progress if it takes over a
   * second. `describe` builds the closing line from the result. Default: the name.
   */
  stage<T>(name: string, work: () => Promise<T>, describe?: (answer: T) => string): Promise<T>;
}

const firstNoticeMs = 1_000;
const nextNoticeMs = 5_000;

/** Creates a progress that writes lines to `write`. */
export function createProgress(write: (text: string) => void, now: () => number = Date.now): Progress {
  const say = (line: string) => write(`${line}\n`);

  async function stage<T>(name: string, work: () => Promise<T>, describe: (answer: T) => string = () => name) {
    const startedAt = now();
    const stopNotices = repeatNotices(() => say(`  ${name} … ${seconds(now() - startedAt)}`));
    try {
      const answer = await work();
      say(`  ${describe(answer)} (${seconds(now() - startedAt)})`);
      return answer;
    } finally {
      stopNotices();
    }
  }
  return { say, stage };
}

/** A progress that prints nothing. */
export const silentProgress: Progress = { say: () => undefined, stage: (_name, work) => work() };

function repeatNotices(notice: () => void): () => void {
  let timer = setTimeout(repeat, firstNoticeMs);
  function repeat() {
    notice();
    timer = setTimeout(repeat, nextNoticeMs);
  }
  return () => clearTimeout(timer);
}

/** `820` as `0.8 s`. */
export function seconds(durationMs: number): string {
  return `${(durationMs / 1000).toFixed(1)} s`;
}
