import type { Answer, Read, ReadResults } from '@tallyhook/schemas';
import { assembleAnswer } from './answer/assemble-answer.ts';
import type { Group, NormalizedQuestion } from './normalize/normalized-question.ts';
import { knownValueReads, withKnownValues } from './plan/known-values.ts';
import { makeGeneralPlan, makeNextPlan, makePlan } from './plan/make-plan.ts';
import { rankSteps } from './plan/order-steps.ts';
import { relatedIdReads, relatedValueReads, withRelatedIds } from './plan/related.ts';
import { distinctMeasures, type Plan } from './plan/plan.ts';
import type { QuestionContext } from './question-context.ts';

/** How a normalised question is answered. */
export interface AnswerOptions {
  context: QuestionContext;
  read(reads: Read[]): Promise<ReadResults>;
  /** Which plan is tried first. */
  makePlan?: typeof makePlan;
  /** Of how many related records the ids may stand in a filter. */
  mostRelatedIds?: number;
}

/** An answer, and the plan that gave its groups. */
export interface Answered {
  answer: Answer;
  plan: Plan;
}

/**
 * Answers a question in the steps that build upon each other: which related records its filter means, which values are
 * the top ones of its groups, then the groups themselves.
 */
export async function answerQuestion(question: NormalizedQuestion, options: AnswerOptions): Promise<Answered> {
  const known = await withRelated(question, options);
  if (known.groups.every(({ top }) => top === undefined)) return runPlan(known, options);
  const once = { ...options, read: readOnce(options.read) };
  return runPlan(await withTopValues(known, once), once);
}

/** Reads once what is read together: what ranks the values of a group may be what the group is then made of. */
function readOnce(read: AnswerOptions['read']): AnswerOptions['read'] {
  const known = new Map<string, ReadResults>();
  return async (reads) => {
    const key = JSON.stringify(reads);
    const results = known.get(key) ?? (await read(reads));
    known.set(key, results);
    return results;
  };
}

/** The question with the ids of related records in its filter instead of what these have to be. */
export async function withRelated(
  question: NormalizedQuestion,
  { context, read, mostRelatedIds }: Pick<AnswerOptions, 'context' | 'read' | 'mostRelatedIds'>,
): Promise<NormalizedQuestion> {
  const reads = relatedIdReads(question, context, mostRelatedIds);
  return reads.length === 0 ? question : withRelatedIds(question, await read(reads), mostRelatedIds);
}

/** The question with the values that its groups keep instead of their number. */
async function withTopValues(question: NormalizedQuestion, options: AnswerOptions): Promise<NormalizedQuestion> {
  const groups: Group[] = [];
  for (const { top, ...group } of question.groups) {
    groups.push(top === undefined ? group : { ...group, keep: await topValues(question, { group, top }, options) });
  }
  return { ...question, groups };
}

/** The values of one group in the order of the first measure, whatever else the question groups by. */
async function topValues(
  question: NormalizedQuestion,
  { group: { name, field, via, unit }, top }: { group: Group; top: number },
  options: AnswerOptions,
): Promise<NonNullable<Group['keep']>> {
  const [measure] = question.measures;
  // With all measures, the reads that rank the only group are those that it is then made of.
  const isAlike = question.groups.length === 1 && distinctMeasures(question.measures).length === 0;
  const measures = isAlike ? question.measures : [measure!];
  const group = { name, field, ...(via && { via }), ...(unit && { unit }) };
  const ranking = { groups: [group], measures, having: [], sort: rankSteps(measure!.name), limit: top };
  const { answer } = await runPlan({ ...question, ...ranking }, options);
  return answer.rows.map(({ key }) => key[name]!);
}

async function runPlan(question: NormalizedQuestion, options: AnswerOptions): Promise<Answered> {
  const { context, read, makePlan: makeFirst = makePlan } = options;
  let plan = await withKnown(makeFirst(question, context), options);
  let results = await read(plan.reads);
  for (let next = makeNextPlan(plan, results, context); next; next = makeNextPlan(plan, results, context)) {
    plan = await withKnown(next, options);
    results = await readNext(plan, results, read);
  }
  const following = relatedValueReads(plan, results, context);
  if (following.length > 0) results = { ...results, ...(await read(following)) };
  return { answer: assembleAnswer(plan, results), plan };
}

/** A general plan that knows the values of related records; any other needs them afterwards, or not at all. */
async function withKnown(plan: Plan, { context, read, mostRelatedIds }: AnswerOptions): Promise<Plan> {
  const reads = plan.maker === 'general' ? knownValueReads(plan.question, context, mostRelatedIds) : [];
  if (reads.length === 0) return plan;
  return makeGeneralPlan(withKnownValues(plan.question, await read(reads), mostRelatedIds), context);
}

/** What an indexed plan still lacks is read beside what there is; every other plan begins anew. */
async function readNext(
  { maker, reads }: Plan,
  results: ReadResults,
  read: AnswerOptions['read'],
): Promise<ReadResults> {
  if (maker !== 'indexed') return read(reads);
  return reads.length === 0 ? results : { ...results, ...(await read(reads)) };
}
