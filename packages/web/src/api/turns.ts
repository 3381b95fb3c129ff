interface Waiting {
  name: string;
  begin: () => void;
}

/**
 * Lets a few things be under way at once. The others wait in line, where some come before others, and leave it when they
 * are aborted.
 */
export class Turns {
  readonly #most: () => number;
  readonly #isUrgent: (name: string) => boolean;
  readonly #listeners = new Set<() => void>();
  #line: Waiting[] = [];
  #running = 0;
  #isDue = false;

  /** How many there may be at most and what comes before the rest is asked whenever one can begin. */
  constructor(most: () => number, isUrgent: (name: string) => boolean) {
    this.#most = most;
    this.#isUrgent = isUrgent;
  }

  /** Does something when its turn comes. Throws the reason of the signal where that is aborted first. */
  async take<T>(name: string, signal: AbortSignal, act: () => Promise<T>): Promise<T> {
    await this.#comeUp(name, signal);
    try {
      return await act();
    } finally {
      this.#running -= 1;
      this.#beginSoon();
    }
  }

  /** Whether something of this name is in line. */
  isWaiting(name: string): boolean {
    return this.#line.some((one) => one.name === name);
  }

  /** Calls a listener whenever the line changes, until what it answers is called. */
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

  /** What joins at the same moment is in line before one of them is chosen. */
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
