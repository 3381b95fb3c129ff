import { setImmediate as endOfTurn } from 'node:timers/promises';

/** A request that takes longer no longer holds up the calls after it: its connection may be dead. */
const longestMs = 1_000;

export interface GatherOptions {
  /** How many calls one request answers at most. */
  atMost?: number;
  /** How many requests are under way at the same time. */
  atOnce?: number;
}

interface Call<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * Makes calls together: those that arrive while a request is under way are answered by the next one. No call is answered
 * by a request that began before it, so what it reads is as new, and what it wrote is as durable, as if it had made a
 * request of its own. `work` returns a result for each item, in order; if it throws, all its calls fail.
 */
export function gather<Item, Result>(
  work: (items: Item[]) => Promise<readonly Result[]>,
  { atMost = 200, atOnce = 1 }: GatherOptions = {},
): (item: Item) => Promise<Result> {
  const waiting: Call<Item, Result>[] = [];
  let underWay = 0;

  const answer = async (): Promise<void> => {
    // More calls may arrive in the same turn of the event loop.
    await endOfTurn();
    const calls = waiting.splice(0, atMost);
    try {
      const results = await work(calls.map(({ item }) => item));
      for (const [index, { resolve }] of calls.entries()) resolve(results[index]!);
    } catch (error) {
      for (const { reject } of calls) reject(error);
    }
  };

  const next = (): void => {
    if (underWay >= atOnce || waiting.length === 0) return;
    underWay += 1;
    void soon(answer()).then(() => {
      underWay -= 1;
      next();
    });
  };

  return (item) => {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    waiting.push({ item, resolve, reject });
    next();
    return promise;
  };
}

/** Reads something, or shares the read of somebody else who asks for the same key. */
export type SharedReads = <Value>(key: string, read: () => Promise<Value>) => Promise<Value>;

/**
 * Reads something for all that ask for the same `key`: while one read is under way, those who ask share the next one. So
 * nobody gets what was read before they asked, and nothing has to be forgotten when it changes. What is read must not be
 * changed by those who get it.
 */
export function createSharedReads(): SharedReads {
  const next = new Map<string, Promise<unknown>>();
  const underWay = new Map<string, Promise<unknown>>();

  const begin = async (key: string, read: () => Promise<unknown>): Promise<unknown> => {
    const before = underWay.get(key);
    await (before === undefined ? endOfTurn() : soon(before));
    next.delete(key);
    const reading = read();
    underWay.set(key, reading);
    try {
      return await reading;
    } finally {
      if (underWay.get(key) === reading) underWay.delete(key);
    }
  };

  return <Value>(key: string, read: () => Promise<Value>) => {
    const shared = next.get(key) ?? begin(key, read);
    next.set(key, shared);
    return shared as Promise<Value>;
  };
}

/** Waits until work has ended, whatever it came to, or takes too long. */
async function soon(work: Promise<unknown>): Promise<void> {
  // Not an `AbortSignal`: the error that it makes each time costs more than the rest of this.
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, longestMs).unref();
  await Promise.race([work.catch(() => undefined), late]);
  clearTimeout(timer);
}

/** Creates something once for each owner. */
export function oncePer<Owner extends object, Value>(create: (owner: Owner) => Value): (owner: Owner) => Value {
  const known = new WeakMap<Owner, Value>();
  return (owner) => {
    if (!known.has(owner)) known.set(owner, create(owner));
    return known.get(owner)!;
  };
}
