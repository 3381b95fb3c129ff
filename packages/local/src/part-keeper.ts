import type { Problem } from '@tallyhook/schemas';
import { stopTimeoutMs as mongodStopMs } from './engines/mongod.ts';
import { stopTimeoutMs as temporalStopMs } from './engines/temporal.ts';
import { isDiskFull } from './disk-room.ts';
import { fileProblem } from './file-problem.ts';
import { keepRunning, type KeptChild } from './keep-running.ts';
import { shortenLog } from './log-size.ts';
import type { Part } from './parts.ts';
import { createProcessList, type ListedProcess, type ProcessList } from './processes-file.ts';
import type { Progress } from './progress.ts';

/** An engine, or a user of the engines. Users are stopped first. */
export type PartKind = 'engine' | 'user';

/** Keeps the parts of one supervisor running and stops them in order. */
export interface PartKeeper {
  /**
   * Starts a part and keeps it running.
   * @throws Problem if it does not start
   */
  keep(part: Part, kind: PartKind): Promise<void>;
  /** Call it for every process as soon as it exists. */
  onSpawned(entry: Omit<ListedProcess, 'identity'>): void;
  /** Lists the processes in `processes.json` of that home from now on, and watches the room on its disk. */
  listIn(home: string): void;
  /** Aborted by {@link PartKeeper.stopStarting}. */
  stopping: AbortSignal;
  /** Aborts all starts in progress. */
  stopStarting(): void;
  /** Resolves when a required part was given up. */
  failed: Promise<Problem>;
  /** Stops every part, users before engines. Returns how many there were. */
  stop(): Promise<number>;
  /** Kills every process at once. */
  kill(): void;
}

const userStopMs = 15_000;
const logWatchMs = 60_000;

export function createPartKeeper(progress: Progress): PartKeeper {
  const stopping = new AbortController();
  const { promise: failed, resolve: fail } = Promise.withResolvers<Problem>();
  const pids = new Map<string, number>();
  const kept: Record<PartKind, KeptChild[]> = { user: [], engine: [] };
  let list: ProcessList | undefined;
  let isFull = () => false;
  const watchingLogs = setInterval(shortenLogs, logWatchMs).unref();

  async function keep(part: Part, kind: PartKind): Promise<void> {
    const what = part.port === undefined ? part.name : `${part.name} on port ${part.port}`;
    const start = (signal: AbortSignal) => part.start(AbortSignal.any([signal, stopping.signal]));
    const onGivenUp = part.isOptional === true ? undefined : fail;
    const child = await progress.stage(what, () =>
      keepRunning({ name: part.name, start, progress, onGivenUp, isDiskFull: () => isFull() }),
    );
    kept[kind].push(child);
  }

  function onSpawned(entry: Omit<ListedProcess, 'identity'>): void {
    pids.set(entry.name, entry.pid);
    try {
      list?.set(entry);
    } catch (error) {
      const problem = fileProblem(error, `${entry.name} is running, but processes.json cannot be written`, '');
      progress.say(problem instanceof Error ? problem.message : String(problem));
    }
  }

  function shortenLogs(): void {
    for (const child of [...kept.user, ...kept.engine]) shortenLog(child.current().options.logPath);
  }

  async function stop(): Promise<number> {
    stopping.abort();
    clearInterval(watchingLogs);
    await Promise.allSettled(kept.user.map((child) => child.stop(userStopMs)));
    await Promise.allSettled(kept.engine.map((child) => child.stop(stopMsOf(child))));
    return kept.user.length + kept.engine.length;
  }

  return {
    keep,
    onSpawned,
    listIn(home) {
      list = createProcessList(home, process.pid);
      isFull = () => isDiskFull(home);
    },
    stopping: stopping.signal,
    stopStarting: () => stopping.abort(),
    failed,
    stop,
    kill: () => pids.forEach(endNow),
  };
}

function stopMsOf({ name }: KeptChild): number {
  return name === 'mongod' ? mongodStopMs : temporalStopMs;
}

function endNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has already ended.
  }
}
