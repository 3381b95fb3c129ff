import { queryOptions, useQuery } from '@tanstack/react-query';
import { addressOf } from '../api/call.ts';
import { count } from '../api/count.ts';
import type { AskedField } from '@tallyhook/schemas/api';
import type { Formats } from '../chart/formats.ts';
import { usePlace, type Place } from '../place.tsx';
import { viewer } from '../reports/viewer.ts';
import { useFormats } from '../use-formats.ts';
import type { PickerOption } from './Picker.tsx';
import { valueOptions } from './value-options.ts';

const maxValues = 1_000;

export interface Values {
  options: PickerOption[];
  /** Whether values from the records are still loading. */
  isLoading: boolean;
  /** Message shown if they could not be loaded. */
  emptyText: string | undefined;
}

/** The request for the values of a field, most frequent first. */
export function valuesOfField(type: string, field: string, { place, formats }: { place: Place; formats: Formats }) {
  return queryOptions({
    queryKey: ['values', place, type, field],
    queryFn: async ({ signal }) => {
      const question = { type, groupBy: [{ field, as: 'value' }], limit: maxValues };
      const q = JSON.stringify(question);
      const answer = await count(addressOf(place, 'GET /api/query', { query: { q, labels: true } }), signal);
      return valueOptions(answer, formats);
    },
    staleTime: 60_000,
  });
}

/**
 * The values a field can be compared with: a choice's options, otherwise values from the records, most frequent first.
 */
export function useValues(type: string, field: AskedField, chosen: readonly string[]): Values {
  const place = usePlace();
  const formats = useFormats();
  const {
    data = [],
    isLoading,
    isError,
  } = useQuery({ ...valuesOfField(type, field.name, { place, formats }), enabled: field.options === undefined });
  const known = field.options ?? (field.kind === 'person' ? [viewer, ...data] : data);
  // A chosen record stays in the list even if no other record refers to it any more.
  const others = chosen.filter((one) => !known.some(({ value }) => value === one));
  const emptyText = isError ? "Couldn't load the values. Reload the page to try again." : undefined;
  return { options: [...known, ...others.map((value) => ({ value, label: value }))], isLoading, emptyText };
}
