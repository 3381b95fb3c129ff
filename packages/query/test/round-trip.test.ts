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
/** A short run asks a quarter of one round's questions, a long run three rounds. */
const rounds = process.env.TALLYHOOK_LONG === '1' ? 3 : 1;
const context = sampleContext();
const maxRows = 12;

/** Operators that test whether one of several values is the key. */
const operatorsOfMany = ['eq', 'in', 'has'] as const;

/**
 * The condition that a page makes of a key, matching the records of its group. `number` selects one of several forms.
 */
function conditionOf({ field, unit, kind, many }: AnswerColumn, key: Key, number: number): QuestionFilter {
  const name = field!;
  if (key === null) return { field: name, op: 'empty' };
  if (unit !== undefined) return { field: name, op: 'within', value: { unit, at: key as string | number } };
  const op = operatorsOfMany[number % operatorsOfMany.length]!;
  if (many) return { field: name, op, value: op === 'eq' ? key : ([key] as string[]) };
  const isListed = kind === 'relation' || kind === 'person';
  return isListed ? { field: name, op: 'in', value: [String(key)] } : { field: name, op: 'eq', value: key };
}

/** The condition that a page makes of the row of other values, matching only records with none of the top ones. */
function conditionOfOthers({ field, unit, kind, top }: AnswerColumn): QuestionFilter {
  const name = field!;
  const conditions = top!.map((key): QuestionFilter => {
    if (key === null) return { field: name, op: 'nempty' };
    if (unit !== undefined) return { field: name, op: 'nwithin', value: { unit, at: key as string | number } };
    const isListed = kind === 'relation' || kind === 'person';
    return isListed ? { field: name, op: 'nin', value: [String(key)] } : { field: name, op: 'ne', value: key };
  });
  return { and: conditions };
}

describe('group key', () => {
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

  it('finds exactly the records of its group when sent back as a filter', async () => {
    let rowCount = 0;
    let othersCount = 0;
    for (let number = 0; number < rounds * roundLength; number += 4) {
      const [made] = fc.sample(questionNumber(number), { seed: seed + number, numRuns: 1 });
      const { filter, groupBy, timezone, weekStart } = made!;
      const measures: Question['measures'] = [{ fn: 'count', as: 'records' }];
      const question: Question = { type: 'ticket', ...(filter && { filter }), groupBy, measures, timezone, weekStart };
      const { rows, meta } = await ask(question, context, database);
      const groups = meta.columns.filter(({ role }) => role === 'group');
      for (const { key, records, other } of rows.filter((row, index) => index < maxRows || row.other)) {
        const isOther = ({ name }: AnswerColumn) => other === true && !Object.hasOwn(key, name);
        // A record with several values can have others next to a top one; no condition expresses that.
        if (groups.some((column) => isOther(column) && column.many)) continue;
        const conditions = groups.map((column) =>
          isOther(column) ? conditionOfOthers(column) : conditionOf(column, key[column.name]!, rowCount),
        );
        const known = filter === undefined ? [] : 'and' in filter ? filter.and : [filter];
        const parts = [...known, ...conditions];
        const back = { type: 'ticket', filter: { and: parts }, timezone, weekStart };
        await findsExactly(back, records as number, JSON.stringify({ question, key }));
        rowCount += 1;
        othersCount += Number(other ?? false);
      }
    }
    assert.ok(rowCount > 100 * rounds, `${rowCount} rows`);
    assert.ok(othersCount > 5 * rounds, `${othersCount} rows of other values`);
  });

  async function findsExactly(question: Question, count: number, place: string): Promise<void> {
    const { overall } = await ask(question, context, database);
    assert.equal(overall.count, count, place);
    const settings = { timezone: question.timezone!, weekStart: question.weekStart!, now: context.now };
    const expected = matchingRecords({ question, world, settings }).map(({ _id }) => String(_id));
    for (const maxRelatedIds of [undefined, 0]) {
      const options = { context, read: database.read, maxRelatedIds };
      const stages = await filterStages(normalizeQuestion(question, context), options);
      const found = await database.db
        .collection('tickets')
        .aggregate(revive(stages) as Document[])
        .toArray();
      assert.deepEqual(found.map(({ _id }) => String(_id)).sort(), expected.sort(), place);
    }
  }
});
