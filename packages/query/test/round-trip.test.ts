import assert from 'node:assert/strict';
import { ask, filterStages, normalizeQuestion } from '@tallyhook/query';
import type { AnswerColumn, Question, QuestionFilter } from '@tallyhook/schemas';
import fc from 'fast-check';
import type { Document } from 'mongodb';
import { questionNumber, roundLength } from './coverage.ts';
import { openTestDatabase, revive, type TestDatabase } from './database.ts';
import { randomWorld } from './random-records.ts';
import { matchingRecords, type World } from './reference.ts';
import type { Key } from './reference-row.ts';
import { sampleContext } from './sample-types.ts';

const seed = 20_260_310;
const context = sampleContext();
const mostRows = 12;

/** What a page makes of a key: the condition that the records of its group meet. */
function conditionOf({ field, unit, kind, many }: AnswerColumn, key: Key): QuestionFilter {
  const name = field!;
  if (key === null) return { field: name, op: 'empty' };
  if (unit !== undefined) return { field: name, op: 'within', value: { unit, at: String(key) } };
  const isListed = kind === 'relation' || kind === 'person' || (kind === 'choice' && many);
  return isListed ? { field: name, op: 'in', value: [String(key)] } : { field: name, op: 'eq', value: key };
}

describe('the key of a group', function () {
  this.timeout(120_000);
  let database: TestDatabase;
  let world: World;
  before(async () => {
    database = await openTestDatabase();
    const worlds = fc.sample(randomWorld, { seed, numRuns: 20 });
    world = worlds.find(({ ticket, project }) => ticket.length > 20 && project.length > 1)!;
    await database.db.collection('tickets').insertMany(world.ticket);
    await database.db.collection('projects').insertMany(world.project);
  });
  after(() => database.drop());

  it('sent back as a filter counts the records of the group, and finds just them', async () => {
    let rowCount = 0;
    for (let number = 0; number < 3 * roundLength; number += 5) {
      const [made] = fc.sample(questionNumber(number), { seed: seed + number, numRuns: 1 });
      const { filter, groupBy, timezone, weekStart } = made!;
      const measures: Question['measures'] = [{ fn: 'count', as: 'records' }];
      const question: Question = { type: 'ticket', ...(filter && { filter }), groupBy, measures, timezone, weekStart };
      const { rows, meta } = await ask(question, context, database);
      const groups = meta.columns.filter(({ role }) => role === 'group');
      for (const { key, records, other } of rows.slice(0, mostRows)) {
        if (other) continue;
        const conditions = groups.map((column) => conditionOf(column, key[column.name]!));
        const known = filter === undefined ? [] : 'and' in filter ? filter.and : [filter];
        const parts = [...known, ...conditions];
        const back = { type: 'ticket', filter: { and: parts }, timezone, weekStart };
        await findsExactly(back, records as number, JSON.stringify({ question, key }));
        rowCount += 1;
      }
    }
    assert.ok(rowCount > 300, `${rowCount} rows`);
  });

  async function findsExactly(question: Question, count: number, place: string): Promise<void> {
    const { overall } = await ask(question, context, database);
    assert.equal(overall.count, count, place);
    const settings = { timezone: question.timezone!, weekStart: question.weekStart!, now: context.now };
    const expected = matchingRecords({ question, world, settings }).map(({ _id }) => String(_id));
    for (const mostRelatedIds of [undefined, 0]) {
      const options = { context, read: database.read, mostRelatedIds };
      const stages = await filterStages(normalizeQuestion(question, context), options);
      const found = await database.db
        .collection('tickets')
        .aggregate(revive(stages) as Document[])
        .toArray();
      assert.deepEqual(found.map(({ _id }) => String(_id)).sort(), expected.sort(), place);
    }
  }
});
