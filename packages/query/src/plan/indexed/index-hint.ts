import type { Field } from '@tallyhook/schemas';
import type { AggregateRead, CollectionFacts, Read } from '../read.ts';
import type { Filter, NormalizedQuestion, Test } from '../../normalize/normalized-question.ts';
import { isFindable, shareMatching } from './sample.ts';

/** Fetching records by an index is much slower than scanning them, so it pays off only up to this share of them. */
const maxShareByIndex = 0.2;
/** The same if the index has all needed fields. */
const maxShareInIndex = 0.5;

/**
 * Stops the database from using indexes that slow a scan down. It uses any that it can, even if the filter keeps most
 * records, or for a substring search.
 */
export function withoutBadIndexes(reads: Read[], question: NormalizedQuestion, facts: CollectionFacts): Read[] {
  if (!facts.indexes.some(({ name }) => name !== '_id_') || paysOff(question, facts)) return reads;
  return reads.map((read) => (isFiltered(read) ? { ...read, hint: { $natural: 1 } } : read));
}

const isFiltered = (read: Read): boolean =>
  read.kind === 'count' ? Object.keys(read.match).length > 0 : isMatching(read);

const isMatching = (read: Read): read is AggregateRead =>
  read.kind === 'aggregate' && read.pipeline[0] !== undefined && '$match' in read.pipeline[0];

const paysOff = (question: NormalizedQuestion, facts: CollectionFacts): boolean => timeByIndex(question, facts) <= 1;

/**
 * The expected time of reading by the best index, relative to scanning all records; infinite if no index finds any. Zero
 * if the records are unknown.
 */
export function timeByIndex(question: NormalizedQuestion, { indexes, sample }: CollectionFacts): number {
  const findable = findableTests(question.filter);
  const needed = fieldsOf(question);
  const times = indexes.flatMap(({ key }) => {
    const names = Object.keys(key);
    const tests = findable.filter(({ field }) => names.includes(field.name));
    if (!tests.some(({ field }) => field.name === names[0])) return [];
    const maxShare = needed.every(({ name, many }) => !many && names.includes(name))
      ? maxShareInIndex
      : maxShareByIndex;
    // Fewer than the sample can tell are still some.
    return sample?.length ? Math.max(shareMatching(sample, tests), 0.5 / sample.length) / maxShare : 0;
  });
  return Math.min(...times);
}

/** Tests that every record must meet and that an index can find. */
export function findableTests(filter: Filter): Test[] {
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
