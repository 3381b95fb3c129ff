import { isDeepStrictEqual } from 'node:util';
import type { RecordType } from '@tallyhook/schemas';
import type { FieldChangePreview } from '@tallyhook/schemas/api';
import { valueIn, type RecordDocument, type StoredValue } from '../collections/record-document.ts';
import { countLost, describeValue } from '../types/convert-value.ts';
import type { FieldWork } from '../types/plan-type.ts';
import {
  labelOfRecord,
  maxExamples,
  maxLabelLength,
  newPreview,
  noteOptions,
  type FieldSurvey,
} from '../types/survey-records.ts';
import type { TypeFit } from './fits.ts';
import type { Outcome } from './outcomes.ts';

/** What a merge does to the records of a type because the type itself is merged. */
export interface TypeEffect {
  type: string;
  /** The records that are removed with their type, or that come along from a branch that still has it. */
  removed: number;
  /** How the first of them are called. */
  removedExamples: string[];
  /** The values that do not fit the merged type. */
  lost: number;
  fields: FieldChangePreview[];
}

/** Notes what happens to the records of a type. */
export interface EffectCollector {
  note(outcome: Outcome): void;
  /** Notes a record that the merge leaves out, because its type is gone. */
  leaveOut(record: RecordDocument): void;
  found(): TypeEffect;
}

export function createEffectCollector(name: string, fit: TypeFit | undefined): EffectCollector {
  const { into, from, merged } = fit ?? {};
  const previews = new Map<string, FieldSurvey>();
  const removedExamples: string[] = [];
  let removed = 0;
  const remove = (type: RecordType | undefined, record: RecordDocument) => {
    removed += 1;
    if (removedExamples.length < maxExamples && type) removedExamples.push(labelOfRecord(type, record));
  };
  const noteSide = (type: RecordType, works: readonly FieldWork[], side: NotedSide) => {
    for (const work of works) {
      const { name: field } = work.field;
      const preview = previews.get(field) ?? newPreview(work);
      previews.set(field, preview);
      noteField(preview, work, { ...side, type });
    }
  };
  return {
    note(outcome) {
      const { into: here, from: there, fields, base } = outcome;
      if (fit === undefined) return;
      if (merged === undefined) {
        // What the other branch deleted as well is no loss.
        if (here && (outcome.isFitted || base !== undefined)) remove(into ?? from, here);
        return;
      }
      if (fields === null) return;
      const after = fields as RecordDocument;
      const noted = new Set<string>();
      if (here && into) noteSide(into, fit.plans.into?.works ?? [], { record: here, after, base: null, noted });
      if (there && from)
        noteSide(from, fit.plans.from?.works ?? [], { record: there, after, base: base ?? null, noted });
    },
    leaveOut: (record) => remove(from ?? into, record),
    found() {
      const fields = [...previews.values()].filter(({ values, filled }) => values + filled > 0);
      const lost = fields.reduce((sum, field) => sum + field.lost, 0);
      return { type: name, removed, removedExamples, lost, fields };
    },
  };
}

interface NotedSide {
  record: RecordDocument;
  /** The merged fields. */
  after: RecordDocument;
  /** The last common state: a value that the side has not changed since is not lost again. */
  base: RecordDocument | null;
  /** The fields of this record that were counted already. */
  noted: Set<string>;
}

function noteField(
  preview: FieldSurvey,
  { field, change, before, convert, fill }: FieldWork,
  { record, after, base, noted, type }: NotedSide & { type: RecordType },
): void {
  const value = change === 'added' ? undefined : valueIn(record, field.name);
  const now = valueIn(after, field.name);
  if (noted.has(field.name)) return;
  if (value === undefined) {
    if (fill === undefined || !isDeepStrictEqual(now, fill)) return;
    noted.add(field.name);
    preview.filled += 1;
    return;
  }
  if (change === 'filled' || isDeepStrictEqual(valueIn(base, field.name), value)) return;
  noted.add(field.name);
  preview.values += 1;
  noteOptions(preview, value);
  const fitted = change === 'removed' ? undefined : convert?.(value);
  if (countLost(value, fitted) === 0) return;
  const lost = countLost(value, isFilled(now, fitted, fill) ? undefined : now);
  if (lost === 0) return;
  preview.lost += lost;
  if (preview.examples.length === maxExamples) return;
  const example = { id: record._id.toHexString(), label: labelOfRecord(type, record) };
  preview.examples.push({ ...example, value: describeValue(before!, value).slice(0, maxLabelLength) });
}

/** Whether a value is the default that takes the place of one that does not fit. */
const isFilled = (after: StoredValue | undefined, fitted: StoredValue | undefined, fill: StoredValue | undefined) =>
  fitted === undefined && fill !== undefined && isDeepStrictEqual(after, fill);

/** How much is lost for good: records and values. */
export const lossOf = (effects: readonly Pick<TypeEffect, 'removed' | 'lost'>[]): number =>
  effects.reduce((sum, { removed, lost }) => sum + removed + lost, 0);
