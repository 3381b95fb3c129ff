import { queryOptions, useQuery } from '@tanstack/react-query';
import { addressOf } from '../api/call.ts';
import { count } from '../api/count.ts';
import type { AskedField } from '@tallyhook/schemas/api';
import type { Formats } from '../chart/formats.ts';
import { usePlace, type Place } from '../place.tsx';
import { whoLooks } from '../reports/who-looks.ts';
import { useFormats } from '../use-formats.ts';
import type { PickerOption } from './Picker.tsx';
import { valueOptions } from './value-options.ts';

const mostValues = 1_000;

export interface Values {
  options: PickerOption[];
  /** Whether those that records have are still to come. */
  isLoading: boolean;
  /** What is said in their place where they could not be read. */
  noneWords: string | undefined;
}

/** Asks for the values that records have in a field, most used first. */
export function valuesOfField(type: string, field: string, { place, formats }: { place: Place; formats: Formats }) {
  return queryOptions({
    queryKey: ['values', place, type, field],
    queryFn: async ({ signal }) => {
      const question = { type, groupBy: [{ field, as: 'value' }], limit: mostValues };
      const q = JSON.stringify(question);
      const answer = await count(addressOf(place, 'GET /api/query', { query: { q, labels: true } }), signal);
      return valueOptions(answer, formats);
    },
    staleTime: 60_000,
  });
}

/** The values that a field can be compared with: the options of a choice, else those that records have, most used first. */
export function useValues(type: string, field: AskedField, chosen: readonly string[]): Values {
  const place = usePlace();
  const formats = useFormats();
  const {
    data = [],
    isLoading,
    isError,
  } = useQuery({ ...valuesOfField(type, field.name, { place, formats }), enabled: field.options === undefined });
  const known = field.options ?? (field.kind === 'person' ? [whoLooks, ...data] : data);
  // A record that no other refers to any more is still what was chosen.
  const others = chosen.filter((one) => !known.some(({ value }) => value === one));
  const noneWords = isError ? 'The values could not be read. Reload the page to try again.' : undefined;
  return { options: [...known, ...others.map((value) => ({ value, label: value }))], isLoading, noneWords };
}
