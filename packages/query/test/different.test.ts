import assert from 'node:assert/strict';
import { ask } from '@tallyhook/query';
import type { Question } from '@tallyhook/schemas';
import type { BranchFacts } from '../src/plan/read.ts';
import fc from 'fast-check';
import { openTestDatabase, type TestDatabase } from './database.ts';
import { randomWorld } from './random-records.ts';
import { answerByLoops } from './reference.ts';
import { sampleContext, ticket } from './sample-types.ts';

const seed = Number(process.env.TALLYHOOK_SEED ?? 20_260_309);
const worlds = fc.sample(randomWorld, { seed, numRuns: 6 });

/** The record count of both types that the plan assumes. */
const sizes = [0, 1_000_000];

const isGroupable = ({ kind }: { kind: string }) => kind !== 'file';
const isCounted = ({ kind }: { kind: string }) => kind !== 'file' && kind !== 'yesNo';
const groupOf = ({ name, kind }: { name: string; kind: string }) =>
  kind === 'day' || kind === 'instant' ? { field: name, unit: 'month' as const } : { field: name };
const singles = ticket.fields.filter(isGroupable).map((field) => [groupOf(field)]);
const pairs = ['closedAt', 'dueOn', 'title', 'labels'].map((name) => {
  return [{ field: 'status' }, groupOf(ticket.fields.find((field) => field.name === name)!)];
});
const questions = [...singles, ...pairs].flatMap((groupBy) =>
  ticket.fields.filter(isCounted).map(({ name: field }): Question => {
    return { type: 'ticket', groupBy, measures: [{ fn: 'distinct', field }] };
  }),
);

describe('number of distinct values', function () {
  this.timeout(120_000);
  let database: TestDatabase;
  before(async () => {
    database = await openTestDatabase();
    for (const [index, { ticket: records }] of worlds.entries()) {
      if (records.length > 0) await database.db.collection(`tickets${index}`).insertMany(records);
    }
  });
  after(() => database.drop());

  for (const approximateCount of sizes) {
    it(`matches the reference for any field by any group, expecting ${approximateCount || 'few'} records`, async () => {
      const scans = new Set<string>();
      for (const [index, world] of worlds.entries()) {
        const known = { indexes: [], approximateCount };
        const facts: BranchFacts = {
          ticket: { ...known, collection: `tickets${index}` },
          project: { ...known, collection: `projects${index}` },
        };
        const context = sampleContext({ facts });
        for (const question of questions) {
          const { rows, overall, meta } = await ask(question, context, { read: database.read, explain: true });
          const place = `TALLYHOOK_SEED=${seed}, world ${index}: ${JSON.stringify(question)}`;
          const { rows: expectedRows, overall: expectedOverall } = answerByLoops(question, world, context.now);
          assert.deepEqual({ rows, overall }, { rows: expectedRows, overall: expectedOverall }, place);
          scans.add(`${meta.plan!.maker}, ${meta.plan!.reads.length}`);
        }
      }
      assert.deepEqual([...scans].sort(), ['folded, 1', 'folded, 2'], 'one scan and two');
    });
  }
});
