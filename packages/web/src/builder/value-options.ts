import type { Answer } from '@tallyhook/schemas';
import type { Formats } from '../chart/formats.ts';
import { groupLabels } from '../chart/group-labels.ts';
import type { PickerOption } from './Picker.tsx';

/** Converts the groups of an answer to options; equal names are disambiguated as in a chart. */
export function valueOptions(answer: Answer, formats: Formats): PickerOption[] {
  const column = answer.meta.columns.find(({ name }) => name === 'value')!;
  const values = answer.rows.map(({ key }) => key.value).filter((value) => typeof value === 'string');
  const labelOf = groupLabels(values, { column, answer, types: [], formats });
  return values.map((value) => ({ value, label: labelOf(value) }));
}
