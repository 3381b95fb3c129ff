import { useQuery } from '@tanstack/react-query';
import { count } from '../api/count.ts';
import type { FieldDescription } from '../api/shapes.ts';
import { addressIn, usePlace } from '../place.tsx';
import { useFormats } from '../use-formats.ts';
import type { PickerOption } from './Picker.tsx';
import { valueOptions } from './value-options.ts';

const mostValues = 1_000;

const whoLooks: PickerOption = { value: '$me', label: 'me, whoever looks' };

export interface Values {
  options: PickerOption[];
  /** Whether those that records have are still to come. */
  isLoading: boolean;
  /** What is said in their place where they could not be read. */
  noneWords: string | undefined;
}

/** The values that a field can be compared with: the options of a choice, else those that records have, most used first. */
export function useValues(type: string, field: FieldDescription, chosen: readonly string[]): Values {
  const place = usePlace();
  const formats = useFormats();
  const {
    data = [],
    isLoading,
    isError,
  } = useQuery({
    queryKey: ['values', place, type, field.name],
    queryFn: async ({ signal }) => {
      const question = { type, groupBy: [{ field: field.name, as: 'value' }], limit: mostValues };
      const q = JSON.stringify(question);
      const answer = await count(addressIn(place, '/api/query', { q, labels: '1' }), signal);
      return valueOptions(answer, formats);
    },
    enabled: field.options === undefined,
    staleTime: 60_000,
  });
  const known = field.options ?? (field.kind === 'person' ? [whoLooks, ...data] : data);
  // A record that no other refers to any more is still what was chosen.
  const others = chosen.filter((one) => !known.some(({ value }) => value === one));
  const noneWords = isError ? 'The values could not be read. Reload the page to try again.' : undefined;
  return { options: [...known, ...others.map((value) => ({ value, label: value }))], isLoading, noneWords };
}
