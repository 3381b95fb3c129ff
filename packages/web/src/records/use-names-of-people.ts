import { useQueries } from '@tanstack/react-query';
import type { QuestionFilter, RecordType } from '@tallyhook/schemas';
import { valuesOfField } from '../builder/use-values.ts';
import { usePlace } from '../place.tsx';
import { useFormats } from '../use-formats.ts';
import { peopleOfFilter } from './people-of-filter.ts';

export interface NamesOfPeople {
  /** By id; people in no record get the end of their id, as in the list's cells. */
  names: Record<string, string>;
  isLoading: boolean;
}

/** The names of the people in a filter. A list of records only has the names that its columns show. */
export function useNamesOfPeople(
  type: string,
  filter: QuestionFilter | undefined,
  types: readonly RecordType[],
): NamesOfPeople {
  const place = usePlace();
  const formats = useFormats();
  const people = filter === undefined ? new Map<string, string[]>() : peopleOfFilter(filter, { type, types });
  const queries = [...people.keys()].map((field) => valuesOfField(type, field, { place, formats }));
  const answers = useQueries({ queries });
  const named = answers.flatMap(({ data = [] }) => data.map(({ value, label }) => [value, label] as const));
  const ends = [...people.values()].flat().map((id) => [id, `… ${id.slice(-6)}`] as const);
  return {
    names: Object.fromEntries<string>([...ends, ...named]),
    isLoading: answers.some(({ isLoading }) => isLoading),
  };
}
