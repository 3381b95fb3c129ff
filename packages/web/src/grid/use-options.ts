import { useQuery } from '@tanstack/react-query';
import { recordLabel } from '@tallyhook/schemas/record-label';
import type { Field, QuestionFilter } from '@tallyhook/schemas';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { useTypes } from '../api/queries.ts';
import { usePlace } from '../place.tsx';
import { useFormats } from '../use-formats.ts';
import { writeValue } from '../records/record-cells.ts';
import type { ListedOption } from './OptionList.tsx';

const maxFound = 50;

/** The values that a choice, relation or person field can take; those of relations by the typed text. */
export function useOptions(field: Field, initialText: string) {
  const place = usePlace();
  const formats = useFormats();
  const [text, setText] = useState(initialText);
  const { data: types = [] } = useTypes();
  const target = types.find(({ name }) => name === field.target);
  const labelField = target?.fields.find(({ name }) => name === target.labelField);
  const people = useQuery({
    enabled: field.kind === 'person',
    queryKey: ['people', place.workspace],
    queryFn: ({ signal }) => call(place, 'GET /api/people', { signal }),
    staleTime: 60_000,
  });
  const related = useQuery({
    enabled: field.kind === 'relation' && target !== undefined,
    queryKey: ['options', place, field.target, text],
    queryFn: async ({ signal }) => {
      const isText = labelField?.kind === 'text';
      const filter: QuestionFilter =
        text.trim() === '' || !isText
          ? { and: [] }
          : { and: [{ field: labelField.name, op: 'contains', value: text.trim() }] };
      const sort = isText ? [{ field: labelField.name }] : [];
      const query = { type: target!.name, limit: maxFound };
      const { records } = await call(place, 'POST /api/records/search', { query, body: { filter, sort }, signal });
      return records.map(({ id, fields }): ListedOption => {
        const name = labelField && writeValue(fields[labelField.name], labelField, { formats, names: {} });
        return { value: id, label: recordLabel(name ?? '', id.slice(-6)) };
      });
    },
    placeholderData: (before) => before,
    staleTime: 10_000,
  });
  if (field.kind === 'choice') return { options: field.options ?? [], isLoading: false };
  if (field.kind === 'person') {
    const options = (people.data ?? []).map(({ id, name }) => ({ value: id, label: name }));
    return { options, isLoading: people.isLoading };
  }
  return { options: related.data ?? [], isLoading: related.isLoading, onSearch: setText };
}
