import { toSearchText } from './find-options.ts';
import type { PickerOption } from './Picker.tsx';

/** The time zones the browser knows, UTC first. */
export function zoneOptions(): PickerOption[] {
  const names = Intl.supportedValuesOf('timeZone').filter((name) => name !== 'UTC');
  return ['UTC', ...names].map((name) => ({ value: name, label: name, searchText: toSearchText(name) }));
}
