import type { Field, ProblemDetail } from '@tallyhook/schemas';
import type { Filter, ObjectId } from 'mongodb';
import { valueIn, type RecordDocument } from '../collections/record-document.ts';
import type { Finder } from '../database/finder.ts';
import { createChecks, labelOfRecord } from '../types/survey-records.ts';
import { isUnique, type TypeFit } from './fits.ts';
import type { Outcome } from './outcomes.ts';

/** Collects the merged records of a type, and says which of them its required and unique fields refuse. */
export interface MergedCheck {
  note(outcome: Outcome): void;
  refusals(at: { find: Finder; collection: string | undefined }): Promise<ProblemDetail[]>;
}

const none: MergedCheck = { note: () => undefined, refusals: () => Promise.resolve([]) };
const valuesAtOnce = 5_000;

export function createMergedCheck(fit: TypeFit | undefined): MergedCheck {
  const { merged, plans = {} } = fit ?? {};
  if (merged === undefined) return none;
  const plansOfSides = [plans.into, plans.from].filter((plan) => plan !== undefined);
  const required = merged.fields.filter(({ name }) =>
    plansOfSides.some((plan) => plan.required.some((field) => field.name === name)),
  );
  const unique = merged.fields.filter(isUnique);
  if (required.length + unique.length === 0) return none;
  const kept = [...new Set([merged.labelField, ...[...required, ...unique].map(({ name }) => name)])];
  const records = new Map<string, RecordDocument | null>();
  return {
    note({ id, fields, kind }) {
      if (kind === 'join') return;
      const present =
        fields && kept.filter((name) => valueIn(fields, name) !== undefined).map((name) => [name, fields[name]]);
      records.set(id.toHexString(), present && ({ _id: id, ...Object.fromEntries(present) } as RecordDocument));
    },
    async refusals(at) {
      const checks = createChecks({ required, unique });
      const others = await readOthers(at, {
        records,
        required: plans.into?.required ?? [],
        unique,
        newlyUnique: plans.into?.unique ?? [],
        kept,
      });
      for (const record of [...others, ...records.values()]) {
        if (record) for (const check of checks) check.note(record, () => labelOfRecord(merged, record));
      }
      const found = checks.flatMap((check) => check.refusal());
      return found.map(({ detail, ...one }) => ({ ...one, pointer: '#', detail: `${merged.label}: ${detail}` }));
    },
  };
}

interface Others {
  records: ReadonlyMap<string, RecordDocument | null>;
  required: readonly Field[];
  unique: readonly Field[];
  newlyUnique: readonly Field[];
  kept: readonly string[];
}

/** The records of the branch that stay as they are and that the checks are about. */
async function readOthers(
  { find, collection }: { find: Finder; collection: string | undefined },
  { records, required, unique, newlyUnique, kept }: Others,
): Promise<RecordDocument[]> {
  if (collection === undefined) return [];
  const filters: Filter<RecordDocument>[] = [
    ...required.map(({ name }) => ({ [name]: { $exists: false } })),
    ...newlyUnique.map(({ name }) => ({ [name]: { $exists: true } })),
  ];
  for (const { name } of unique) {
    if (newlyUnique.some((field) => field.name === name)) continue;
    const values = [...records.values()].flatMap((record) => valueIn(record, name) ?? []);
    for (let start = 0; start < values.length; start += valuesAtOnce) {
      filters.push({ [name]: { $in: values.slice(start, start + valuesAtOnce) } });
    }
  }
  const projection = Object.fromEntries(kept.map((name) => [name, 1]));
  const found = new Map<string, RecordDocument>();
  for (const filter of filters) {
    for (const record of await find<RecordDocument & { _id: ObjectId }>(collection, { filter, projection })) {
      const id = record._id.toHexString();
      if (!records.has(id)) found.set(id, record);
    }
  }
  return [...found.values()];
}
