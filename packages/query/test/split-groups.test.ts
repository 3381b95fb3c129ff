import assert from 'node:assert/strict';
import { assembleAnswer, normalizeQuestion } from '@tallyhook/query';
import type { Answer, Question } from '@tallyhook/schemas';
import { answerByPlans } from '../src/plan/answer-by-plans.ts';
import { makeGeneralPlan, makePlan } from '../src/plan/make-plan.ts';
import { openTestDatabase, type TestDatabase } from './database.ts';
import { sampleContext } from './sample-types.ts';

/** A has the largest total in ten small parts, B the largest part, C the second total; the Z follow with one part each. */
const records = [
  ...parts('A', [100, 1, 1, 1, 1, 1, 1, 1, 1, 1]).map((record) => ({ ...record, estimate: 10 })),
  ...parts('B', [50]).map((record) => ({ ...record, estimate: 50 })),
  ...parts('C', [60, 20]).map((record) => ({ ...record, estimate: 40 })),
  ...Array.from({ length: 14 }, (_, at) => ({ assignee: `Z${at}`, title: 'p0', estimate: 1 + at })),
];

function parts(assignee: string, prices: number[]): object[] {
  return prices.map((price, at) => ({ assignee, title: `p${at}`, price }));
}

describe('groups that a second grouping splits', () => {
  let database: TestDatabase;
  before(async () => {
    database = await openTestDatabase();
    await database.db.collection('tickets').insertMany(records);
  });
  after(() => database.drop());

  for (const [name, first] of Object.entries({ 'the usual plan': makePlan, 'the general plan': makeGeneralPlan })) {
    const ask = async (more: Partial<Question>): Promise<Answer> => {
      const groupBy = [{ field: 'assignee' }, { field: 'title' }];
      const measures = [{ fn: 'sum', field: 'estimate', as: 'amount' }];
      const context = sampleContext();
      const question = normalizeQuestion({ type: 'ticket', groupBy, measures, ...more }, context);
      const found = await answerByPlans(question, { context, read: database.read, makePlan: first });
      return assembleAnswer(found.question, found.table);
    };
    /** Each group where it begins, with its number of rows if there are several. */
    const runsOf = ({ rows }: Answer) => {
      const runs: { name: unknown; count: number }[] = [];
      for (const { key } of rows) {
        const last = runs.at(-1);
        if (last?.name === key.assignee) last!.count += 1;
        else runs.push({ name: key.assignee, count: 1 });
      }
      return runs.map((run) => (run.count === 1 ? run.name : `${run.name as string} × ${run.count}`));
    };

    describe(`by ${name}`, () => {
      it('follow their totals and stay together, sorted in either direction as in the default order', async () => {
        const largest = ['A × 10', 'C × 2', 'B', 'Z13', 'Z12', 'Z11', 'Z10', 'Z9', 'Z8', 'Z7', 'Z6', 'Z5', 'Z4', 'Z3', 'Z2', 'Z1', 'Z0']; // prettier-ignore
        assert.deepEqual(runsOf(await ask({})), largest);
        assert.deepEqual(runsOf(await ask({ sort: [{ by: 'amount', dir: 'desc' }] })), largest);
        assert.deepEqual(runsOf(await ask({ sort: [{ by: 'amount' }] })), largest.toReversed());
      });

      it('are never cut in the middle if one fits', async () => {
        for (const sort of [[], [{ by: 'amount', dir: 'desc' as const }]]) {
          for (const [limit, expected] of [
            [11, ['A × 10']],
            [12, ['A × 10', 'C × 2']],
            [13, ['A × 10', 'C × 2', 'B']],
          ] as const) {
            const answer = await ask({ sort, limit });
            assert.deepEqual(runsOf(answer), expected);
            assert.deepEqual(answer.meta.groups, { returned: answer.rows.length, total: 27, truncated: true });
          }
        }
      });

      it('say that they are partial if the first one has more rows than the limit', async () => {
        const answer = await ask({ sort: [{ by: 'amount', dir: 'desc' }], limit: 4 });
        assert.deepEqual(runsOf(answer), ['A × 4']);
        assert.deepEqual(answer.meta.groups, { returned: 4, total: 27, truncated: true, partial: true });
      });

      it('are partial in an order that begins with the second grouping', async () => {
        const sort = [{ by: 'title' }, { by: 'amount', dir: 'desc' as const }];
        const answer = await ask({ sort, limit: 19 });
        assert.deepEqual(runsOf(answer).slice(0, 3), ['B', 'C', 'Z13']);
        assert.deepEqual(runsOf(answer).slice(-2), ['C', 'A']);
        assert.deepEqual(answer.meta.groups, { returned: 19, total: 27, truncated: true, partial: true });
      });

      it('follow their own average and extremes, and the sum of the different values of their parts', async () => {
        for (const [fn, dir, expected] of [
          ['avg', 'desc', ['B', 'C × 2', 'A × 10']],
          ['max', 'desc', ['A × 10', 'C × 2', 'B']],
          ['min', 'asc', ['A × 10', 'C × 2', 'B']],
          ['distinct', 'desc', ['A × 10', 'C × 2', 'B']],
        ] as const) {
          const measures = [{ fn: 'count' as const }, { fn, field: 'price', as: 'measured' }];
          const answer = await ask({ measures, sort: [{ by: 'measured', dir }], limit: 13 });
          assert.deepEqual(runsOf(answer), expected, fn);
        }
      });

      it('let ties of totals follow the next step, and parts the steps that concern them', async () => {
        const filter = { field: 'estimate', op: 'eq' as const, value: 10 };
        const sort = [
          { by: 'amount' },
          { by: 'title', dir: 'desc' as const },
          { by: 'assignee', dir: 'desc' as const },
        ];
        const { rows } = await ask({ filter, sort });
        const titles = rows.map(({ key }) => [key.assignee, key.title].join(' '));
        assert.deepEqual(titles.slice(0, 3), ['Z9 p0', 'A p9', 'A p8']);
      });
    });
  }
});
