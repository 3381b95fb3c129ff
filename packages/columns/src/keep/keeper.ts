import type { DuckDBConnection } from '@duckdb/node-api';
import { type BranchFacts, type NormalizedQuestion, type SourceAnswer, type Turn } from '@tallyhook/query';
import type { Field } from '@tallyhook/schemas';
import type { Store } from '@tallyhook/store';
import type { Branch } from '@tallyhook/store/branches';
import type { Moment } from '@tallyhook/store/collections';
import { readFeedStates, type FeedState } from '@tallyhook/store/feeds';
import { answerFromColumns } from '../compile/answer.ts';
import type { ColumnTables } from '../tables/column-table.ts';
import { dropTable } from '../tables/write-rows.ts';
import { openColumnDatabase, type ColumnDatabase } from '../tables/database.ts';
import { createConnections, type Connections } from './connections.ts';
import { fieldsOf } from './fields-of.ts';
import { buildType, catchUp, compareStates, type KeptType } from './kept-type.ts';
import { createTurns } from './turns.ts';

export interface ColumnLimits {
  /** Memory of the embedded database, in MiB. */
  memoryMiB: number;
  threads: number;
  /** Types with fewer records are counted fast enough without columns. */
  minRecords: number;
}

/** A question of a branch at a moment. */
export interface ColumnQuestion {
  store: Store;
  branch: Branch;
  question: NormalizedQuestion;
  facts: BranchFacts;
  moment: Moment;
}

/** Keeps the columns that are asked often, and answers from them while they are exact. */
export interface ColumnKeeper {
  /** Answers from columns, or says why it cannot. */
  answer(asked: ColumnQuestion, turn: Turn): Promise<SourceAnswer | { why: string }>;
  /** Notes what a question cost without columns. Once a type has cost as much as keeping it, it is built. */
  noteCost(asked: ColumnQuestion, tookMs: number): void;
  /** What is kept of a branch. */
  describe(branch: Branch): KeptDescription[];
  /** Resolves once nothing is being built. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

export interface KeptDescription {
  type: string;
  fields: string[];
  records: number;
  answers: number;
  /** When a question was last answered from it. */
  usedAt: Date;
}

interface Entry {
  kept?: KeptType | undefined;
  building?: Promise<void> | undefined;
  /** Fields that questions asked for. */
  wanted: Map<string, Field>;
  /** What questions cost since the last build. */
  spentMs: number;
  /** After a failure, not built again before this time. */
  restsUntil: number;
}

/** Reading, converting and adding one value of a record, by measurement on two processors. */
const costOfValueMs = 0.0007;
const restAfterFailureMs = 600_000;
/** Bytes of a value in memory, at worst on average. */
const bytesOfValue = 24;

export function createColumnKeeper(
  { memoryMiB, threads, minRecords }: ColumnLimits,
  { onError }: { onError: (error: unknown, what: string) => void },
): ColumnKeeper {
  const entries = new Map<string, Entry>();
  const turns = createTurns();
  let opened: Promise<{ database: ColumnDatabase; connections: Connections }> | undefined;
  let tables = 0;
  let isClosed = false;

  const open = () =>
    (opened ??= openColumnDatabase({ memoryMiB, threads }).then((database) => ({
      database,
      connections: createConnections(database),
    })));
  const keyOf = ({ workspaceId, id }: Branch, type: string) => `${workspaceId}/${id}/${type}`;
  const entryOf = (branch: Branch, type: string): Entry => {
    const key = keyOf(branch, type);
    const entry = entries.get(key) ?? { wanted: new Map<string, Field>(), spentMs: 0, restsUntil: 0 };
    entries.set(key, entry);
    return entry;
  };

  async function drop(entry: Entry): Promise<void> {
    const { kept } = entry;
    entry.kept = undefined;
    if (kept === undefined) return;
    const { connections } = await open();
    await connections.use((connection) => dropTable(connection, kept.table));
  }

  function build({ store, branch, moment }: ColumnQuestion, type: string, state: FeedState): void {
    const entry = entryOf(branch, type);
    if (entry.building || isClosed || Date.now() < entry.restsUntil) return;
    const name = `t${(tables += 1)}`;
    const fields = [...entry.wanted.values()];
    entry.spentMs = 0;
    const work = async () => {
      await drop(entry);
      const { connections } = await open();
      await makeRoom(entry);
      entry.kept = await connections.use((connection) =>
        buildType({ connection, store, branch, moment }, { type, name, fields, state }),
      );
      // It compresses, which waits for the next build if questions are being answered.
      await connections
        .use((connection) => connection.run('CHECKPOINT kept').then(() => undefined))
        .catch(() => undefined);
    };
    entry.building = work()
      .catch((error: unknown) => {
        entry.restsUntil = Date.now() + restAfterFailureMs;
        onError(error, `keeping the columns of "${type}"`);
      })
      .finally(() => {
        entry.building = undefined;
      });
  }

  /** Drops the types that were not used for longest, until there is room for one more. */
  async function makeRoom(next: Entry): Promise<void> {
    const { connections } = await open();
    const usedMiB = () =>
      connections.use(async (connection) => {
        const read = await connection.runAndReadAll(
          'SELECT sum(memory_usage_bytes)::DOUBLE / 1048576 FROM duckdb_memory()',
        );
        return Number(read.getRows()[0]?.[0] ?? 0);
      });
    const byUse = [...entries.values()]
      .filter(({ kept }) => kept !== undefined)
      .sort((one, other) => one.kept!.usedAt - other.kept!.usedAt);
    for (const entry of byUse) {
      if (entry === next || (await usedMiB()) < memoryMiB / 2) return;
      await drop(entry);
    }
  }

  /** Opens a connection at the states of a question's types, or says why there is none. */
  async function openAt(
    asked: ColumnQuestion,
    states: Map<string, FeedState>,
  ): Promise<{ connection: DuckDBConnection; kept: KeptType[] } | { why: string }> {
    const { store, branch, moment } = asked;
    const { connections } = await open();
    const all: KeptType[] = [];
    for (const [type, state] of states) {
      const entry = entryOf(branch, type);
      const { kept } = entry;
      if (kept === undefined) return { why: `The columns of "${type}" are being built.` };
      const relation = compareStates(kept.state, state);
      if (relation === 'earlier') return { why: `The kept columns of "${type}" are newer than the question.` };
      const isUpToDate =
        relation === 'same' ||
        (relation === 'later' &&
          (await connections.use((connection) => catchUp({ connection, store, branch, moment }, kept, state))));
      if (!isUpToDate) {
        await drop(entry);
        build(asked, type, state);
        return { why: `The records of "${type}" changed so much that its columns are built again.` };
      }
      all.push(kept);
    }
    const connection = await connections.take();
    // From here on, the connection sees this state, whatever is written.
    await connection.run('BEGIN');
    try {
      for (const { table } of all) await connection.run(`SELECT 1 FROM ${table.name} LIMIT 0`);
    } catch (error) {
      await connections.giveBack(connection);
      throw error;
    }
    return { connection, kept: all };
  }

  return {
    async answer(asked, turn) {
      const { store, branch, question, facts, moment } = asked;
      const fields = fieldsOf(question);
      const why = whyNot(fields, asked);
      if (why !== undefined) return { why };
      try {
        const states = await readFeedStates(store, branch, [...fields.keys()], moment);
        const found = await turns.run(`${branch.workspaceId}/${branch.id}`, () => openAt(asked, states));
        if ('why' in found) return found;
        const { connection, kept } = found;
        const { connections } = await open();
        const stop = () => connection.interrupt();
        turn.signal.addEventListener('abort', stop, { once: true });
        try {
          const columns: ColumnTables = Object.fromEntries(kept.map(({ type, table }) => [type, table]));
          const startedAt = performance.now();
          const answered = await answerFromColumns(question, {
            connection,
            tables: columns,
            facts: facts[question.type.name] ?? {},
          });
          turn.timings.db += performance.now() - startedAt;
          if (answered === undefined) return { why: 'The question has more groups than columns are read for.' };
          for (const one of kept) {
            one.usedAt = Date.now();
            one.answers += 1;
          }
          return { ...answered, plan: { maker: 'columns', reads: [] } };
        } finally {
          turn.signal.removeEventListener('abort', stop);
          await connections.giveBack(connection);
        }
      } catch (error) {
        turn.signal.throwIfAborted();
        onError(error, 'answering from columns');
        return { why: 'The columns could not be read.' };
      }
    },

    noteCost(asked, tookMs) {
      const { branch, question, facts } = asked;
      if (isClosed || asked.moment.time === undefined) return;
      const fields = fieldsOf(question);
      const due: string[] = [];
      for (const [type, wanted] of fields) {
        const entry = entryOf(branch, type);
        for (const [name, field] of wanted) entry.wanted.set(name, field);
        const records = facts[type]?.approximateCount ?? 0;
        const values = records * (entry.wanted.size + 1);
        if (type === question.type.name && records < minRecords) return;
        entry.spentMs += tookMs;
        if (values * bytesOfValue > memoryMiB * 1_048_576 * 0.7) return;
        if (entry.spentMs < values * costOfValueMs) continue;
        if (entry.kept === undefined || !hasFields(entry.kept, wanted)) due.push(type);
      }
      if (due.length === 0) return;
      void readFeedStates(asked.store, branch, due, asked.moment)
        .then((states) => due.forEach((type) => build(asked, type, states.get(type)!)))
        .catch((error: unknown) => onError(error, 'reading the state of records'));
    },

    describe(branch) {
      const prefix = keyOf(branch, '');
      return [...entries].flatMap(([key, { kept }]) =>
        key.startsWith(prefix) && kept
          ? [
              {
                type: kept.type,
                fields: [...kept.table.columns.keys()],
                records: kept.records,
                answers: kept.answers,
                usedAt: new Date(kept.usedAt),
              },
            ]
          : [],
      );
    },

    async settle() {
      await Promise.all([...entries.values()].flatMap(({ building }) => building ?? []));
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

  /** Why a question cannot be answered from what is kept; undefined if it may. */
  function whyNot(fields: ReturnType<typeof fieldsOf>, { branch, moment }: ColumnQuestion): string | undefined {
    if (isClosed) return 'The service is stopping.';
    if (moment.time === undefined) return 'The reads of the question share no moment.';
    for (const [type, wanted] of fields) {
      const entry = entries.get(keyOf(branch, type));
      if (entry?.building) return `The columns of "${type}" are being built.`;
      if (entry?.kept === undefined) return `"${type}" is not asked often enough to keep its columns.`;
      if (!hasFields(entry.kept, wanted)) return `Not all fields of "${type}" that the question reads are kept.`;
    }
    return undefined;
  }
}

/** Whether a kept type has the fields, as they are now. */
function hasFields({ table }: KeptType, wanted: ReadonlyMap<string, Field>): boolean {
  return [...wanted.values()].every(({ name, kind, many = false }) => {
    const column = table.columns.get(name);
    return column?.field.kind === kind && (column.field.many ?? false) === many;
  });
}
