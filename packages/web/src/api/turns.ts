interface Waiting {
  name: string;
  begin: () => void;
}

/** Limits how many tasks run at once. The rest wait in a priority queue and leave it when aborted. */
export class Turns {
  readonly #most: () => number;
  readonly #isUrgent: (name: string) => boolean;
  readonly #listeners = new Set<() => void>();
  #line: Waiting[] = [];
  #running = 0;
  #isDue = false;

  /**
   * Both callbacks are evaluated whenever a task could start: `max` is the current limit, `isUrgent` picks tasks that
   * go first.
   */
  constructor(most: () => number, isUrgent: (name: string) => boolean) {
    this.#most = most;
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
    return this.#line.some((one) => one.name === name);
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
        this.#line = this.#line.filter((one) => one !== waiting);
        this.#tell();
        reject(signal.reason as Error);
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#line.push(waiting);
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
    while (this.#running < this.#most()) {
      const next = this.#line.find(({ name }) => this.#isUrgent(name)) ?? this.#line[0];
      if (next === undefined) break;
      this.#line = this.#line.filter((one) => one !== next);
      this.#running += 1;
      next.begin();
    }
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
