import { listNames, nearest, type Field } from '@tallyhook/schemas';
import type { RecordDocument } from '../collections/record-document.ts';
import { refuseImport, rowName, type MistakeList } from './import-problem.ts';
import type { PlannedColumn } from './plan-columns.ts';
import type { RowCount } from './row-format.ts';

const keyKinds: Field['kind'][] = ['text', 'choice', 'number', 'day', 'instant'];

/**
 * Finds the field that identifies a row's record.
 * @throws Problem `invalid_import` if no column fills it, or it cannot identify records.
 */
export function findKeyField(key: string, columns: readonly PlannedColumn[]): Field {
  const usable = columns.filter(
    ({ field, target }) => target === undefined && !field.many && keyKinds.includes(field.kind),
  );
  const found = usable.find(({ column, field }) => column.header === key || field.name === key);
  if (found !== undefined) return found.field;
  const names = usable.map(({ column }) => column.header);
  const suggestion = nearest(key, names);
  const advice =
    suggestion === undefined ? `match on one of ${listNames(names, key)}` : `did you mean "${suggestion}"?`;
  const detail = `Rows cannot find their records by "${key}": ${advice}`;
  throw refuseImport([{ code: 'unknown_column', detail, ...(suggestion !== undefined && { suggestion }) }]);
}

/** Refuses rows without a key, and all but the first row with the same key. */
export function createKeyCheck({ name, label }: Field, errors: MistakeList, counts: RowCount) {
  const lines = new Map<string, number>();
  return (document: RecordDocument, line: number): boolean => {
    const key = nameOfKey(document[name]);
    if (key === undefined) {
      errors.add({ line, code: 'key_missing', detail: `The row has no ${label} by which it finds its record.` });
      return false;
    }
    const earlier = lines.get(key);
    lines.set(key, earlier ?? line);
    if (earlier === undefined) return true;
    errors.add({ line, code: 'key_repeated', detail: `${rowName(counts, earlier)} has the same ${label}.` });
    return false;
  };
}

/** The same text for equal keys; undefined without a value. */
export function nameOfKey(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  return value instanceof Date ? value.toISOString() : JSON.stringify(value);
}
