import { assembleAnswer } from '../answer/assemble-answer.ts';
import type { Group, NormalizedQuestion } from '../normalize/normalized-question.ts';
import type { SourceAnswer } from '../source.ts';
import type { PlanContext } from './facts-of.ts';
import { knownValueReads, withKnownValues } from './known-values.ts';
import { makeGeneralPlan, makeNextPlan, makePlan } from './make-plan.ts';
import { matchStages } from './match.ts';
import { rankSteps } from './order-steps.ts';
import { distinctMeasures, type Plan } from './plan.ts';
import { readTable } from './read-results.ts';
import type { Read, ReadDocument, ReadResults } from './read.ts';
import { lookUpTests, relatedIdReads, relatedValueReads, withRelatedIds } from './related.ts';

/** Runs reads at one moment of the database, the same each time; the results carry the reads' ids. */
export type PlanReader = (reads: Read[]) => Promise<ReadResults>;

export interface PlanOptions {
  context: PlanContext;
  read: PlanReader;
  /** Which plan is tried first. */
  makePlan?: typeof makePlan;
  /** Of how many related records the ids may stand in a filter. */
  mostRelatedIds?: number;
}

/**
 * Answers a question by plans of reads, in steps that build upon each other: which related records its filter means,
 * which values are the top ones of its groups, then the groups themselves.
 */
export async function answerByPlans(question: NormalizedQuestion, given: PlanOptions): Promise<SourceAnswer> {
  const reads: Read[] = [];
  const read: PlanReader = (next) => {
    reads.push(...next);
    return given.read(next);
  };
  const options = { ...given, read };
  const known = await withRelated(question, options);
  const hasTop = known.groups.some(({ top }) => top !== undefined);
  const { maker, ...found } = hasTop ? await runTopPlans(known, options) : await runPlan(known, options);
  return { ...found, plan: { maker, reads: reads.map((one) => ({ ...one })) } };
}

/** What a plan came to. */
interface PlanResult extends Omit<SourceAnswer, 'plan'> {
  maker: Plan['maker'];
}

async function runTopPlans(question: NormalizedQuestion, given: PlanOptions): Promise<PlanResult> {
  const options = { ...given, read: readOnce(given.read) };
  return runPlan(await withTopValues(question, options), options);
}

/** Reads once what is read together: what ranks the values of a group may be what the group is then made of. */
function readOnce(read: PlanReader): PlanReader {
  const known = new Map<string, ReadResults>();
  return async (reads) => {
    const key = JSON.stringify(reads);
    const results = known.get(key) ?? (await read(reads));
    known.set(key, results);
    return results;
  };
}

/** The question with the ids of related records in its filter instead of what these have to be. */
async function withRelated(
  question: NormalizedQuestion,
  { context, read, mostRelatedIds }: Pick<PlanOptions, 'context' | 'read' | 'mostRelatedIds'>,
): Promise<NormalizedQuestion> {
  const reads = relatedIdReads(question, context, mostRelatedIds);
  return reads.length === 0 ? question : withRelatedIds(question, await read(reads), mostRelatedIds);
}

/** The stages that leave, of all records of the type, those that a question counts: none where it counts all. */
export async function filterStages(
  question: NormalizedQuestion,
  options: Pick<PlanOptions, 'context' | 'read' | 'mostRelatedIds'>,
): Promise<ReadDocument[]> {
  const known = await withRelated(question, options);
  return [...lookUpTests(known, options.context), ...matchStages(known.filter)];
}

/** The question with the values that its groups keep instead of their number. */
async function withTopValues(question: NormalizedQuestion, options: PlanOptions): Promise<NormalizedQuestion> {
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
  options: PlanOptions,
): Promise<NonNullable<Group['keep']>> {
  const [measure] = question.measures;
  // With all measures, the reads that rank the only group are those that it is then made of.
  const isAlike = question.groups.length === 1 && distinctMeasures(question.measures).length === 0;
  const measures = isAlike ? question.measures : [measure!];
  const group = { name, field, ...(via && { via }), ...(unit && { unit }) };
  const ranking = { groups: [group], measures, having: [], sort: rankSteps(measure!.name), limit: top };
  const ranked = await runPlan({ ...question, ...ranking }, options);
  return assembleAnswer(ranked.question, ranked.table).rows.map(({ key }) => key[name]!);
}

async function runPlan(question: NormalizedQuestion, options: PlanOptions): Promise<PlanResult> {
  const { context, read, makePlan: makeFirst = makePlan } = options;
  let plan = await withKnown(makeFirst(question, context), options);
  let results = await read(plan.reads);
  for (let next = makeNextPlan(plan, results, context); next; next = makeNextPlan(plan, results, context)) {
    plan = await withKnown(next, options);
    results = await readNext(plan, results, read);
  }
  const following = relatedValueReads(plan, results, context);
  if (following.length > 0) results = { ...results, ...(await read(following)) };
  return { question: plan.question, table: readTable(plan, results), maker: plan.maker };
}

/** A general plan that knows the values of related records; any other needs them afterwards, or not at all. */
async function withKnown(plan: Plan, { context, read, mostRelatedIds }: PlanOptions): Promise<Plan> {
  const reads = plan.maker === 'general' ? knownValueReads(plan.question, context, mostRelatedIds) : [];
  if (reads.length === 0) return plan;
  return makeGeneralPlan(withKnownValues(plan.question, await read(reads), mostRelatedIds), context);
}

/** What an indexed plan still lacks is read beside what there is; every other plan begins anew. */
async function readNext({ maker, reads }: Plan, results: ReadResults, read: PlanReader): Promise<ReadResults> {
  if (maker !== 'indexed') return read(reads);
  return reads.length === 0 ? results : { ...results, ...(await read(reads)) };
}
