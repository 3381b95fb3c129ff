import {
  answerByPlans,
  filterStages,
  relatedTypes,
  type BranchFacts,
  type NormalizedQuestion,
  type PlanReader,
  type ReadDocument,
  type Source,
  type Turn,
} from '@tallyhook/query';
import { momentOf, type Moment, type MomentOptions } from '../collections/collection-facts.ts';
import type { Branch } from '../database/branches.ts';
import type { Store } from '../database/store.ts';
import { readPlan } from './read-plan.ts';
import { timed } from './turn.ts';

/** Runs the read plans of a question, all at the moment the source was opened. */
export interface MongoSource extends Source {
  /** Facts about the collections that the question reads. */
  facts: BranchFacts;
  /** The moment of all its reads. */
  moment: Moment;
  /** The pipeline stages that filter to the records the question counts. */
  filterStages(question: NormalizedQuestion, turn: Turn): Promise<ReadDocument[]>;
}

/** Opens the records of a branch for one question, at the present moment or at one that was `taken` before. */
export async function openMongoSource(
  store: Store,
  branch: Branch,
  question: NormalizedQuestion,
  options?: MomentOptions,
): Promise<MongoSource> {
  const { facts, moment } = await momentOf(store, branch, [question.type.name, ...relatedTypes(question)], options);
  const optionsFor = (turn: Turn): { context: { facts: BranchFacts }; read: PlanReader } => ({
    context: { facts },
    read: (reads) => timed(turn, 'db', () => readPlan(store, branch, reads, { turn, moment })),
  });
  return {
    facts,
    moment,
    answer: (asked, turn) => answerByPlans(asked, optionsFor(turn)),
    filterStages: (asked, turn) => filterStages(asked, optionsFor(turn)),
  };
}
