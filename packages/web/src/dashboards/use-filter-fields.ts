import { useQueries } from '@tanstack/react-query';
import type { AskedField } from '@tallyhook/schemas/api';
import { useMemo } from 'react';
import { fieldsOptions } from '../builder/fields.ts';
import { usePlace } from '../place.tsx';

/** A field that tiles can be filtered by, and one of the types that have it. */
export interface FilterField {
  type: string;
  field: AskedField;
}

/** The fields of the types, each once: those of the same name and kind are the same. */
export function useFilterFields(types: readonly string[]): FilterField[] {
  const place = usePlace();
  const found = useQueries({ queries: types.map((type) => fieldsOptions(place, type)) });
  const lists = found.map(({ data }) => data);
  const key = JSON.stringify(lists.map((list) => list?.map(({ name, kind, target }) => [name, kind, target])));
  return useMemo(() => {
    const all = types.flatMap((type, index) => (lists[index] ?? []).map((field) => ({ type, field })));
    const byName = new Map(
      all
        .filter(({ field }) => field.ops.length > 0)
        .reverse()
        .map((one) => [`${one.field.name} ${one.field.kind} ${one.field.target}`, one]),
    );
    return [...byName.values()].reverse();
    // The lists are new objects at each render; the key says whether they differ.
  }, [key]);
}
