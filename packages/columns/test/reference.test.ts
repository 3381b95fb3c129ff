import assert from 'node:assert/strict';
import type { DuckDBConnection } from '@duckdb/node-api';
import { assembleAnswer, normalizeQuestion } from '@tallyhook/query';
import { systemFields, type Question, type RecordType } from '@tallyhook/schemas';
import fc from 'fast-check';
import { fewestRounds, questionNumber, roundLength } from '../../query/test/coverage.ts';
import { randomWorld } from '../../query/test/random-records.ts';
import { answerByLoops, type World } from '../../query/test/reference.ts';
import { project, sampleContext, ticket } from '../../query/test/sample-types.ts';
import { answerFromColumns } from '../src/compile/answer.ts';
import { withSameEdges } from '../../query/test/with-same-edges.ts';
import { layOutTable, type ColumnTable, type ColumnTables } from '../src/tables/column-table.ts';
import { openColumnDatabase, type ColumnDatabase } from '../src/tables/database.ts';
import { addRows, createTable, dropTable, type StoredRecord } from '../src/tables/write-rows.ts';

const isLong = process.env.TALLYHOOK_LONG === '1';
const rounds = isLong ? 2 * fewestRounds : 3;
const firstNumber = isLong ? 0 : (fewestRounds - 1) * roundLength;
const questionsPerWorld = 50;
const seed = Number(process.env.TALLYHOOK_SEED ?? (isLong ? Math.trunc(Math.random() * 2 ** 31) : 20_261_129));
const context = sampleContext();

describe('Columns', function () {
  this.timeout(isLong ? rounds * 60_000 : 900_000);
  let database: ColumnDatabase;
  let connection: DuckDBConnection;
  before(async () => {
    database = await openColumnDatabase({ memoryMiB: 256, threads: 2 });
    connection = await database.connect();
  });
  after(() => {
    connection.closeSync();
    database.close();
  });

  it('answer any question about any records as the reference does', async () => {
    const count = Math.ceil((rounds * roundLength) / questionsPerWorld);
    for (const [index, world] of fc.sample(randomWorld, { seed, numRuns: count }).entries()) {
      const tables = await keep(world);
      for (let one = 0; one < questionsPerWorld; one += 1) {
        const number = firstNumber + index * questionsPerWorld + one;
        const [question] = fc.sample(questionNumber(number), { seed: seed + number, numRuns: 1 });
        await compare(question!, { world, tables, number });
      }
      for (const table of Object.values(tables)) await dropTable(connection, table);
    }
  });

  async function keep(world: World): Promise<ColumnTables> {
    return { ticket: await keepType(ticket, world.ticket), project: await keepType(project, world.project) };
  }

  async function keepType(type: RecordType, records: Record<string, unknown>[]): Promise<ColumnTable> {
    const table = layOutTable(type.name, [...type.fields, ...systemFields], { maxCodes: 1_000 });
    await createTable(connection, table);
    await addRows(connection, table, { records: records as StoredRecord[], first: 0 });
    return table;
  }

  async function compare(
    input: Question,
    { world, tables, number }: { world: World; tables: ColumnTables; number: number },
  ): Promise<void> {
    const expected = answerByLoops(input, world, context.now);
    const question = normalizeQuestion(input, context);
    const place = `TALLYHOOK_SEED=${seed}, number ${number}: ${JSON.stringify(input)}`;
    const found = await answerFromColumns(question, { connection, tables, facts: {} }).catch((error: unknown) => {
      throw new Error(`${place}: ${String(error)}`, { cause: error });
    });
    const { rows, overall, meta } = assembleAnswer(found!.question, found!.table);
    const { total, partial: isPartial = false } = meta.groups;
    assert.deepEqual(withSameEdges({ rows, overall, total, isPartial }, expected), expected, place);
  }
});
