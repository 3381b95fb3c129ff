import type { AskedField } from '@tallyhook/schemas/api';
import type { PickerOption } from './Picker.tsx';

/** Converts fields to options: the type's own fields first, then those of related records grouped by relation. */
export function fieldOptions(fields: readonly AskedField[]): PickerOption[] {
  const own = fields.filter(({ name, system }) => !name.includes('.') && !system);
  const system = fields.filter(({ name, system: isSystem }) => !name.includes('.') && isSystem);
  const hops = fields.filter(({ name }) => name.includes('.'));
  return [
    ...own.map(({ name, label }) => ({ value: name, label })),
    ...system.map(({ name, label }) => ({ value: name, label, group: 'Of every record' })),
    ...hops.map(({ name, label }) => ({ value: name, label, group: label.split(' › ')[0]! })),
  ];
}
