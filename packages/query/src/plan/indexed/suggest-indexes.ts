import type { Field } from '@tallyhook/schemas';
import type { NormalizedQuestion } from '../../normalize/normalized-question.ts';
import { factsOf } from '../facts-of.ts';
import type { BranchFacts, CollectionFacts } from '../read.ts';
import { expectedTime } from './expected-time.ts';
import { beginsWith, indexCandidates } from './index-candidates.ts';

/** A question about one type, and how long all its answers took together. */
export interface OftenAsked {
  question: NormalizedQuestion;
  totalMs: number;
}

/** An index helps a question if it saves this part of its time, */
const minSaved = 0.2;
/** and this part of a scan: a sample cannot tell smaller differences. */
const minSavedOfScan = 0.01;
const maxSuggested = 5;

/**
 * Suggests indexes for the questions of one type, the most useful first: lists of fields in their order. An index is
 * suggested if the planner makes a faster plan with it than with the existing ones and those suggested before it.
 * The facts of the type need a sample with the fields of all questions.
 */
export function suggestIndexes(
  asked: readonly OftenAsked[],
  facts: BranchFacts,
  canIndex: (field: Field) => boolean,
): string[][] {
  const before = asked.map(({ question }) => timeWith(question, facts, factsOf(question, { facts }).indexes));
  const best = [...before];
  const own = asked.map(({ question }) => indexCandidates(question, canIndex).map(namesOf));
  // An index that begins with another field than any of a question's own candidates cannot help it.
  const canHelp = own.map((candidates) => new Set(candidates.map(([first]) => first)));
  const candidates = withoutRepeats(own.flat()).map((names): Candidate => {
    const times = asked.map(({ question }, at) =>
      canHelp[at]!.has(names[0]) ? timeWithIndex(question, facts, names) : 1,
    );
    return { names, times };
  });
  const savedMs = ({ times }: Candidate): number =>
    asked.reduce((sum, { totalMs }, at) => {
      const isHelped = before[at]! > 0 && saves(best[at]!, times[at]!);
      return isHelped ? sum + totalMs * ((best[at]! - times[at]!) / before[at]!) : sum;
    }, 0);
  const suggested: string[][] = [];
  while (suggested.length < maxSuggested) {
    const rated = candidates.map((candidate) => ({ ...candidate, saved: savedMs(candidate) }));
    const most = shortestOfBest(rated);
    if (most === undefined) break;
    suggested.push(most.names);
    most.times.forEach((time, at) => (best[at] = Math.min(best[at]!, time)));
  }
  // A later one may begin with all fields of an earlier one.
  return suggested.filter((names) => !suggested.some((other) => other !== names && beginsWith(other, names)));
}

/** Whether an index on these fields makes the plan of a question faster than no index. */
export function helpsQuestion(question: NormalizedQuestion, facts: BranchFacts, names: readonly string[]): boolean {
  return saves(timeWith(question, facts, []), timeWithIndex(question, facts, names));
}

const saves = (before: number, after: number): boolean =>
  after <= before * (1 - minSaved) && before - after >= minSavedOfScan;

interface Candidate {
  names: string[];
  /** The expected time of each question with it. */
  times: number[];
}

interface Rated extends Candidate {
  saved: number;
}

/** The candidate with the fewest fields of those that save the most, up to what the sample can tell. */
function shortestOfBest(rated: readonly Rated[]): Rated | undefined {
  const most = Math.max(0, ...rated.map(({ saved }) => saved));
  const best = most === 0 ? [] : rated.filter(({ saved }) => saved >= most * (1 - minSavedOfScan));
  return best.sort((one, other) => one.names.length - other.names.length || other.saved - one.saved)[0];
}

const namesOf = (fields: readonly Field[]): string[] => fields.map(({ name }) => name);

const withoutRepeats = (lists: readonly string[][]): string[][] => [
  ...new Map(lists.map((names) => [names.join(), names])).values(),
];

const timeWithIndex = (question: NormalizedQuestion, facts: BranchFacts, names: readonly string[]): number =>
  timeWith(question, facts, [{ name: 'suggested', key: Object.fromEntries(names.map((name) => [name, 1])) }]);

function timeWith(question: NormalizedQuestion, facts: BranchFacts, indexes: CollectionFacts['indexes']): number {
  const pretended = { ...factsOf(question, { facts }), indexes };
  return expectedTime(question, { facts: { ...facts, [question.type.name]: pretended } });
}
