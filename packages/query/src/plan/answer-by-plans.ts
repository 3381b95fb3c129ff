import type { NormalizedQuestion } from '../normalize/normalized-question.ts';
import type { SourceAnswer } from '../source.ts';
import type { PlanContext } from './facts-of.ts';
import { knownValueReads, withKnownValues } from './known-values.ts';
import { makeGeneralPlan, makeNextPlan, makePlan } from './make-plan.ts';
import { matchStages } from './match.ts';
import type { Plan } from './plan.ts';
import { readTable } from './read-results.ts';
import type { Read, ReadDocument, ReadResults } from './read.ts';
import { withTopValues } from './top-values.ts';
import { lookUpTests, relatedIdReads, relatedValueReads, withRelatedIds } from './related.ts';

/** Runs reads on one snapshot of the database, the same in every call. Results are keyed by read id. */
export type PlanReader = (reads: Read[]) => Promise<ReadResults>;

export interface PlanOptions {
  context: PlanContext;
  read: PlanReader;
  /** Makes the first plan to try. */
  makePlan?: typeof makePlan;
  /** Maximum number of ids of related records in a filter. */
  maxRelatedIds?: number;
}

/**
 * Answers a question in steps: finds the related records of its filter, then the top values of its groups, then the
 * groups.
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

/** Result of a plan. */
interface PlanResult extends Omit<SourceAnswer, 'plan'> {
  maker: Plan['maker'];
}

async function runTopPlans(question: NormalizedQuestion, given: PlanOptions): Promise<PlanResult> {
  const options = { ...given, read: readOnce(given.read) };
  return runPlan(await withTopValues(question, (ranked) => runPlan(ranked, options)), options);
}

/** Caches results, since the reads that rank a group's values may equal the reads of the group itself. */
function readOnce(read: PlanReader): PlanReader {
  const known = new Map<string, ReadResults>();
  return async (reads) => {
    const key = JSON.stringify(reads);
    const results = known.get(key) ?? (await read(reads));
    known.set(key, results);
    return results;
  };
}

/** Replaces tests of related records in the filter by the ids of the matching records. */
async function withRelated(
  question: NormalizedQuestion,
  { context, read, maxRelatedIds }: Pick<PlanOptions, 'context' | 'read' | 'maxRelatedIds'>,
): Promise<NormalizedQuestion> {
  const reads = relatedIdReads(question, context, maxRelatedIds);
  return reads.length === 0 ? question : withRelatedIds(question, await read(reads), maxRelatedIds);
}

/** Stages that filter a type's records as a question does; empty if it has no filter. */
export async function filterStages(
  question: NormalizedQuestion,
  options: Pick<PlanOptions, 'context' | 'read' | 'maxRelatedIds'>,
): Promise<ReadDocument[]> {
  const known = await withRelated(question, options);
  return [...lookUpTests(known, options.context), ...matchStages(known.filter)];
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

/** Adds the values of related records to a general plan. Other plans load them afterwards or do not need them. */
async function withKnown(plan: Plan, { context, read, maxRelatedIds }: PlanOptions): Promise<Plan> {
  const reads = plan.maker === 'general' ? knownValueReads(plan.question, context, maxRelatedIds) : [];
  if (reads.length === 0) return plan;
  return makeGeneralPlan(withKnownValues(plan.question, await read(reads), maxRelatedIds), context);
}

/** An indexed plan adds to the previous results; all other plans start over. */
async function readNext({ maker, reads }: Plan, results: ReadResults, read: PlanReader): Promise<ReadResults> {
  if (maker !== 'indexed') return read(reads);
  return reads.length === 0 ? results : { ...results, ...(await read(reads)) };
}
