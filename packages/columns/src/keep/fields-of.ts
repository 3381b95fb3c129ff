import { distinctMeasures, measuredFields, type Filter, type NormalizedQuestion } from '@tallyhook/query';
import type { Field } from '@tallyhook/schemas';

/** The fields that a question reads, by type and name. A type whose records are only counted has none. */
export type AskedFields = Map<string, Map<string, Field>>;

/** Finds the fields that a question reads. */
export function fieldsOf(question: NormalizedQuestion): AskedFields {
  const asked: AskedFields = new Map([[question.type.name, new Map<string, Field>()]]);
  const add = (type: string, field: Field) => {
    const known = asked.get(type) ?? new Map<string, Field>();
    asked.set(type, known.set(field.name, field));
  };
  const own = question.type.name;
  const addFilter = (filter: Filter): void => {
    if ('all' in filter) filter.all.forEach(addFilter);
    else if ('any' in filter) filter.any.forEach(addFilter);
    else if ('not' in filter) addFilter(filter.not);
    else if ('related' in filter) {
      add(own, filter.via);
      add(filter.target, filter.related.field);
    } else add(own, filter.field);
  };
  addFilter(question.filter);
  for (const { field, via } of question.groups) {
    if (via) add(own, via.field);
    add(via?.target ?? own, field);
  }
  for (const field of measuredFields(question.measures)) add(own, field);
  for (const { field } of distinctMeasures(question.measures)) add(own, field);
  return asked;
}
