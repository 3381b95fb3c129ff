import type { ColumnKeeper, ColumnQuestion } from '@tallyhook/columns';
import type { Source } from '@tallyhook/query';
import type { MongoSource } from '@tallyhook/store/questions';

/** Answers from kept columns while they are exact, otherwise from MongoDB; `explain` tells which, and why. */
export function withColumns(
  columns: ColumnKeeper,
  { facts, moment, ...mongo }: MongoSource,
  asked: Pick<ColumnQuestion, 'store' | 'branch'>,
): Source & Pick<MongoSource, 'facts'> {
  return {
    facts,
    async answer(question, turn) {
      const place = { ...asked, question, facts, moment };
      const found = await columns.answer(place, turn);
      if (!('why' in found)) return found;
      const before = turn.timings.db;
      const answer = await mongo.answer(question, turn);
      columns.noteCost(place, turn.timings.db - before);
      return { ...answer, plan: { ...answer.plan, whyNotColumns: found.why } };
    },
  };
}
