import assert from 'node:assert/strict';
import { assembleAnswer, normalizeQuestion } from '@tallyhook/query';
import type { Answer, Question } from '@tallyhook/schemas';
import fc from 'fast-check';
import type { Document } from 'mongodb';
import { answerByPlans, type PlanOptions } from '../src/plan/answer-by-plans.ts';
import { makeGeneralPlan, makePlan } from '../src/plan/make-plan.ts';
import { readTable } from '../src/plan/read-results.ts';
import { coverageReport, createCoverage, fewestRounds, questionNumber, roundLength } from './coverage.ts';
import { openTestDatabase, type TestDatabase } from './database.ts';
import { randomWorld, worldOfSets } from './random-records.ts';
import { answerByLoops, type World } from './reference.ts';
import { sampleContext } from './sample-types.ts';
import { withSameEdges } from './with-same-edges.ts';

const isLong = process.env.TALLYHOOK_LONG === '1';
/**
 * A short run has 5 rounds: the one without conditions, both with one condition, and two with two. A long run has all
 * 15 twice.
 */
const rounds = isLong ? 2 * fewestRounds : 5;
const firstNumber = isLong ? 0 : (fewestRounds - 1) * roundLength;
const minTimesAsked = isLong ? 20 : 5;
const questionsPerWorld = 50;
const seed = Number(process.env.TALLYHOOK_SEED ?? (isLong ? Math.trunc(Math.random() * 2 ** 31) : 20_260_309));

const plain = sampleContext();
const collections = { collection: 'tickets', indexes: [], approximateCount: 0 };
const ofSets = sampleContext({
  facts: {
    ticket: { ...collections, approximateCount: 1e6, listsAreSets: true },
    project: { ...plain.facts.project!, approximateCount: 1e6 },
  },
});
const withIndexes = sampleContext({ facts: { ...plain.facts, ticket: { ...collections, collection: 'indexed' } } });

/** The ways to answer; each question uses one of them, or all in a long run. */
const ways: Record<string, Omit<PlanOptions, 'read'>> = {
  'as asked': { context: plain },
  'of sets and very many records': { context: ofSets },
  'with indexes': { context: withIndexes },
  'by the general plan': { context: plain, makePlan: makeGeneralPlan },
  'by the general plan with records looked up': { context: plain, makePlan: makeGeneralPlan, maxRelatedIds: 0 },
};

describe('any question about any records', function () {
  this.timeout(isLong ? rounds * 60_000 : 900_000);
  let database: TestDatabase;
  before(async () => {
    database = await openTestDatabase();
    await indexEverything();
  });
  after(() => database.drop());

  it('gets the same answer as the reference with any plan, with and without indexes', async () => {
    const coverage = createCoverage();
    const count = Math.ceil((rounds * roundLength) / questionsPerWorld);
    const worlds = fc.sample(randomWorld, { seed, numRuns: count });
    for (const [index, made] of worlds.entries()) {
      const name = Object.keys(ways)[index % Object.keys(ways).length]!;
      const world = name === 'of sets and very many records' ? worldOfSets(made) : made;
      await store(world);
      for (let one = 0; one < questionsPerWorld; one += 1) {
        const number = firstNumber + index * questionsPerWorld + one;
        const [question] = fc.sample(questionNumber(number), { seed: seed + number, numRuns: 1 });
        const total = await compare(question!, world, { number, name });
        coverage.add(question!, total);
      }
    }
    process.stdout.write(`      seed ${seed}; ${coverageReport(coverage)}\n`);
    const rare = [...coverage.counts()].filter(([, times]) => times < minTimesAsked);
    assert.deepEqual(rare, [], `each is asked at least ${minTimesAsked} times`);
    assert.ok(coverage.shareWithGroups() >= 0.3, `${coverage.shareWithGroups()}`);
  });

  async function compare(
    question: Question,
    world: World,
    { number, name }: { number: number; name: string },
  ): Promise<number> {
    const expected = answerByLoops(question, world, plain.now);
    const others = Object.keys(ways).filter((other) => isLong && ways[other]!.context !== ofSets);
    for (const way of new Set([name, ...others])) {
      const { rows, overall, meta } = await answerOf(question, withSigns(ways[way]!, world));
      const place = `${way}, TALLYHOOK_SEED=${seed}, number ${number}: ${JSON.stringify(question)}`;
      const { total, partial: isPartial = false } = meta.groups;
      const found = { rows, overall, total, isPartial };
      assert.deepEqual(withSameEdges(found, expected), expected, place);
    }
    return expected.total;
  }

  async function answerOf(question: Question, way: Omit<PlanOptions, 'read'>): Promise<Answer> {
    const found = await answerByPlans(normalizeQuestion(question, plain), { ...way, read: database.read });
    return assembleAnswer(found.question, found.table);
  }

  /** Facts as for records written here: which of their numbers may cancel out. */
  function withSigns(way: Omit<PlanOptions, 'read'>, { ticket }: World): Omit<PlanOptions, 'read'> {
    if (way.context === plain) return way;
    const names = ['estimate', 'price'];
    const some = (name: string, is: (value: number) => boolean) =>
      ticket.some((record) => typeof record[name] === 'number' && is(record[name]));
    const cancelling = names.filter(
      (name) => some(name, (value) => value < 0) && some(name, (value) => !Number.isInteger(value) || value > 2 ** 32),
    );
    const facts = { ...way.context.facts, ticket: { ...way.context.facts.ticket!, cancelling } };
    return { ...way, context: { ...way.context, facts } };
  }

  async function store(world: World): Promise<void> {
    await Promise.all([
      replace('tickets', world.ticket),
      replace('indexed', world.ticket),
      replace('projects', world.project),
    ]);
  }

  async function replace(name: string, records: Document[]): Promise<void> {
    await database.db.collection(name).deleteMany({});
    if (records.length > 0) await database.db.collection(name).insertMany(records);
  }

  /** One per field, and pairs that a filter and a group might use. */
  async function indexEverything(): Promise<void> {
    const names = [
      ...plain.types[0]!.fields.map(({ name }) => name),
      'createdAt',
      'status createdAt',
      'project estimate',
    ];
    const keys = names.map((name) => ({ key: new Map(name.split(' ').map((part): [string, 1] => [part, 1])) }));
    await database.db.collection('indexed').createIndexes(keys);
  }

  it('has a plan and an answer that survive serialization', async () => {
    await store(fc.sample(randomWorld, { seed, numRuns: 1 })[0]!);
    for (let number = 0; number < roundLength; number += 3) {
      const [input] = fc.sample(questionNumber(number), { seed: seed + number, numRuns: 1 });
      const question = normalizeQuestion(input, plain);
      const found = await answerByPlans(question, { context: plain, read: database.read });
      const answer = assembleAnswer(found.question, found.table);
      assert.deepEqual(JSON.parse(JSON.stringify(answer)), answer);
      const again = normalizeQuestion(answer.meta.question, plain);
      assert.deepEqual(again, question, 'the question of the answer is the same question');
    }
  });

  it('has a plan that reads and assembles on its own if its groups are known', async () => {
    const question = normalizeQuestion({ type: 'ticket', groupBy: [{ field: 'status' }] }, plain);
    const plan = makePlan(question, plain);
    assert.ok(JSON.stringify(plan).length > 0);
    assert.equal(
      assembleAnswer(plan.question, readTable(plan, await database.read(plan.reads))).meta.groups.truncated,
      false,
    );
  });
});
