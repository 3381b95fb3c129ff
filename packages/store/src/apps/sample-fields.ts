import type { App, Field } from '@tallyhook/schemas';
import { appItemId } from './app-definitions.ts';

/** A sample record with its id on the branch. */
export interface SampleRecord {
  type: string;
  id: string;
  fields: Record<string, unknown>;
}

const relativeDay = /^today([+-]\d{1,4})?$/;
const dayMs = 86_400_000;

/** The sample records of an app: their ids are the same on every branch, and their dates are near `now`. */
export function sampleRecords(app: App, now: Date): SampleRecord[] {
  return (app.samples ?? []).flatMap(({ type, records }) => {
    const fields = app.types.find(({ name }) => name === type)?.fields ?? [];
    return records.map(({ id, fields: given }) => ({
      ...{ type, id: sampleId(app.id, type, id) },
      fields: fieldsOf(app, fields, given, now),
    }));
  });
}

const sampleId = (app: string, type: string, id: string) => appItemId(app, 'sample', `${type}/${id}`);

function fieldsOf(
  app: App,
  fields: readonly Field[],
  given: Record<string, unknown>,
  now: Date,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => {
      const field = fields.find((one) => one.name === name);
      const read = (one: unknown) => (field === undefined ? one : valueOf(app, field, one, now));
      return [name, Array.isArray(value) ? value.map(read) : read(value)];
    }),
  );
}

function valueOf({ id: app }: App, { kind, target }: Field, value: unknown, now: Date): unknown {
  if (typeof value !== 'string') return value;
  if (kind === 'relation') return sampleId(app, target!, value);
  const [isRelative, days = '0'] = relativeDay.exec(value) ?? [];
  if (isRelative === undefined || (kind !== 'day' && kind !== 'instant')) return value;
  const text = new Date(now.getTime() + Number(days) * dayMs).toISOString();
  return kind === 'day' ? text.slice(0, 10) : text;
}
