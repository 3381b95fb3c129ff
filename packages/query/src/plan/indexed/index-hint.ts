import type { Field } from '@tallyhook/schemas';
import type { AggregateRead, CollectionFacts, Read } from '../read.ts';
import type { Filter, NormalizedQuestion, Test } from '../../normalize/normalized-question.ts';
import { isFindable, partThatMeets } from './sample.ts';

/** Fetching records by an index takes so much longer than scanning them that it pays only for a part of them. */
const mostByIndex = 0.2;
/** The same where the index has all that is asked for. */
const mostInIndex = 0.5;

/**
 * Keeps the database from indexes that make a scan slower: it takes any that it can, also for a filter that keeps most
 * records, or for a text that is contained somewhere.
 */
export function withoutBadIndexes(reads: Read[], question: NormalizedQuestion, facts: CollectionFacts): Read[] {
  if (!facts.indexes.some(({ name }) => name !== '_id_') || paysOff(question, facts)) return reads;
  return reads.map((read) => (isFiltered(read) ? { ...read, hint: { $natural: 1 } } : read));
}

const isFiltered = (read: Read): boolean =>
  read.kind === 'count' ? Object.keys(read.match).length > 0 : isMatching(read);

const isMatching = (read: Read): read is AggregateRead =>
  read.kind === 'aggregate' && read.pipeline[0] !== undefined && '$match' in read.pipeline[0];

function paysOff(question: NormalizedQuestion, { indexes, sample }: CollectionFacts): boolean {
  const findable = findableTests(question.filter);
  const found = indexes.flatMap(({ key }) => {
    const names = Object.keys(key);
    const tests = findable.filter(({ field }) => names.includes(field.name));
    return tests.some(({ field }) => field.name === names[0]) ? [{ names, tests }] : [];
  });
  const needed = fieldsOf(question);
  return found.some(({ names, tests }) => {
    const most = needed.every(({ name, many }) => !many && names.includes(name)) ? mostInIndex : mostByIndex;
    return !sample?.length || partThatMeets(sample, tests) <= most;
  });
}

/** The tests that every record has to meet and that an index can find. */
function findableTests(filter: Filter): Test[] {
  if ('all' in filter) return filter.all.flatMap(findableTests);
  return isFindable(filter) ? [filter] : [];
}

function fieldsOf({ filter, groups, measures }: NormalizedQuestion): Field[] {
  const measured = measures.map(({ field }) => field).filter((field) => field !== undefined);
  return [...testedFields(filter), ...groups.map(({ field, via }) => via?.field ?? field), ...measured];
}

function testedFields(filter: Filter): Field[] {
  if ('all' in filter) return filter.all.flatMap(testedFields);
  if ('any' in filter) return filter.any.flatMap(testedFields);
  if ('not' in filter) return testedFields(filter.not);
  return ['related' in filter ? filter.via : filter.field];
}
