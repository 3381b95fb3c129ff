import type { Store } from '@tallyhook/store';
import type { Branch } from '@tallyhook/store/branches';
import type { Moment } from '@tallyhook/store/collections';
import type { FeedState } from '@tallyhook/store/feeds';
import { countCodes } from '../tables/column-table.ts';
import { compress, memoryBytes, openColumnDatabase, type ColumnDatabase } from '../tables/database.ts';
import { dropTable, TooManyValues } from '../tables/write-rows.ts';
import { createConnections, type Connections } from './connections.ts';
import type { Entries, Entry } from './entries.ts';
import { buildType, type KeptType } from './kept-type.ts';
import type { Turns } from './turns.ts';

export interface ColumnLimits {
  /** Memory of the embedded database, in MiB. */
  memoryMiB: number;
  threads: number;
  /** Types with fewer records are counted fast enough without columns. */
  minRecords: number;
  /** How many different values a choice, a person or a relation may have; each takes about 100 bytes of this process. */
  maxCodes: number;
}

/** What is to be built: a type of a branch in its state at a moment. */
export interface Build {
  place: { store: Store; branch: Branch; moment: Moment };
  type: string;
  state: FeedState;
  approximateRecords: number;
}

/** Builds columns in the background, within the memory there is for them. */
export interface Builds {
  /** The embedded database, opened when something is first built. */
  open(): Promise<{ database: ColumnDatabase; connections: Connections }>;
  /** Builds a type, unless it is being built or has just failed. What is kept of it answers until then. */
  start(entry: Entry, build: Build): void;
  /** Drops what is kept, in the turn of its branch. */
  drop(entry: Entry): Promise<void>;
  /** Frees the memory of removed rows once there are many. */
  compact(kept: KeptType): Promise<void>;
  /** Whether so many values may be kept at all. */
  canFit(values: number): boolean;
  /** How much memory everything takes, in bytes; 0 if nothing was ever built. */
  usedBytes(): Promise<number>;
  settle(): Promise<void>;
  close(): Promise<void>;
}

const restAfterFailureMs = 600_000;
/** Bytes of a value in memory, compressed, at worst on average. */
const bytesOfValue = 16;
/** A value that is kept as a number, in the memory of this process. */
const bytesOfCode = 100;
/** What may be kept, as a part of the memory: the rest is for questions and for rows that are not compressed yet. */
const keptPart = 0.6;
const changesPerCompaction = 50_000;

export function createBuilds(
  entries: Entries,
  {
    limits,
    turns,
    onError,
  }: {
    limits: ColumnLimits;
    /** In the turn of a branch, its tables are only changed by one. */
    turns: Turns;
    onError: (error: unknown, what: string) => void;
  },
): Builds {
  const maxBytes = limits.memoryMiB * 1_048_576 * keptPart;
  let opened: ReturnType<Builds['open']> | undefined;
  let tables = 0;
  let isClosed = false;

  const open: Builds['open'] = () =>
    (opened ??= openColumnDatabase(limits).then((database) => ({
      database,
      connections: createConnections(database),
    })));

  const usedBytes = async () => {
    if (opened === undefined) return 0;
    const codes = entries.all().reduce((sum, { kept }) => sum + (kept === undefined ? 0 : countCodes(kept.table)), 0);
    return codes * bytesOfCode + (await (await opened).connections.use(memoryBytes));
  };

  async function drop(entry: Entry): Promise<void> {
    const { kept } = entry;
    entry.kept = undefined;
    if (kept === undefined) return;
    const { connections } = await open();
    await connections.use((connection) => dropTable(connection, kept.table));
  }

  /** Drops the types that were not used for longest, at last the one to be built again, until a build fits. */
  async function makeRoom(next: Entry, bytes: number): Promise<void> {
    const byUse = entries
      .all()
      .filter((entry) => entry !== next && entry.kept !== undefined)
      .sort((one, other) => one.kept!.usedAt - other.kept!.usedAt);
    for (const entry of [...byUse, next]) {
      if ((await usedBytes()) + bytes <= maxBytes) return;
      await turns.run(entry.turn, () => drop(entry));
    }
  }

  async function build(entry: Entry, { place, type, state, approximateRecords }: Build): Promise<void> {
    const { connections } = await open();
    await makeRoom(entry, approximateRecords * (entry.wanted.size + 1) * bytesOfValue);
    const kept = await connections.use((connection) => readWanted(entry, { ...place, connection }, { type, state }));
    await turns.run(entry.turn, async () => {
      await drop(entry);
      entry.kept = kept;
    });
    await makeRoom(entry, 0);
  }

  /** Reads the fields that are asked for, without those that turn out to have too many different values. */
  async function readWanted(
    entry: Entry,
    place: Parameters<typeof buildType>[0],
    { type, state }: Pick<Build, 'type' | 'state'>,
  ): Promise<KeptType> {
    for (;;) {
      const name = `t${(tables += 1)}`;
      const fields = [...entry.wanted.values()];
      try {
        return await buildType(place, { type, name, fields, state, maxCodes: limits.maxCodes });
      } catch (error) {
        if (!(error instanceof TooManyValues)) throw error;
        entry.wanted.delete(error.field);
        entry.refused.add(error.field);
      }
    }
  }

  return {
    open,
    usedBytes,
    drop,
    canFit: (values) => values * bytesOfValue <= maxBytes,

    start(entry, given) {
      if (entry.building || isClosed || Date.now() < entry.restsUntil) return;
      entry.spentMs = 0;
      entry.building = build(entry, given)
        .catch((error: unknown) => {
          entry.restsUntil = Date.now() + restAfterFailureMs;
          onError(error, `keeping the columns of "${given.type}"`);
        })
        .finally(() => {
          entry.building = undefined;
        });
    },

    async compact(kept) {
      if (kept.changed < changesPerCompaction) return;
      const { connections } = await open();
      if (await connections.use(compress)) kept.changed = 0;
    },

    async settle() {
      await Promise.all(entries.all().flatMap(({ building }) => building ?? []));
    },

    async close() {
      isClosed = true;
      await this.settle();
      if (opened === undefined) return;
      const { database, connections } = await opened;
      connections.close();
      database.close();
    },
  };
}
