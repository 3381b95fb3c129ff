import { useQueries, useQuery, type QueryKey } from '@tanstack/react-query';
import type { AskedField } from '@tallyhook/schemas/api';
import { call } from '../api/call.ts';
import { usePlace, type Place } from '../place.tsx';

/** The fields that pickers offer, including those one relation away. */
export interface FieldsOfType {
  /** The type's own fields. */
  own: AskedField[];
  /** All fields, including `relation.field` of related records. */
  all: AskedField[];
}

/** The fields of a type; undefined until they are known. */
export function useFields(type: string): { fields: FieldsOfType | undefined; error: Error | null } {
  const place = usePlace();
  const { data: own, error } = useQuery(fieldsOptions(place, type));
  const relations = own?.filter(({ kind, target }) => kind === 'relation' && target !== undefined) ?? [];
  const targets = [...new Set(relations.map(({ target }) => target!))];
  const related = useQueries({ queries: targets.map((target) => fieldsOptions(place, target)) });
  if (own === undefined) return { fields: undefined, error };
  const byTarget = new Map(targets.map((target, index) => [target, related[index]?.data ?? []]));
  const hops = relations.flatMap((relation) =>
    byTarget.get(relation.target!)!.map((field) => throughRelation(relation, field)),
  );
  return { fields: { own, all: [...own, ...hops] }, error };
}

/** The request for the fields of a type. */
export function fieldsOptions(place: Place, type: string) {
  return {
    queryKey: ['fields', place, type] as QueryKey,
    queryFn: async ({ signal }: { signal: AbortSignal }) =>
      (await call(place, 'GET /api/query/fields', { query: { type }, signal })).fields,
    staleTime: 60_000,
  };
}

/** A field of a related record. Measures only use the type's own fields. */
function throughRelation(relation: AskedField, field: AskedField): AskedField {
  return {
    ...field,
    name: `${relation.name}.${field.name}`,
    label: `${relation.label} › ${field.label}`,
    many: relation.many || field.many,
    fns: [],
  };
}
