import { assembleAnswer } from '../answer/assemble-answer.ts';
import type { Group, NormalizedQuestion } from '../normalize/normalized-question.ts';
import type { SourceAnswer } from '../source.ts';
import { rankSteps } from './order-steps.ts';
import { distinctMeasures } from './plan.ts';

/** Finds the groups of a question without top values. */
export type FindGroups = (question: NormalizedQuestion) => Promise<Pick<SourceAnswer, 'question' | 'table'>>;

/** Replaces the number of top values of each group by the values. */
export async function withTopValues(question: NormalizedQuestion, find: FindGroups): Promise<NormalizedQuestion> {
  const groups: Group[] = [];
  for (const { top, ...group } of question.groups) {
    groups.push(top === undefined ? group : { ...group, keep: await topValues(question, { group, top }, find) });
  }
  return { ...question, groups };
}

/** The top values of a group by the first measure, regardless of the question's other group. */
async function topValues(
  question: NormalizedQuestion,
  { group: { name, field, via, unit }, top }: { group: Group; top: number },
  find: FindGroups,
): Promise<NonNullable<Group['keep']>> {
  const [measure] = question.measures;
  // With all measures, the reads for ranking a single group equal the reads of the group, so they run once.
  const isAlike = question.groups.length === 1 && distinctMeasures(question.measures).length === 0;
  const measures = isAlike ? question.measures : [measure!];
  const group = { name, field, ...(via && { via }), ...(unit && { unit }) };
  const ranking = { groups: [group], measures, having: [], sort: rankSteps(measure!.name), limit: top };
  const ranked = await find({ ...question, ...ranking });
  return assembleAnswer(ranked.question, ranked.table).rows.map(({ key }) => key[name]!);
}
