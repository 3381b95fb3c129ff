import type { DuckDBConnection } from '@duckdb/node-api';
import {
  countsRecords,
  type BranchFacts,
  type NormalizedQuestion,
  type SourceAnswer,
  type Turn,
} from '@tallyhook/query';
import type { Field } from '@tallyhook/schemas';
import type { Store } from '@tallyhook/store';
import type { Branch } from '@tallyhook/store/branches';
import type { Moment } from '@tallyhook/store/collections';
import { readFeedStates, type FeedState } from '@tallyhook/store/feeds';
import { answerFromColumns } from '../compile/answer.ts';
import type { ColumnTables } from '../tables/column-table.ts';
import { createBuilds, type ColumnLimits } from './builds.ts';
import { describeKept, type ColumnsDescription } from './describe-kept.ts';
import { createEntries, placeOf, turnOf, type BranchPlace } from './entries.ts';
import { fieldsOf, type AskedFields } from './fields-of.ts';
import { catchUp, compareStates, type KeptType } from './kept-type.ts';
import { createTurns } from './turns.ts';

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
  /** The types of a branch that are kept, whose state is read with the moment of a question. */
  keptTypes(place: BranchPlace): string[];
  /** What is kept of a branch, and how much memory all branches take. */
  describe(branch: Branch): Promise<ColumnsDescription>;
  /** Resolves once nothing is being built. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

/** Reading, converting and adding one value of a record, by measurement on two processors. */
const costOfValueMs = 0.0007;

export function createColumnKeeper(
  limits: ColumnLimits,
  { onError }: { onError: (error: unknown, what: string) => void },
): ColumnKeeper {
  const entries = createEntries();
  const turns = createTurns();
  const builds = createBuilds(entries, { limits, turns, onError });
  let isClosed = false;

  /** Opens a connection at the states of a question's types, or says why there is none. */
  async function openAt(
    asked: ColumnQuestion,
    states: Map<string, FeedState>,
  ): Promise<{ connection: DuckDBConnection; kept: KeptType[] } | { why: string }> {
    const { store, branch, moment } = asked;
    const { connections } = await builds.open();
    const all: KeptType[] = [];
    for (const [type, state] of states) {
      const entry = entries.of(placeOf(branch), type);
      const { kept } = entry;
      if (kept === undefined) return { why: `The columns of "${type}" are being built.` };
      const relation = compareStates(kept.state, state);
      if (relation === 'earlier') return { why: `The kept columns of "${type}" are newer than the question.` };
      const isUpToDate =
        relation === 'same' ||
        (relation === 'later' &&
          (await connections.use((connection) => catchUp({ connection, store, branch, moment }, kept, state))));
      if (!isUpToDate) {
        await builds.drop(entry);
        builds.start(entry, { place: asked, type, state, approximateRecords: kept.records });
        return { why: `The records of "${type}" changed so much that its columns are built again.` };
      }
      await builds.compact(kept);
      all.push(kept);
    }
    const connection = await connections.take();
    try {
      // Once it has read, the connection sees this state, whatever is written.
      const reads = all.map(({ table }) => `SELECT 1 FROM ${table.name} LIMIT 0`);
      await connection.run(['BEGIN', ...reads].join('; '));
    } catch (error) {
      await connections.giveBack(connection);
      throw error;
    }
    return { connection, kept: all };
  }

  /** Notes an answer, and what it saved against what MongoDB's answers about the type took. */
  function noteAnswer({ branch, question }: ColumnQuestion, kept: readonly KeptType[], tookMs: number): void {
    const { answers, totalMs } = entries.of(placeOf(branch), question.type.name).withoutColumns;
    const savedMs = answers === 0 ? 0 : Math.max(0, totalMs / answers - tookMs);
    for (const one of kept) {
      one.usedAt = Date.now();
      one.answers += 1;
      if (one.type === question.type.name) one.savedMs += savedMs;
    }
  }

  return {
    async answer(asked, turn) {
      const { store, branch, question, facts, moment } = asked;
      const fields = fieldsOf(question);
      const why = whyNot(fields, asked);
      if (why !== undefined) return { why };
      const startedAt = performance.now();
      try {
        const states = await readFeedStates(store, branch, [...fields.keys()], moment);
        const found = await turns.run(turnOf(placeOf(branch)), () => openAt(asked, states));
        if ('why' in found) return found;
        const { connection, kept } = found;
        const { connections } = await builds.open();
        const stop = () => connection.interrupt();
        turn.signal.addEventListener('abort', stop, { once: true });
        try {
          const columns: ColumnTables = Object.fromEntries(kept.map(({ type, table }) => [type, table]));
          const readAt = performance.now();
          const answered = await answerFromColumns(question, {
            connection,
            tables: columns,
            facts: facts[question.type.name] ?? {},
          });
          turn.timings.db += performance.now() - readAt;
          if (answered === undefined) return { why: 'The question has more groups than columns are read for.' };
          noteAnswer(asked, kept, performance.now() - startedAt);
          return { ...answered, plan: { maker: 'columns', reads: [] } };
        } finally {
          turn.signal.removeEventListener('abort', stop);
          // The answer does not wait for it.
          connections.giveBack(connection).catch((error: unknown) => onError(error, 'ending a read of columns'));
        }
      } catch (error) {
        turn.signal.throwIfAborted();
        onError(error, 'answering from columns');
        return { why: 'The columns could not be read.' };
      }
    },

    noteCost(asked, tookMs) {
      const { branch, question, facts } = asked;
      if (isClosed || asked.moment.time === undefined || countsAll(question)) return;
      const fields = fieldsOf(question);
      const due: string[] = [];
      for (const [type, wanted] of fields) {
        const records = facts[type]?.approximateCount ?? 0;
        if (type === question.type.name && records < limits.minRecords) return;
        const entry = entries.of(placeOf(branch), type);
        if ([...wanted.keys()].some((name) => entry.refused.has(name))) return;
        for (const [name, field] of wanted) entry.wanted.set(name, field);
        const values = records * (entry.wanted.size + 1);
        entry.spentMs += tookMs;
        if (type === question.type.name) {
          entry.withoutColumns.answers += 1;
          entry.withoutColumns.totalMs += tookMs;
        }
        if (!builds.canFit(values)) return;
        if (entry.spentMs < values * costOfValueMs) continue;
        if (entry.kept === undefined || !hasFields(entry.kept, wanted)) due.push(type);
      }
      if (due.length === 0) return;
      void readFeedStates(asked.store, branch, due, asked.moment)
        .then((states) => {
          for (const type of due) {
            const approximateRecords = facts[type]?.approximateCount ?? 0;
            builds.start(entries.of(placeOf(branch), type), {
              place: asked,
              type,
              state: states.get(type)!,
              approximateRecords,
            });
          }
        })
        .catch((error: unknown) => onError(error, 'reading the state of records'));
    },

    keptTypes: (place) => entries.ofBranch(place).flatMap(({ type, kept }) => (kept === undefined ? [] : [type])),

    describe: (branch) => describeKept(entries, builds, { branch: placeOf(branch), memoryMiB: limits.memoryMiB }),

    settle: () => builds.settle(),

    async close() {
      isClosed = true;
      await builds.close();
    },
  };

  /** Why a question cannot be answered from what is kept; undefined if it may. */
  function whyNot(fields: AskedFields, { branch, question, facts, moment }: ColumnQuestion): string | undefined {
    if (isClosed) return 'The service is stopping.';
    if (moment.time === undefined) return 'The reads of the question share no moment.';
    if (countsAll(question)) return 'The number of all records is known without reading them.';
    const { name } = question.type;
    const isFew = (facts[name]?.approximateCount ?? 0) < limits.minRecords;
    for (const [type, wanted] of fields) {
      const entry = entries.find(placeOf(branch), type);
      if (entry?.kept && hasFields(entry.kept, wanted)) continue;
      const refused = [...wanted.keys()].find((name) => entry?.refused.has(name));
      if (refused !== undefined) return `The field "${refused}" of "${type}" has too many different values to keep.`;
      if (entry?.building) return `The columns of "${type}" are being built.`;
      if (entry?.kept === undefined && isFew)
        return `"${name}" has few records, which are counted fast without columns.`;
      if (entry?.kept === undefined) return `"${type}" is not asked often enough to keep its columns.`;
      return `Not all fields of "${type}" that the question reads are kept.`;
    }
    return undefined;
  }
}

/** Whether a question is about how many records there are, which MongoDB knows. */
function countsAll({ filter, groups, measures }: NormalizedQuestion): boolean {
  const matchesAll = 'all' in filter && filter.all.length === 0;
  return matchesAll && groups.length === 0 && countsRecords(measures);
}

/** Whether a kept type has the fields, as they are now. */
function hasFields({ table }: KeptType, wanted: ReadonlyMap<string, Field>): boolean {
  return [...wanted.values()].every(({ name, kind, many = false }) => {
    const column = table.columns.get(name);
    return column?.field.kind === kind && (column.field.many ?? false) === many;
  });
}
