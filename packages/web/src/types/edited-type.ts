import type { Field, FieldKind, RecordType } from '@tallyhook/schemas';
import type { NewRecordType } from '@tallyhook/schemas/api';

/** What people call the kinds of fields. */
export const kindLabels: Record<FieldKind, string> = {
  text: 'Text',
  number: 'Number',
  choice: 'Choice',
  day: 'Date',
  instant: 'Date and time',
  yesNo: 'Yes or no',
  relation: 'Relation',
  person: 'Person',
  file: 'File',
};

/** The kinds whose values can be kept different. */
export const canBeUnique = (kind: FieldKind): boolean => ['text', 'number', 'day', 'instant'].includes(kind);

/** The kinds that can hold a list. */
export const canHoldMany = (kind: FieldKind): boolean => ['choice', 'relation', 'person', 'file'].includes(kind);

/** The kinds that a record can be named by. */
export const canName = ({ kind, many }: Field): boolean =>
  many !== true && !['relation', 'person', 'file'].includes(kind);

/** A name for questions and addresses: `Due date` becomes `dueDate`. */
export function nameOf(label: string, taken: readonly string[]): string {
  const words = label
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean);
  const joined = words
    .map((word, at) => (at === 0 ? word[0]!.toLowerCase() : word[0]!.toUpperCase()) + word.slice(1))
    .join('');
  const name = (/^[a-z]/.test(joined) ? joined : `field${joined}`).slice(0, 60);
  let free = name;
  for (let count = 2; taken.includes(free); count++) free = `${name}${count}`;
  return free;
}

/** The declaration that is sent; without what only the service knows. */
export function declarationOf({ name, label, plural, offered, labelField, fields }: RecordType): NewRecordType {
  return { name, label, plural, offered, labelField, fields } as NewRecordType;
}

/** Whether two versions of a type are the same. */
export const isSameType = (one: RecordType, other: RecordType): boolean =>
  JSON.stringify(declarationOf(one)) === JSON.stringify(declarationOf(other));

/**
 * Both changes of a type that two people edited: what only one of them changed, and mine where both changed the same
 * field or name.
 */
export function mergeTypes(base: RecordType, mine: RecordType, theirs: RecordType): RecordType {
  const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
  const fieldOf = (type: RecordType, wanted: string) => type.fields.find(({ name }) => name === wanted);
  const kept = theirs.fields.flatMap((field) => {
    const [before, now] = [fieldOf(base, field.name), fieldOf(mine, field.name)];
    if (same(before, now)) return [field];
    return now === undefined ? [] : [now];
  });
  const added = mine.fields.filter(
    (field) => fieldOf(theirs, field.name) === undefined && !same(fieldOf(base, field.name), field),
  );
  const names = (['label', 'plural', 'labelField'] as const).map((key) => [
    key,
    mine[key] === base[key] ? theirs[key] : mine[key],
  ]);
  return { ...theirs, ...Object.fromEntries(names), fields: [...kept, ...added] } as RecordType;
}

/** What somebody else changed, in words: `New field Due`. */
export function describeOthersChange(base: RecordType, theirs: RecordType): string[] {
  const before = new Map(base.fields.map((field) => [field.name, field]));
  const now = new Set(theirs.fields.map(({ name }) => name));
  const lines = theirs.fields.flatMap((field) => {
    const known = before.get(field.name);
    if (known === undefined) return [`New field ${field.label}`];
    return JSON.stringify(known) === JSON.stringify(field) ? [] : [`${field.label} has other settings`];
  });
  const gone = base.fields.filter(({ name }) => !now.has(name)).map(({ label }) => `${label} was removed`);
  const found = [...lines, ...gone];
  return found.length > 0 ? found : ['Its names or the order of its fields'];
}

/** The type with a field moved one place up (-1) or down (1). */
export function moveField(type: RecordType, name: string, by: -1 | 1): RecordType {
  const at = type.fields.findIndex((field) => field.name === name);
  const to = at + by;
  if (at < 0 || to < 0 || to >= type.fields.length) return type;
  const fields = type.fields.toSpliced(at, 1);
  return { ...type, fields: fields.toSpliced(to, 0, type.fields[at]!) };
}

/** The type with a field changed, or added at the end. */
export function putField(type: RecordType, field: Field): RecordType {
  const isThere = type.fields.some(({ name }) => name === field.name);
  const fields = isThere ? type.fields.map((one) => (one.name === field.name ? field : one)) : [...type.fields, field];
  return { ...type, fields };
}

/** The type without a field. */
export const withoutField = (type: RecordType, name: string): RecordType => ({
  ...type,
  fields: type.fields.filter((field) => field.name !== name),
});

/** What is special about a field, in words: `Required, unique`. */
export function settingsOf({ required, unique, default: preset, options = [] }: Field): string {
  const optionName = (value: string) => options.find((option) => option.value === value)?.label ?? value;
  const shown = Array.isArray(preset)
    ? preset.map(optionName).join(', ')
    : typeof preset === 'boolean'
      ? preset
        ? 'Yes'
        : 'No'
      : preset === undefined
        ? ''
        : optionName(String(preset));
  return [required && 'Required', unique && 'Unique', shown !== '' && `Default ${shown}`].filter(Boolean).join(', ');
}
