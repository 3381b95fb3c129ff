import type { ColumnKeeper, ColumnQuestion } from '@tallyhook/columns';
import type { Source, SourceAnswer } from '@tallyhook/query';
import type { MongoSource } from '@tallyhook/store/questions';

/** Answers from kept columns while they are exact, otherwise from MongoDB; `explain` tells which, and why. */
export function withColumns(
  columns: ColumnKeeper | undefined,
  { facts, moment, ...mongo }: MongoSource,
  asked: Pick<ColumnQuestion, 'store' | 'branch'>,
): Source & Pick<MongoSource, 'facts'> {
  return {
    facts,
    async answer(question, turn) {
      if (columns === undefined) return withReason(await mongo.answer(question, turn), off);
      const place = { ...asked, question, facts, moment };
      const found = await columns.answer(place, turn);
      if (!('why' in found)) return found;
      const before = turn.timings.db;
      const answer = await mongo.answer(question, turn);
      columns.noteCost(place, turn.timings.db - before);
      return withReason(answer, found.why);
    },
  };
}

const off = 'Columns are off here: an operator can give them memory with TALLYHOOK_COLUMNS.';

const withReason = (answer: SourceAnswer, whyNotColumns: string): SourceAnswer => ({
  ...answer,
  plan: { ...answer.plan, whyNotColumns },
});
