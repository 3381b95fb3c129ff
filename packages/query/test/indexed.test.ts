import assert from 'node:assert/strict';
import { ask, makePlan, normalizeQuestion } from '@tallyhook/query';
import type { Question } from '@tallyhook/schemas';
import type { CollectionFacts, Read, ReadDocument } from '../src/plan/read.ts';
import fc from 'fast-check';
import { ObjectId, type Document } from 'mongodb';
import { randomQuestion } from './coverage.ts';
import { openTestDatabase, plain, type TestDatabase } from './database.ts';
import { indexableQuestion, indexKeys, oddRecords } from './indexed-questions.ts';
import { answerByLoops } from './reference.ts';
import { sampleContext } from './sample-types.ts';

const numRuns = process.env.TALLYHOOK_LONG === '1' ? 400 : 40;

/**
 * Facts of a collection with these records, as if it were very large. The values simulate those from a minute ago: some
 * are missing, some no longer exist.
 */
const factsOf = (indexes: CollectionFacts['indexes'], records: readonly Document[]) => ({
  ticket: {
    collection: 'tickets',
    indexes,
    approximateCount: 1e6,
    sample: plain(records.slice(0, 12)) as ReadDocument[],
    values: { status: ['open', 'gone', null], project: [] },
  },
  project: { collection: null, indexes: [], approximateCount: 0 },
});

describe('question about indexed fields', function () {
  this.timeout(numRuns * 2_000);
  let database: TestDatabase;
  let indexes: CollectionFacts['indexes'];
  before(async () => {
    database = await openTestDatabase();
    const tickets = database.db.collection('tickets');
    await tickets.createIndexes(indexKeys.map((key) => ({ key })));
    indexes = (await tickets.indexes()).map(({ name, key }) => ({ name: name!, key }));
  });
  after(() => database.drop());

  async function store(records: Document[]): Promise<void> {
    const tickets = database.db.collection('tickets');
    await tickets.deleteMany({});
    if (records.length > 0) await tickets.insertMany(records);
  }

  async function agrees(question: Question, made: Document[], makers?: Map<string, number>): Promise<void> {
    const records = made.map((record) => ({ _id: new ObjectId(), ...record }));
    await store(records);
    const context = sampleContext({ facts: factsOf(indexes, records) });
    const read = async (reads: Read[]) => {
      const kind = reads.some(({ follows }) => follows) ? 'indexed' : 'other';
      makers?.set(kind, (makers.get(kind) ?? 0) + 1);
      return database.read(reads);
    };
    const { rows, overall, meta } = await ask(question, context, { read });
    const expected = answerByLoops(question, { ticket: records, project: [] }, context.now);
    const { total, partial: isPartial = false } = meta.groups;
    assert.deepEqual({ rows, overall, total, isPartial }, expected, JSON.stringify(question));
  }

  it('gets the same answer from the indexes as the reference', async () => {
    const makers = new Map<string, number>();
    const questions = fc.array(indexableQuestion, { minLength: 4, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(oddRecords, questions, async (made, asked) => {
        for (const question of asked) await agrees(question, made, makers);
      }),
      { numRuns },
    );
    assert.ok(makers.get('indexed')! > numRuns / 2, `only ${makers.get('indexed')} were answered from indexes`);
  });

  it('gets the same answer from a scan, whatever it asks', () =>
    fc.assert(
      fc.asyncProperty(oddRecords, randomQuestion, (made, question) => agrees(question, made)),
      { numRuns },
    ));

  it('is answered by a scan if the index was removed after planning', async () => {
    const records = ['open', 'open', 'review', null].map((status) => ({ status }));
    const context = sampleContext({ facts: factsOf(indexes, records) });
    await store(records);
    const question = { type: 'ticket', groupBy: [{ field: 'status' }] };
    assert.equal(makePlan(normalizeQuestion(question, context), context).maker, 'looking');
    const seen: string[][] = [];
    const read = async (reads: Read[]) => {
      seen.push(reads.map(({ id }) => id));
      return reads.some(({ follows }) => follows) ? {} : database.read(reads);
    };
    const { rows } = await ask(question, context, { read });
    assert.deepEqual(
      rows.map(({ key, count }) => [key.status, count]),
      [
        ['open', 2],
        ['review', 1],
        [null, 1],
      ],
    );
    assert.deepEqual(
      seen.map((ids) => ids.length),
      [4, 1],
      'values beside all but one of the groups with everything, and a scan',
    );
  });
});
