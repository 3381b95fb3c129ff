import type { DuckDBConnection } from '@duckdb/node-api';
import {
  withTopValues,
  type CollectionFacts,
  type NormalizedQuestion,
  type SourceAnswer,
  type Table,
} from '@tallyhook/query';
import type { ColumnTables } from '../tables/column-table.ts';
import { compileQuestion, maxGroups } from './question.ts';
import { select } from '../tables/database.ts';
import { readFoundTable } from './read-table.ts';

/** Where a question is answered. */
export interface ColumnPlace {
  connection: DuckDBConnection;
  tables: ColumnTables;
  /** Number fields whose values may cancel out. */
  facts: Pick<CollectionFacts, 'cancelling'>;
}

/** Answers a question from kept columns; undefined if it has too many groups for this process. */
export async function answerFromColumns(
  asked: NormalizedQuestion,
  place: ColumnPlace,
): Promise<Pick<SourceAnswer, 'question' | 'table'> | undefined> {
  try {
    const question = await withTopValues(asked, (ranked) => findGroups(ranked, place));
    return await findGroups(question, place);
  } catch (error) {
    if (error instanceof TooManyGroups) return undefined;
    throw error;
  }
}

class TooManyGroups extends Error {}

async function findGroups(
  question: NormalizedQuestion,
  { connection, ...place }: ColumnPlace,
): Promise<{ question: NormalizedQuestion; table: Table }> {
  const { groups, overall, different } = compileQuestion({ question, ...place });
  const found = groups && (await select(connection, groups));
  if (found && found.length > maxGroups) throw new TooManyGroups();
  const counted = [];
  for (const one of different)
    counted.push({
      index: one.index,
      ...(one.groups && { groups: await select(connection, one.groups) }),
      overall: await select(connection, one.overall),
    });
  const whole = overall && (await select(connection, overall));
  return {
    question,
    table: readFoundTable(question, { groups: found, overall: whole, different: counted }, place.tables),
  };
}
