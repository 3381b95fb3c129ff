import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ask as askOfPackage } from '@tallyhook/query';
import fc from 'fast-check';
import { isDeepStrictEqual } from 'node:util';
import { fewestRounds, questionNumber, roundLength } from './coverage.ts';
import { openTestDatabase, type TestDatabase } from './database.ts';
import { randomWorld, worldOfSets } from './random-records.ts';
import { answerByLoops } from './reference.ts';
import { sampleContext } from './sample-types.ts';

type Ask = typeof askOfPackage;

interface Fault {
  /** The effect of the fault. */
  words: string;
  file: string;
  right: string;
  wrong: string;
  /** Matches questions that the fault affects; others are skipped. */
  asked?: RegExp;
}

/** Plausible bugs in this package that compile. */
const faults: Fault[] = [
  {
    words: '`gt` of a day keeps that day',
    file: 'normalize/read-dates.ts',
    right: "gte: operator === 'gt' ? next : first",
    wrong: 'gte: first',
    asked: /"op":"gt","value":"(?!\d+-\d+-\d+T)/,
  },
  {
    words: '`nin` leaves out records without a value',
    file: 'plan/match.ts',
    right: '{ $not: conditionOf(filter) } }',
    wrong: '{ $not: conditionOf(filter), $ne: null } }',
    asked: /"op":"(nin|hasNone|ne)"/,
  },
  {
    words: 'the last days of a range begin with today',
    file: 'dates/range-value.ts',
    right: 'const shift = current === undefined ? 1 : 0;',
    wrong: 'const shift = 0;',
    asked: /"last[ _]/,
  },
  {
    words: 'weeks begin on Monday, whatever the question says',
    file: 'dates/days.ts',
    right: 'day + 4 - firstWeekday[weekStart]',
    wrong: "day + 4 - firstWeekday[weekStart === 'sunday' ? 'monday' : weekStart]",
    asked: /"sunday"/,
  },
  {
    words: 'days of instants are those of UTC',
    file: 'answer/keys.ts',
    right: "dayOf(raw, form === 'instant' ? zone : undefined)",
    wrong: 'dayOf(raw, undefined)',
    asked: /"unit"/,
  },
  {
    words: 'a record is counted once for each related record, not once for each value',
    file: 'plan/group-keys.ts',
    right: 'values.size === 0 ? [null] : [...values]',
    wrong: 'values.size === 0 ? [null] : keys.filter((key) => key !== null)',
    asked: /"field":"\w+\.\w+","(unit|top|fill|as)"/,
  },
  {
    words: 'a deleted related record has a group of its own',
    file: 'plan/group-keys.ts',
    right: 'related[index]!.get(String(id))',
    wrong: "(related[index]!.has(String(id)) ? related[index]!.get(String(id)) : 'gone')",
    asked: /"field":"project\.(name|lead)","(top|as)"/,
  },
  {
    words: 'the row of all other values leaves out records without a value',
    file: 'plan/group-keys.ts',
    right: 'return hasOther && kept.length < keys.length',
    wrong: 'return hasOther && !keys.includes(null) && kept.length < keys.length',
    asked: /"other":true/,
  },
  {
    words: '`top` ranks from the smallest',
    file: 'plan/order-steps.ts',
    right: "{ by: 'measure', measure, direction: -1 },\n  { by: 'key'",
    wrong: "{ by: 'measure', measure, direction: 1 },\n  { by: 'key'",
    asked: /"top"/,
  },
  {
    words: 'split groups follow their largest part',
    file: 'plan/order-steps.ts',
    right: '? wholeSteps(question) : []',
    wrong: '? [] : []',
    asked: /"groupBy":\[.*\},\{/,
  },
  {
    words: 'split groups sorted by a measure follow their largest part',
    file: 'plan/order-steps.ts',
    right: "return [{ ...step, by: 'total' }];",
    wrong: 'return [step];',
    asked: /"groupBy":\[.*\},\{.*"sort":\[\{"by":"m/,
  },
  {
    words: 'the limit cuts through a group',
    file: 'answer/assemble-answer.ts',
    right: 'if (!keepsTogether(question)) return { shown, isPartial: true };',
    wrong: 'return { shown, isPartial: true };',
    asked: /"groupBy":\[.*\},\{.*"limit":[13],/,
  },
  {
    words: 'conditions on groups accept null',
    file: 'answer/meets-having.ts',
    right: 'if (measured === null) return false;',
    wrong: 'if (measured === null) return true;',
    asked: /"having".*"op":"(lt|lte)"/,
  },
  {
    words: 'filled periods end one too early',
    file: 'answer/fill-periods.ts',
    right: 'place <= last; place =',
    wrong: 'place < last; place =',
    asked: /"unit":"day","fill":true.*/,
  },
  {
    words: 'an average divides by all records',
    file: 'answer/cell.ts',
    right: 'roundMeasure((sum + rest) / count, magnitude / count)',
    wrong: 'roundMeasure((sum + rest) / cell.count, magnitude / cell.count)',
    asked: /"avg"/,
  },
  {
    words: 'distinct values count invalid values',
    file: 'plan/different-reads.ts',
    right: "{ $cond: [isPresent(field, '$_id'), 1, 0] }",
    wrong: '1',
    asked: /"distinct"/,
  },
  {
    words: 'a value is counted once for each kind of missing key',
    file: 'plan/different-reads.ts',
    right: "{ $setUnion: [{ $map: { input: '$_id', as: 'key', in: clean } }, []] }",
    wrong: "{ $map: { input: '$_id', as: 'key', in: clean } }",
    asked: /"distinct"/,
  },
  {
    words: 'the overall count uses the rows of a list',
    file: 'plan/folded-plan.ts',
    right: '...(isNeeded && isApart ? [overallRead(question, collection, facts)] : []),',
    wrong: '',
    asked: /"field":"(labels|related|watchers)","as"/,
  },
];

const seed = 20_260_311;
const worldCount = 12;
const questionsPerWorld = 200;

describe('fault in this package', () => {
  let database: TestDatabase;
  let folder: string;
  const worlds = fc.sample(randomWorld, { seed, numRuns: worldCount }).map(worldOfSets);
  const facts = { indexes: [], approximateCount: 0, listsAreSets: true };

  before(async () => {
    database = await openTestDatabase();
    folder = await mkdtemp(join(tmpdir(), 'tallyhook-faults-'));
    await mkdir(join(folder, 'node_modules', '@tallyhook'), { recursive: true });
    const schemas = join(import.meta.dirname, '..', '..', '..', 'schemas');
    await symlink(schemas, join(folder, 'node_modules', '@tallyhook', 'schemas'));
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
    for (const [index, world] of worlds.entries()) {
      if (world.ticket.length > 0) await database.db.collection(`tickets${index}`).insertMany(world.ticket);
      if (world.project.length > 0) await database.db.collection(`projects${index}`).insertMany(world.project);
    }
  });
  after(async () => {
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  it('does not exist without an injected one: all answers match the reference', async () => {
    const ask = await loadWith(undefined, 0);
    assert.equal(await firstWrong(ask, 150), undefined);
  });

  for (const [index, fault] of faults.entries()) {
    it(`is found: ${fault.words}`, async () => {
      const ask = await loadWith(fault, index + 1);
      assert.notEqual(await firstWrong(ask, worldCount * questionsPerWorld, fault.asked), undefined);
    });
  }

  /** Loads a copy of the package with one fault. */
  async function loadWith(fault: Fault | undefined, number: number): Promise<Ask> {
    const copy = join(folder, `copy${number}`);
    await cp(join(import.meta.dirname, '..', 'src'), copy, {
      recursive: true,
      filter: (path) => !path.endsWith('.test.ts'),
    });
    if (fault !== undefined) {
      const path = join(copy, fault.file);
      const source = await readFile(path, 'utf8');
      assert.equal(source.split(fault.right).length, 2, `${fault.file} has the right words once`);
      await writeFile(
        path,
        source.replace(fault.right, () => fault.wrong),
      );
    }
    const loaded = (await import(pathToFileURL(join(copy, 'ask.ts')).href)) as { ask: Ask };
    return loaded.ask;
  }

  /** The number of the first question whose answer differs from the reference; undefined if there is none. */
  async function firstWrong(ask: Ask, count: number, asked = /./): Promise<number | undefined> {
    // A step size that reaches every operator, measure and unit early.
    for (let number = 0; number < count; number += 1) {
      const at = (number * 37) % (fewestRounds * roundLength);
      const index = number % worldCount;
      const [question] = fc.sample(questionNumber(at), { seed: seed + at, numRuns: 1 });
      if (!asked.test(JSON.stringify(question))) continue;
      const context = sampleContext({
        facts: {
          ticket: { ...facts, collection: `tickets${index}` },
          project: { ...facts, collection: `projects${index}` },
        },
      });
      const expected = answerByLoops(question!, worlds[index]!, context.now);
      const { rows, overall, meta } = await ask(question, context, database);
      const { total, partial: isPartial = false } = meta.groups;
      if (!isDeepStrictEqual({ rows, overall, total, isPartial }, expected)) return number;
    }
    return undefined;
  }
});
