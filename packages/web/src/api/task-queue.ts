interface Waiting {
  name: string;
  begin: () => void;
}

/** Limits how many tasks run at once. The rest wait in a priority queue and leave it when aborted. */
export class TaskQueue {
  readonly #max: () => number;
  readonly #isUrgent: (name: string) => boolean;
  readonly #listeners = new Set<() => void>();
  #queue: Waiting[] = [];
  #running = 0;
  #isDue = false;

  /**
   * Both callbacks are evaluated whenever a task could start: `max` is the current limit, `isUrgent` picks tasks that
   * go first.
   */
  constructor(max: () => number, isUrgent: (name: string) => boolean) {
    this.#max = max;
    this.#isUrgent = isUrgent;
  }

  /**
   * Runs a task when a slot is free.
   * @throws the signal's reason if aborted while queued
   */
  async take<T>(name: string, signal: AbortSignal, act: () => Promise<T>): Promise<T> {
    await this.#comeUp(name, signal);
    try {
      return await act();
    } finally {
      this.#running -= 1;
      this.#beginSoon();
    }
  }

  /** Whether a task of this name is queued. */
  isWaiting(name: string): boolean {
    return this.#queue.some((one) => one.name === name);
  }

  /** Calls a listener whenever the queue changes; returns a function that unsubscribes it. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  async #comeUp(name: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      const waiting: Waiting = {
        name,
        begin: () => {
          signal.removeEventListener('abort', leave);
          resolve();
        },
      };
      const leave = () => {
        this.#queue = this.#queue.filter((one) => one !== waiting);
        this.#notify();
        reject(signal.reason as Error);
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#queue.push(waiting);
      this.#beginSoon();
    });
  }

  /** Deferred, so that tasks queued in the same tick all compete for the slot. */
  #beginSoon(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    queueMicrotask(() => {
      this.#isDue = false;
      this.#beginNext();
    });
  }

  #beginNext(): void {
    while (this.#running < this.#max()) {
      const next = this.#queue.find(({ name }) => this.#isUrgent(name)) ?? this.#queue[0];
      if (next === undefined) break;
      this.#queue = this.#queue.filter((one) => one !== next);
      this.#running += 1;
      next.begin();
    }
    this.#notify();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}
