import type { Field, ProblemDetail, RecordType } from '@tallyhook/schemas';
import type { FieldChangePreview, LostOption, LostValue } from '@tallyhook/schemas/api';
import type { ClientSession, Filter } from 'mongodb';
import { findCollection } from '../collections/collections.ts';
import { recordsIn, valueIn, type RecordDocument, type StoredValue } from '../collections/record-document.ts';
import type { Branch } from '../database/branches.ts';
import type { Store } from '../database/store.ts';
import { countLost, describeValue } from './convert-value.ts';
import { convertRecord, type FieldWork, type TypePlan } from './plan-type.ts';

/** What a change of a type would do to its records. */
export interface TypeSurvey {
  /** The records whose values would change. */
  changed: number;
  lost: number;
  fields: FieldChangePreview[];
  refusals: ProblemDetail[];
}

export const maxExamples = 20;
export const maxLabelLength = 120;

/** Reads the records that a change of their type touches, and writes nothing. */
export async function surveyRecords(
  store: Store,
  branch: Branch,
  plan: TypePlan,
  session?: ClientSession,
): Promise<TypeSurvey> {
  const fields = plan.works.map(newPreview);
  const checks = createChecks(plan);
  const survey = { changed: 0 };
  const entry = await findCollection(store, branch, plan.before.name, session);
  if (entry !== null && (plan.works.length > 0 || checks.length > 0)) {
    const records = recordsIn(store, branch.workspaceId, entry.collection);
    const options = { projection: projectionOf(plan), session, sort: { _id: 1 as const } };
    for await (const record of records.find(touchedBy(plan), options)) {
      const after = convertRecord(plan, record);
      if (after !== record) survey.changed += 1;
      for (const [index, work] of plan.works.entries()) note(fields[index]!, work, { plan, record, after });
      for (const check of checks) check.note(after, () => labelOf(plan, record));
    }
  }
  const lost = fields.reduce((sum, field) => sum + field.lost, 0);
  return { ...survey, lost, fields, refusals: checks.flatMap((check) => check.refusal()) };
}

/** What a change does to one field, while it is counted. */
export type FieldSurvey = FieldChangePreview & { examples: LostValue[]; options?: LostOption[] };

export function newPreview(work: FieldWork): FieldSurvey {
  const { field, change } = work;
  const options = lostOptions(work);
  return {
    ...{ field: field.name, label: field.label, change, values: 0, lost: 0, filled: 0, examples: [] },
    ...(options.length > 0 && { options }),
  };
}

/** The choices that a changed field of choices no longer has. */
function lostOptions({ field, before, convert }: FieldWork): LostOption[] {
  if (before?.kind !== 'choice' || field.kind !== 'choice' || convert === undefined) return [];
  const gone = (before.options ?? []).filter(({ value }) => convert(value) === undefined);
  return gone.map(({ value, label }) => ({ value, label, records: 0 }));
}

/** Counts the choices of a value that are gone. */
export function noteOptions({ options = [] }: FieldSurvey, value: StoredValue): void {
  const values = Array.isArray(value) ? value : [value];
  for (const option of options) if (values.includes(option.value)) option.records += 1;
}

/** The choices that records still have, and what to do about them; nothing if there are none. */
export function describeLostOptions(name: string, options: readonly LostOption[] = []): string | undefined {
  const held = options.filter(({ records }) => records > 0);
  if (held.length === 0) return undefined;
  const named = held.map(
    (one) => `"${one.label}" (${one.records} ${one.records === 1 ? 'record has' : 'records have'} it)`,
  );
  const which = held.length === 1 ? 'the choice' : 'the choices';
  return `${name} no longer has ${which} ${named.join(', ')}: choose another one for these records first, or keep ${held.length === 1 ? 'it' : 'them'}`;
}

/** The records with a value that may change, and those that lack one that they must have. */
export function touchedBy({ works, required, unique }: TypePlan): Filter<RecordDocument> {
  const present = [...works.map(({ field }) => field), ...unique].map(({ name }) => ({ [name]: { $exists: true } }));
  const absent = [...required, ...works.filter(({ fill }) => fill !== undefined).map(({ field }) => field)].map(
    ({ name }) => ({ [name]: { $exists: false } }),
  );
  return { $or: [...present, ...absent] };
}

function projectionOf({ before, works, required, unique }: TypePlan): Record<string, 1> {
  const fields = [...works.map(({ field }) => field), ...required, ...unique];
  const names = [before.labelField, ...fields.map(({ name }) => name)];
  return Object.fromEntries(names.map((name) => [name, 1]));
}

function note(
  preview: FieldSurvey,
  { field, change, before, fill }: FieldWork,
  { plan, record, after }: { plan: TypePlan; record: RecordDocument; after: RecordDocument },
): void {
  const value = change === 'added' ? undefined : valueIn(record, field.name);
  const now = change === 'removed' ? undefined : valueIn(after, field.name);
  if (value === undefined) {
    if (fill !== undefined) preview.filled += 1;
    return;
  }
  preview.values += 1;
  noteOptions(preview, value);
  const lost = countLost(value, now === fill && fill !== value && change === 'converted' ? undefined : now);
  if (lost === 0) return;
  preview.lost += lost;
  if (preview.examples.length === maxExamples) return;
  const example = { id: record._id.toHexString(), label: labelOf(plan, record) };
  preview.examples.push({ ...example, value: describeValue(before!, value).slice(0, maxLabelLength) });
}

const labelOf = ({ before }: TypePlan, record: RecordDocument) => labelOfRecord(before, record);

/** How people call a record of a type. */
export function labelOfRecord({ fields, labelField }: RecordType, record: RecordDocument): string {
  const field = fields.find(({ name }) => name === labelField);
  const value = valueIn(record, labelField);
  const text = field && value !== undefined ? describeValue(field, value) : record._id.toHexString();
  return text.slice(0, maxLabelLength);
}

/** Looks at records as they would be, and says why the change is refused. */
export interface RecordCheck {
  note(record: Readonly<Record<string, unknown>>, label: () => string): void;
  refusal(): ProblemDetail[];
}

/** Checks that records have the values that fields must have, and that those of other fields differ. */
export function createChecks({ required, unique }: Pick<TypePlan, 'required' | 'unique'>): RecordCheck[] {
  return [...required.map(createRequiredCheck), ...unique.map(createUniqueCheck)];
}

function createRequiredCheck({ name, label }: Field): RecordCheck {
  const examples: string[] = [];
  let empty = 0;
  return {
    note(record, labelOfRecord) {
      if (valueIn(record, name) !== undefined) return;
      empty += 1;
      if (examples.length < maxExamples) examples.push(`"${labelOfRecord()}"`);
    },
    refusal() {
      if (empty === 0) return [];
      const records = empty === 1 ? '1 record has' : `${empty} records have`;
      const shown = examples.join(', ').slice(0, 1500);
      const detail = `${label} ("${name}") cannot be required, because ${records} no value (${shown}): give the field a default, or fill them first.`;
      return [{ pointer: `#/fields/${name}/required`, code: 'required_field', detail }];
    },
  };
}

function createUniqueCheck(field: Field): RecordCheck {
  const { name, label } = field;
  const first = new Map<string, string>();
  const examples = new Set<string>();
  let again = 0;
  return {
    note(record, labelOfRecord) {
      const value = valueIn(record, name);
      if (value === undefined) return;
      const text = value instanceof Date ? value.toISOString() : `${typeof value} ${String(value)}`;
      const earlier = first.get(text);
      if (earlier === undefined) first.set(text, labelOfRecord());
      else {
        again += 1;
        if (examples.size < maxExamples)
          examples.add(`${describeValue(field, value)} ("${earlier}", "${labelOfRecord()}")`);
      }
    },
    refusal() {
      if (again === 0) return [];
      const shown = [...examples].join('; ');
      const detail = `${label} ("${name}") cannot be unique, because ${again} of its values ${again === 1 ? 'is' : 'are'} there already: ${shown.slice(0, 1500)}. Change them first.`;
      return [{ pointer: `#/fields/${name}/unique`, code: 'value_taken', detail }];
    },
  };
}
