import assert from 'node:assert/strict';
import { ask, assembleAnswer, makeGeneralPlan, makePlan, normalizeQuestion } from '@tallyhook/query';
import type { Answer, Question } from '@tallyhook/schemas';
import fc from 'fast-check';
import { ObjectId, type Document } from 'mongodb';
import { openTestDatabase, type TestDatabase } from './database.ts';
import { randomQuestion, randomRecord, withSets } from './random-questions.ts';
import { answerByLoops } from './reference.ts';
import { sampleContext } from './sample-types.ts';

const numRuns = process.env.TALLYHOOK_LONG === '1' ? 2_000 : 60;
const context = sampleContext();

describe('any question of any records', function () {
  this.timeout(numRuns * 2_000);
  let database: TestDatabase;
  before(async () => {
    database = await openTestDatabase();
  });
  after(() => database.drop());

  const everyQuestion = fc.tuple(
    fc.array(randomRecord, { minLength: 0, maxLength: 40 }),
    fc.array(randomQuestion, { minLength: 5, maxLength: 10 }),
  );

  /** Checks a way to an answer against the loops, for many records and questions. */
  function agreesWithLoops(
    answerOf: (question: Question) => Promise<Answer>,
    change: (record: Document) => Document = (record) => record,
  ): Promise<void> {
    return fc.assert(
      fc.asyncProperty(everyQuestion, async ([made, questions]) => {
        const records = made.map(change);
        await store(records);
        for (const question of questions) {
          const { rows, overall, meta } = await answerOf(question);
          const expected = answerByLoops(question, records, context.now);
          assert.deepEqual({ rows, overall, total: meta.groups.total }, expected, JSON.stringify(question));
        }
      }),
      { numRuns },
    );
  }

  async function store(records: Document[]): Promise<void> {
    const tickets = database.db.collection('tickets');
    await tickets.deleteMany({});
    if (records.length > 0) await tickets.insertMany(records.map((record) => ({ _id: new ObjectId(), ...record })));
  }

  it('is answered as loops over the records answer it', () =>
    agreesWithLoops((question) => ask(question, context, database)));

  it('is answered so too where lists are sets and there are very many records', () => {
    const facts = { ticket: { collection: 'tickets', indexes: [], approximateCount: 1e6, listsAreSets: true } };
    const given = sampleContext({ facts });
    return agreesWithLoops((question) => ask(question, given, database), withSets);
  });

  it('is answered by the general plan as loops over the records answer it', () =>
    agreesWithLoops(async (question) => {
      const plan = makeGeneralPlan(normalizeQuestion(question, context), context);
      return assembleAnswer(plan, await database.read(plan.reads));
    }));

  it('has a plan and an answer that can be printed and read back', async () => {
    await fc.assert(
      fc.asyncProperty(everyQuestion, async ([records, questions]) => {
        await store(records);
        for (const input of questions) {
          const question = normalizeQuestion(input, context);
          const plan = makePlan(question, context);
          assert.ok(JSON.stringify(plan).length > 0);
          const answer = assembleAnswer(plan, await database.read(plan.reads));
          assert.deepEqual(JSON.parse(JSON.stringify(answer)), answer);
          const again = normalizeQuestion(answer.meta.question, context);
          assert.deepEqual(again, question, 'the question of the answer is the same question');
        }
      }),
      { numRuns: Math.ceil(numRuns / 10) },
    );
  });
});
