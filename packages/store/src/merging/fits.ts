import type { RecordType } from '@tallyhook/schemas';
import type { RecordDocument } from '../collections/record-document.ts';
import { convertRecord, planType, type TypePlan } from '../types/plan-type.ts';

/** Makes a record fit the merged type: the same object if it does; null if the type is gone. */
export type Fit = (record: RecordDocument) => RecordDocument | null;

/** How the records of the two sides, and of their last common state, fit the merged type. */
export interface Fits {
  into: Fit;
  from: Fit;
  base: Fit;
}

const asItIs: Fit = (record) => record;
const gone: Fit = () => null;

/** All records fit as they are. */
export const unchanged: Fits = { into: asItIs, from: asItIs, base: asItIs };

/** A type on both sides, at their last common state, and after the merge; undefined where it is not. */
export interface MergedType {
  into: RecordType | undefined;
  from: RecordType | undefined;
  base: RecordType | undefined;
  merged: RecordType | undefined;
}

/** What a merge does with a type, and so with its records. */
export interface TypeFit extends MergedType {
  fits: Fits;
  /** What changes for the records of either side; undefined if the type is new there, or gone. */
  plans: { into?: TypePlan | undefined; from?: TypePlan | undefined };
}

export function fitType(type: MergedType, timezone: string): TypeFit {
  const { into, from, base, merged } = type;
  if (merged === undefined) {
    const isAnywhere = into !== undefined || from !== undefined;
    return { ...type, fits: isAnywhere ? { into: gone, from: gone, base: gone } : unchanged, plans: {} };
  }
  const planFor = (before: RecordType | undefined) => before && planType(before, merged, timezone);
  const plans = { into: planFor(into), from: planFor(from) };
  const ofBase = planFor(base);
  const isSame = [plans.into, plans.from, ofBase].every((plan) => plan === undefined || plan.works.length === 0);
  if (isSame) return { ...type, fits: unchanged, plans };
  return { ...type, plans, fits: { into: fitTo(plans.into), from: fitTo(plans.from), base: fitTo(ofBase) } };
}

const fitTo = (plan: TypePlan | undefined): Fit => (plan ? (record) => convertRecord(plan, record) : asItIs);

/** Whether records of the branch that is merged into change although nobody changed them. */
export function changesRecords({ into, merged, plans }: TypeFit): boolean {
  return into !== undefined && (merged === undefined || (plans.into?.works.length ?? 0) > 0);
}

/** Whether the records need other unique indexes, so that they are built beside those in use. */
export function changesUnique({ into, merged }: TypeFit): boolean {
  const namesOf = (type: RecordType | undefined) => (type?.fields ?? []).filter(isUnique).map(({ name }) => name);
  return merged !== undefined && namesOf(into).toSorted().join() !== namesOf(merged).toSorted().join();
}

export const isUnique = ({ unique }: { unique?: boolean }): boolean => unique === true;
