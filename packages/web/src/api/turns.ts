interface Waiting {
  name: string;
  begin: () => void;
}

/** Lets a few things be under way at once. The others wait in line, and leave it when they are aborted. */
export class Turns {
  readonly #most: () => number;
  readonly #listeners = new Set<() => void>();
  #line: Waiting[] = [];
  #running = 0;

  constructor(most: () => number) {
    this.#most = most;
  }

  /** Does something when its turn comes. Throws the reason of the signal where that is aborted first. */
  async take<T>(name: string, signal: AbortSignal, act: () => Promise<T>): Promise<T> {
    await this.#comeUp(name, signal);
    try {
      return await act();
    } finally {
      this.#running -= 1;
      this.#beginNext();
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
      this.#beginNext();
    });
  }

  #beginNext(): void {
    while (this.#running < this.#most()) {
      const next = this.#line.shift();
      if (next === undefined) break;
      this.#running += 1;
      next.begin();
    }
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
