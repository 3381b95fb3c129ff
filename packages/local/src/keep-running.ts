import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '@tallyhook/schemas';
import { endedSentence, type Child } from './child.ts';
import { seconds, type Progress } from './progress.ts';

/** A program that is restarted whenever it ends. */
export interface KeptChild {
  name: string;
  /** The process that is running or ran last. */
  current(): Child;
  /** Stops it for good. */
  stop(timeoutMs: number): Promise<void>;
}

export interface KeepOptions {
  name: string;
  /** Starts the program and waits until it is ready. */
  start(signal: AbortSignal): Promise<Child>;
  progress: Progress;
  /**
   * Called once when the program ended too often; the caller then stops the rest. Without it the program is never given
   * up.
   */
  onGivenUp?: ((problem: Problem) => void) | undefined;
  /** Whether the disk is too full to run. Then it waits for room instead of giving up. */
  isDiskFull?: (() => boolean) | undefined;
  /** How often it looks for room. */
  roomPollMs?: number;
  /** Pauses before the first, second, … restart in a row. */
  pausesMs?: readonly number[];
  /** The pause after those, if the program is never given up. */
  longPauseMs?: number;
  /** A program that stayed up this long has recovered: its next end starts a new row. */
  steadyAfterMs?: number;
}

const defaultPausesMs = [200, 1_000, 2_000, 4_000];
const defaultLongPauseMs = 30_000;
const defaultSteadyAfterMs = 10_000;
const defaultRoomPollMs = 1_000;

/**
 * Starts a program and watches it. If it ends, reports that and restarts it. If it keeps ending, gives up; without
 * `onGivenUp`, keeps restarting it with longer pauses.
 */
export async function keepRunning(options: KeepOptions): Promise<KeptChild> {
  const { name, start, progress, onGivenUp, pausesMs = defaultPausesMs } = options;
  const { longPauseMs = defaultLongPauseMs, steadyAfterMs = defaultSteadyAfterMs } = options;
  const { isDiskFull = () => false, roomPollMs = defaultRoomPollMs } = options;
  const stopping = new AbortController();
  let child = await start(stopping.signal);
  const watching = watch().catch((error: unknown) => {
    if (!stopping.signal.aborted) onGivenUp?.(toProblem(error));
  });

  async function watch(): Promise<void> {
    let ends = 0;
    while (!stopping.signal.aborted) {
      const startedAt = Date.now();
      const how = await child.ended;
      if (stopping.signal.aborted) return;
      ends = Date.now() - startedAt > steadyAfterMs ? 1 : ends + 1;
      child = await restart(how, ends);
      progress.say(`${name} is running again (process ${child.pid}).`);
    }
  }

  /** Restarts it after a pause. A failed start counts as another end in the row. */
  async function restart(how: string, ends: number): Promise<Child> {
    if (isDiskFull()) {
      progress.say(`${name} ended (${how}), and the disk is full: it starts again when there is room.`);
      while (isDiskFull()) await sleep(roomPollMs, undefined, { signal: stopping.signal });
      return restart('the disk was full', 1);
    }
    const pauseMs = pausesMs[ends - 1] ?? longPauseMs;
    const isLong = ends > pausesMs.length;
    if (isLong && onGivenUp !== undefined) throw await givenUp(child, how, ends);
    progress.say(
      isLong
        ? `${name} keeps ending (${how}), ${ends} times in a row: everything else keeps running without it, and it restarts in ${seconds(pauseMs)}. Its log is ${child.options.logPath}.`
        : `${name} ended (${how}); restarting it in ${seconds(pauseMs)}.`,
    );
    await sleep(pauseMs, undefined, { signal: stopping.signal });
    try {
      return await start(stopping.signal);
    } catch (error) {
      const isLast = onGivenUp !== undefined && pausesMs[ends] === undefined && !isDiskFull();
      if (stopping.signal.aborted || isLast) throw error;
      return restart('it could not be started', ends + 1);
    }
  }

  async function stop(timeoutMs: number): Promise<void> {
    stopping.abort();
    await child.stop(timeoutMs);
    await watching;
    // A restart in progress may have started another process.
    await child.stop(timeoutMs);
  }

  return { name, current: () => child, stop };
}

async function givenUp({ options, lastLines }: Child, how: string, ends: number): Promise<Problem> {
  const what = `ended ${ends} times in a row (${how}) and will not be restarted`;
  return new Problem('cannot_start', endedSentence(options.name, what, options.logPath, await lastLines()));
}

function toProblem(error: unknown): Problem {
  return error instanceof Problem ? error : new Problem('cannot_start', String(error), { cause: error });
}
