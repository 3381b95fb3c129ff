import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { assembleAnswer, normalizeQuestion, type Answer, type SourceAnswer } from '@tallyhook/query';
import type { Question } from '@tallyhook/schemas';
import { newId, type Store } from '@tallyhook/store';
import { createBranch, createMainBranch, openBranch, type Branch } from '@tallyhook/store/branches';
import { importCsv } from '@tallyhook/store/imports';
import { mergeBranch } from '@tallyhook/store/merging';
import { openMongoSource, startTurn } from '@tallyhook/store/questions';
import { createRecord, deleteRecord, getRecord, listRecords, updateRecord } from '@tallyhook/store/records';
import fc from 'fast-check';
import { questionNumber } from '../../query/test/coverage.ts';
import { project, ticket } from '../../query/test/sample-types.ts';
import { dropTestStore, openTestStore } from '../../store/test/test-store.ts';
import { createRandom } from '../../store/test/random.ts';
import { installApp, workApp } from '../../store/src/apps/index.ts';
import { withSameEdges } from '../../query/test/with-same-edges.ts';
import { createColumnKeeper, type ColumnKeeper } from '../src/index.ts';

const isLong = process.env.TALLYHOOK_LONG === '1';
const seed = Number(process.env.TALLYHOOK_SEED ?? (isLong ? Math.trunc(Math.random() * 2 ** 31) : 20_261_130));
const questions = isLong ? 4_000 : 150;
const sampleApp = {
  ...workApp,
  id: 'sample',
  types: [ticket, project].map(({ app, ...type }) => (assert.ok(app), type)),
  reports: [],
  dashboards: [],
};

describe('Kept columns', function () {
  this.timeout(isLong ? 3_600_000 : 300_000);
  let store: Store;
  let main: Branch;
  let keepers: ColumnKeeper[];
  const errors: string[] = [];

  before(async () => {
    store = await openTestStore();
    main = await installApp(
      store,
      await createMainBranch(store, newId(), { by: 'ana', timezone: 'UTC' }),
      sampleApp as never,
      'ana',
    );
    const limits = { memoryMiB: 256, threads: 2, minRecords: 0, maxCodes: 2_000 };
    const onError = (error: unknown, what: string) => errors.push(`${what}: ${String(error)}`);
    // As in two api processes.
    keepers = [createColumnKeeper(limits, { onError }), createColumnKeeper(limits, { onError })];
  });
  after(async () => {
    for (const keeper of keepers) await keeper.close();
    await dropTestStore(store);
  });

  it('give the numbers of MongoDB at the same moment, whatever is written meanwhile', async () => {
    const random = createRandom(seed);
    const writer = writeAtRandom(random);
    const ways = new Map<string, number>();
    try {
      for (let number = 0; number < questions; number += 1) {
        const [input] = fc.sample(questionNumber(number * 7), { seed: seed + number, numRuns: 1 });
        const keeper = keepers[number % 2]!;
        const way = await compare(keeper, input!, `TALLYHOOK_SEED=${seed}, number ${number}: ${JSON.stringify(input)}`);
        ways.set(way, (ways.get(way) ?? 0) + 1);
      }
    } finally {
      await writer.stop();
    }
    process.stdout.write(`      ${JSON.stringify(Object.fromEntries(ways))}\n`);
    assert.deepEqual(errors, []);
    assert.ok((ways.get('columns') ?? 0) > questions / 3, 'many are answered from columns');
  });

  it('leave a relation to too many different records to MongoDB, and keep the others', async () => {
    const count = 2_100;
    const bring = (type: string, head: string, row: (index: number) => string) => {
      const rows = Array.from({ length: count }, (_, index) => row(index));
      return importCsv(store, main, {
        type,
        open: () => Readable.from([Buffer.from([head, ...rows].join('\n'))]),
        by: 'ana',
      });
    };
    await bring('project', 'name', (index) => `P${index}`);
    const ids: string[] = [];
    for (let cursor: string | undefined; ids.length < count;) {
      const { records, nextCursor } = await listRecords(store, main, 'project', { limit: 1_000, cursor });
      ids.push(...records.map(({ id }) => id));
      cursor = nextCursor;
    }
    const { warnings } = await bring('ticket', 'title,project', (index) => `T${index},${ids[index]!}`);
    assert.deepEqual(warnings, []);
    const [keeper] = keepers;
    const ask = async (part: Partial<Question>) => {
      const input = { type: 'ticket', ...part, measures: [{ fn: 'count' }] } as Question;
      let way = '';
      for (let tries = 0; tries < 5 && way !== 'columns'; tries += 1) {
        way = await compare(keeper!, input, JSON.stringify(input));
        await keeper!.settle();
      }
      return way;
    };
    const some = { field: 'title', op: 'startsWith', value: 'T19' } as const;
    assert.match(await ask({ groupBy: [{ field: 'project' }], filter: some }), /too many different values/);
    assert.match(await ask({ groupBy: [{ field: 'project.name' }], filter: some }), /too many different values/);
    assert.equal(await ask({ groupBy: [{ field: 'status' }], filter: some }), 'columns');
    assert.deepEqual(errors, []);
  });

  async function compare(keeper: ColumnKeeper, input: Question, place: string): Promise<string> {
    const question = normalizeQuestion(input, {
      types: main.types,
      now: new Date('2026-03-09T12:00:00Z'),
      timezone: 'UTC',
      weekStart: 'monday',
    });
    const source = await openMongoSource(store, main, question);
    const asked = { store, branch: main, question, facts: source.facts, moment: source.moment };
    const turn = startTurn({ limitMs: 60_000 });
    const found = await keeper.answer(asked, turn);
    const expected = await source.answer(question, turn);
    keeper.noteCost(asked, 100);
    if ('why' in found) return found.why.replace(/"\w+"/, '…');
    assert.deepEqual(withSameEdges(shown(found), shown(expected)), shown(expected), place);
    return 'columns';
  }

  const shown = ({ question, table }: SourceAnswer): Partial<Answer> => {
    const { rows, overall, meta } = assembleAnswer(question, table);
    return { rows, overall, meta: { ...meta, countedAt: '', tookMs: 0 } };
  };

  function writeAtRandom(random: () => number) {
    const ids: string[] = [];
    let isStopped = false;
    const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
    const fields = () => ({
      title: pick(['Ana', 'ana', 'Éa (b)', '中', 'x y']),
      status: pick(['open', 'review', 'closed', null]),
      labels: pick([[], ['bug'], ['bug', 'idea'], ['idea', 'urgent']]),
      estimate: Math.round(random() * 100) / 4 - 5,
      price: pick([0.1, 0.2, null, 1e6, -0.3]),
      dueOn: `2026-03-${String(1 + Math.floor(random() * 28)).padStart(2, '0')}`,
      done: pick([true, false, null]),
      ...(ids.length > 0 && { related: [...new Set([pick(ids), pick(ids)])] }),
    });
    const clean = (given: object) => Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
    const revisionOf = async (id: string) => (await getRecord(store, main, 'ticket', id)).revision;
    const steps: (() => Promise<unknown>)[] = [
      async () => ids.push((await createRecord(store, main, 'ticket', clean(fields()), 'ana')).id),
      async () => ids.push((await createRecord(store, main, 'ticket', clean(fields()), 'ana')).id),
      async () => {
        const id = pick(ids);
        if (id)
          await updateRecord(store, main, 'ticket', id, { revision: await revisionOf(id), fields: fields() }, 'ana');
      },
      async () => {
        if (ids.length < 10) return;
        const [id] = ids.splice(Math.floor(random() * ids.length), 1);
        await deleteRecord(store, main, 'ticket', id!, { revision: await revisionOf(id!) }, 'ana');
      },
      async () => {
        if (random() > 0.1) return;
        const text = 'title,estimate\nimported,3\nimported,4.5\n';
        await importCsv(store, main, { type: 'ticket', open: () => Readable.from([Buffer.from(text)]), by: 'ana' });
      },
      async () => {
        if (random() > 0.03) return;
        const name = `b${Math.floor(random() * 1e9)}`;
        await createBranch(store, main.workspaceId, { name, from: 'main', by: 'ben' });
        const from = await openBranch(store, main.workspaceId, name);
        await createRecord(store, from, 'ticket', clean(fields()), 'ben');
        const maxInTransaction = random() < 0.5 ? 0 : 10_000;
        await mergeBranch(store, { into: main, from, message: 'm', by: 'ben', rest: 'from', maxInTransaction });
      },
    ];
    const loop = async () => {
      while (!isStopped) await pick(steps)().catch(ignoreConflicts);
    };
    const loops = Promise.all([loop(), loop()]);
    return {
      async stop() {
        isStopped = true;
        await loops;
      },
    };
  }
});

/** Two writers change the same records. */
function ignoreConflicts(error: unknown): void {
  const code = (error as { code?: unknown }).code;
  if (!['revision_conflict', 'not_found', 'merge_conflict', 'invalid_record'].includes(String(code)))
    throw error as Error;
}
