import type { Field } from '@tallyhook/schemas';

/** A value as the person edits it: numbers without format, moments as the field for them writes them. */
export function textToEdit(value: unknown, { kind }: Field): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(String).join(', ');
  if (kind === 'instant' && typeof value === 'string') return localMinute(new Date(value));
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function localMinute(moment: Date): string {
  const local = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}
