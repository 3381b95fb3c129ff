import { createHash } from 'node:crypto';
import { Problem, type RecordType } from '@tallyhook/schemas';

const known = new WeakMap<RecordType, string>();

/**
 * A digest of what a type asks of its values. Labels, formats and help are not part of it. The collection of a type
 * carries the mark of the type that its records fit, so that nobody writes values checked against an earlier one.
 */
export function typeMark(type: RecordType): string {
  const found = known.get(type);
  if (found !== undefined) return found;
  const fields = type.fields
    .map(({ name, kind, many = false, target = '', required = false, unique = false, options = [] }) =>
      JSON.stringify([name, kind, many, target, required, unique, options.map(({ value }) => value)]),
    )
    .sort();
  const mark = createHash('sha256').update(fields.join('\n')).digest('hex').slice(0, 16);
  known.set(type, mark);
  return mark;
}

/**
 * Refuses a write whose values were checked against an earlier version of the type.
 * @throws Problem `unavailable`; the same request may succeed at once.
 */
export function refuseEarlierType(entry: { typeMark?: string }, type: RecordType): void {
  if (entry.typeMark === undefined || entry.typeMark === typeMark(type)) return;
  const detail = `The type "${type.name}" changed while its records were being written: try again.`;
  throw new Problem('unavailable', detail, { retryAfterSeconds: 1 });
}
