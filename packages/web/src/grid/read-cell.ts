import type { Field } from '@tallyhook/schemas';
import { readNumber } from '../builder/read-number.ts';
import { localForms, plainDay, plainNumber, type LocalForms } from './local-forms.ts';

/** A value as the service takes it, or why the text is not one. */
export type ReadCell = { value: unknown; problem?: undefined } | { value?: undefined; problem: string };

/** The ids of records and people by their names, as far as they are known. */
export type FindId = (name: string, field: Field) => string | undefined;

/** Reads typed or pasted text as a value of a field, as the person's language writes it; empty text is no value. */
export function readCell(text: string, field: Field, findId: FindId, forms = localForms()): ReadCell {
  const typed = text.trim();
  if (typed === '' || typed === '–') return { value: null };
  const how = { field, findId, forms };
  if (!field.many) return readOne(typed, text, how);
  const parts = typed.split(/\s*[,;]\s*/).filter(Boolean);
  const read = parts.map((part) => readOne(part, part, how));
  return read.find(({ problem }) => problem !== undefined) ?? { value: read.map(({ value }) => value) };
}

interface HowToRead {
  field: Field;
  findId: FindId;
  forms: LocalForms;
}

function readOne(typed: string, whole: string, { field, findId, forms }: HowToRead): ReadCell {
  switch (field.kind) {
    case 'text':
      return { value: whole };
    case 'number':
      return readFormatted(typed, field, forms);
    case 'yesNo':
      return readYesNo(typed);
    case 'choice':
      return readChoice(typed, field);
    case 'day':
      return readDay(typed, forms);
    case 'instant':
      return readInstant(typed, forms);
    default:
      return readId(typed, field, findId);
  }
}

/** Reads `€1,160.00` and `−3` as well as plain numbers. In a field of percentages, `12.5` and `12.5 %` are the same. */
function readFormatted(typed: string, { format }: Field, forms: LocalForms): ReadCell {
  const plain = typed
    .replace(/^[−–]/, '-')
    .replace(/^(-?)[\p{Sc}\s]+/u, '$1')
    .replace(/[\p{Sc}\s]+$/u, '');
  const isShare = plain.endsWith('%');
  const isOfShares = format?.unit === 'percent';
  if (isShare && !isOfShares) return { problem: 'Type a number without %' };
  const { number, problem } = readNumber(plainNumber(isShare ? plain.slice(0, -1).trimEnd() : plain, forms));
  if (number === undefined) return { problem: problem ?? 'Type a number' };
  return { value: isOfShares ? Number((number / 100).toPrecision(15)) : number };
}

function readYesNo(typed: string): ReadCell {
  if (/^(yes|true|1|x|✓)$/i.test(typed)) return { value: true };
  if (/^(no|false|0)$/i.test(typed)) return { value: false };
  return { problem: 'Type yes or no' };
}

function readChoice(typed: string, { options = [], label }: Field): ReadCell {
  const same = (one: string) => one.toLowerCase() === typed.toLowerCase();
  const option =
    options.find(({ value }) => value === typed) ?? options.find((one) => same(one.label) || same(one.value));
  if (option) return { value: option.value };
  return { problem: `${label} has no choice “${typed}”: ${options.map((one) => one.label).join(', ')}` };
}

function readDay(typed: string, forms: LocalForms): ReadCell {
  if (/^\d{4}-\d{2}-\d{2}$/.test(typed)) return { value: typed };
  const day = plainDay(typed, forms);
  if (day !== undefined) return { value: day };
  // With the name of the month, the order of day and month is clear.
  const time = /[a-z]/i.test(typed) ? Date.parse(`${typed} UTC`) : NaN;
  if (Number.isNaN(time)) return { problem: 'Type a day as 2026-11-25 or 25 Nov 2026' };
  return { value: new Date(time).toISOString().slice(0, 10) };
}

function readInstant(typed: string, forms: LocalForms): ReadCell {
  const [, date = '', clock] = /^(\S+),? (\d{1,2}:\d{2}(?::\d{2})?)$/.exec(typed) ?? [];
  const day = plainDay(date.replace(/,$/, ''), forms);
  const meant = day === undefined ? typed : `${day} ${clock}`;
  const time = /^\d{4}-\d{2}-\d{2}/.test(meant) || /[a-z]/i.test(meant) ? Date.parse(meant) : NaN;
  if (Number.isNaN(time)) return { problem: 'Type a date and time as 2026-11-25 14:30' };
  return { value: new Date(time).toISOString() };
}

function readId(typed: string, field: Field, findId: FindId): ReadCell {
  if (/^[0-9a-f]{24}$/.test(typed)) return { value: typed };
  const id = field.kind === 'file' ? undefined : findId(typed, field);
  if (id !== undefined) return { value: id };
  return { problem: `${field.label}: no known record is called “${typed}”. Choose it in the cell.` };
}
