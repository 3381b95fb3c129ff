import type { Field } from '@tallyhook/schemas';
import { localForms } from './local-forms.ts';

/** A value as the person edits it: numbers with the decimal sign of the language, moments as their field writes them. */
export function textToEdit(value: unknown, { kind, format }: Field, forms = localForms()): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(String).join(', ');
  if (kind === 'instant' && typeof value === 'string') return localMinute(new Date(value));
  if (typeof value === 'number') {
    const isShare = format?.unit === 'percent';
    const shown = String(isShare ? Number((value * 100).toPrecision(15)) : value).replace('.', forms.decimal);
    return isShare ? `${shown} %` : shown;
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function localMinute(moment: Date): string {
  const local = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}
