import assert from 'node:assert/strict';
import type { Question } from '@tallyhook/schemas';
import { ObjectId, type Document } from 'mongodb';
import { assembleAnswer } from '../src/answer/assemble-answer.ts';
import { answerByPlans } from '../src/plan/answer-by-plans.ts';
import { normalizeQuestion } from '../src/normalize/normalize-question.ts';
import { makeGeneralPlan } from '../src/plan/make-plan.ts';
import { openTestDatabase, type TestDatabase } from './database.ts';
import { ids } from './random-records.ts';
import { sampleContext } from './sample-types.ts';

const groupings: Record<string, NonNullable<Question['groupBy']>> = {
  'over everything': [],
  'by text': [{ field: 'title' }],
  'by a choice': [{ field: 'status' }],
  'by month': [{ field: 'dueOn', unit: 'month' }],
  'by day': [{ field: 'dueOn', unit: 'day' }],
  'by month of an instant and a choice': [{ field: 'closedAt', unit: 'month' }, { field: 'status' }],
  'by a relation': [{ field: 'project' }],
  'by a field of related records': [{ field: 'project.name' }],
};
const measures: Question['measures'] = [
  { fn: 'sum', field: 'price' },
  { fn: 'avg', field: 'price' },
];

describe('sums of values that cancel out', () => {
  const context = sampleContext();
  let database: TestDatabase;
  before(async () => {
    database = await openTestDatabase();
    await database.db.collection('projects').insertMany(projects());
  });
  after(() => database.drop());

  it('are the same for any grouping, any plan and any record order', async () => {
    for (let order = 0; order < 4; order++) {
      await put(shuffled(payments(), order + 1));
      for (const [words, groupBy] of Object.entries(groupings)) {
        for (const plan of [undefined, makeGeneralPlan]) {
          const { overall } = await ask({ groupBy }, plan);
          assert.deepEqual(overall, { sum_price: 0, avg_price: 0 }, `${words}, order ${order}`);
        }
      }
    }
  });

  it('are the same by group for any record order', async () => {
    for (const [words, groupBy] of Object.entries(groupings)) {
      const found = new Set<string>();
      for (let order = 0; order < 4; order++) {
        await put(shuffled(payments(), order + 1));
        for (const plan of [undefined, makeGeneralPlan])
          found.add(JSON.stringify((await ask({ groupBy, limit: 500 }, plan)).rows));
      }
      assert.equal(found.size, 1, words);
    }
  });

  it('meet conditions on groups and sort by their displayed values', async () => {
    await put(shuffled(payments(), 9));
    const having: Question['having'] = [{ measure: 'sum_price', op: 'eq', value: 0 }];
    for (const plan of [undefined, makeGeneralPlan]) {
      const { rows } = await ask({ groupBy: [{ field: 'dueOn', unit: 'year' }], having }, plan);
      assert.equal(rows.length, 1);
    }
  });

  it('are the same for two fields at once', async () => {
    await put(shuffled(payments(), 5).map((record) => ({ ...record, estimate: -record.price })));
    const both: Question['measures'] = [...measures, { fn: 'sum', field: 'estimate' }];
    for (const plan of [undefined, makeGeneralPlan]) {
      const { overall, rows } = await ask({ measures: both, groupBy: groupings['by text']! }, plan);
      assert.deepEqual(overall, { sum_price: 0, avg_price: 0, sum_estimate: 0 });
      for (const { sum_price, sum_estimate } of rows) assert.deepEqual([sum_price, sum_estimate], [0, 0]);
    }
  });

  it('leave no spurious digits', async () => {
    const large = [1e15, 0.1, -1e15].map((price) => ({ price, status: 'open' }));
    for (const records of [large, [large[0]!, large[2]!, large[1]!], large.toReversed()]) {
      await put(records);
      for (const plan of [undefined, makeGeneralPlan])
        assert.deepEqual((await ask({}, plan)).overall, { sum_price: 0, avg_price: 0 });
    }
  });

  it('stay unchanged if a significant rest remains', async () => {
    await put([...payments(), { price: 1234.56, status: 'open' }]);
    for (const plan of [undefined, makeGeneralPlan])
      assert.equal((await ask({ groupBy: groupings['by month']! }, plan)).overall.sum_price, 1234.56);
  });

  async function put(records: Document[]): Promise<void> {
    await database.db.collection('tickets').deleteMany({});
    await database.db.collection('tickets').insertMany(records.map((record) => ({ ...record })));
  }

  async function ask(question: Partial<Question>, makePlan?: typeof makeGeneralPlan) {
    const asked = normalizeQuestion({ type: 'ticket', measures, ...question }, context);
    const given = { context, read: database.read, ...(makePlan && { makePlan }) };
    const found = await answerByPlans(asked, given);
    return assembleAnswer(found.question, found.table);
  }
});

const projects = (): Document[] => ids.map((id, index) => ({ _id: new ObjectId(id), name: `project ${index % 2}` }));

/** 600 payments in cents and, at other times of the year, as many refunds of the same amounts to the same people. */
function payments(): Document[] {
  const random = createRandom(3);
  const amounts = Array.from({ length: 600 }, () => Math.round(random() * 900_000) / 100);
  return [...amounts, ...amounts.map((price) => -price)].map((price, index) => {
    const dueOn = new Date(Date.UTC(2026, Math.trunc(random() * 12), 1 + Math.trunc(random() * 28)));
    const status = ['open', 'waiting', 'done'][Math.trunc(random() * 3)];
    const project = new ObjectId(ids[Math.trunc(random() * ids.length)]);
    return { price, dueOn, closedAt: dueOn, status, title: `person ${index % 6}`, project };
  });
}

function shuffled<Item>(items: readonly Item[], seed: number): Item[] {
  const random = createRandom(seed);
  return items
    .map((item) => ({ item, place: random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item);
}

/** Reproducible random numbers in [0, 1) (Park and Miller). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}
