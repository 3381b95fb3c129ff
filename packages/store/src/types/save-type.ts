import { isDeepStrictEqual } from 'node:util';
import { Problem, type RecordType } from '@tallyhook/schemas';
import type { TypeChangePreview } from '@tallyhook/schemas/api';
import { changeTypes, checkChangedType, checkDeclared, workspaceApp, type NewType } from '../apps/apps.ts';
import { requireSeenType } from '../apps/type-records.ts';
import { countRecords } from '../collections/write-counter.ts';
import { typeOf } from '../collections/hidden-types.ts';
import type { Branch } from '../database/branches.ts';
import { withProblems } from '../database/problem-from.ts';
import type { Store } from '../database/store.ts';
import { applyPlan, type PlannedChange } from './apply-plan.ts';
import { planType, type TypePlan } from './plan-type.ts';
import { describeLostOptions, surveyRecords, type TypeSurvey } from './survey-records.ts';

/** A type as it is to be, and whether values that do not fit may be lost. */
export interface TypeWish {
  type: NewType;
  acceptLoss?: boolean | undefined;
  /** The revision of the type that was edited; a change of a later one is refused. */
  revision?: number | undefined;
  /** The most records that are changed where they are; for tests. */
  maxInPlace?: number | undefined;
}

/** What a change of a type would do to its records. */
export type RecordsPreview = Omit<TypeChangePreview, 'stops'>;

/**
 * Says what a change of a type would do to its records, and writes nothing.
 * @throws Problem `not_found`, `read_only` for a type of an app, `invalid_input` with every mistake.
 */
export async function previewType(store: Store, branch: Branch, type: NewType): Promise<RecordsPreview> {
  const plan = planOf(branch, type);
  const [survey, records] = await Promise.all([
    withProblems(() => surveyRecords(store, branch, plan)),
    countRecords(store, branch, type.name),
  ]);
  return { records, ...survey };
}

/**
 * Changes a type as a whole, and its records with it: readers see all of the change or nothing. Fields are matched
 * by name. Returns the branch with the changed type.
 * @throws Problem `not_found`, `read_only` for a type of an app, `invalid_input` with every mistake, `would_lose` with
 * the preview if values would be lost and that was not accepted, `revision_conflict` if the type is no longer at the
 * given revision.
 */
export async function saveType(store: Store, branch: Branch, wish: TypeWish, by: string): Promise<Branch> {
  const plan = planOf(branch, wish.type);
  const seen = wish.revision === undefined ? undefined : { name: wish.type.name, revision: wish.revision };
  // Before the records are counted, so that a conflict is not reported as values that would be lost.
  if (seen !== undefined) await requireSeenType(store, branch, seen);
  if (isDeepStrictEqual(plan.before, plan.after)) return branch;
  const { acceptLoss = false, maxInPlace } = wish;
  return savePlan(store, branch, { plan, acceptLoss, seen, maxInPlace }, by);
}

/** The same for a planned change. */
export async function savePlan(
  store: Store,
  branch: Branch,
  {
    plan,
    acceptLoss,
    seen,
    maxInPlace,
  }: { plan: TypePlan; acceptLoss: boolean } & Pick<PlannedChange, 'seen' | 'maxInPlace'>,
  by: string,
): Promise<Branch> {
  const refuse = (survey: TypeSurvey) => refuseSurvey(plan, survey, acceptLoss);
  const change = (types: RecordType[]) => {
    const now = types.find(({ name }) => name === plan.before.name);
    if (!isDeepStrictEqual(now, plan.before)) throw changedMeanwhile(plan.before);
    checkChangedType(types, plan.after);
    return types.map((type) => (type.name === plan.after.name ? plan.after : type));
  };
  if (plan.works.length + plan.required.length + plan.unique.length === 0 && !dropsUnique(plan)) {
    return changeTypes(store, branch, { by, change, seen });
  }
  return applyPlan(store, branch, { plan, by, change, seen, refuse, maxInPlace });
}

const dropsUnique = ({ before, after }: TypePlan) =>
  before.fields.some(({ name, unique }) => unique && !after.fields.find((field) => field.name === name)?.unique);

function planOf(branch: Branch, declared: NewType): TypePlan {
  const before = typeOf(branch, declared.name);
  if (before.app !== workspaceApp) {
    const detail = `The type "${before.name}" comes with the app "${before.app}" and is read-only here: define a type of your own.`;
    throw new Problem('read_only', detail, { members: { app: before.app } });
  }
  const { leftBy } = before;
  const after = { ...checkDeclared(declared), ...(leftBy !== undefined && { leftBy }) };
  checkChangedType(branch.types, after);
  return planType(before, after, branch.timezone);
}

/** Refuses a change that the records do not allow, or that would lose values without the person's consent. */
export function refuseSurvey({ after }: TypePlan, { refusals, lost, fields }: TypeSurvey, acceptLoss: boolean): void {
  if (refusals.length > 0) {
    throw new Problem('invalid_input', `The type "${after.name}" cannot change: ${refusals[0]!.detail}`, {
      errors: refusals,
    });
  }
  if (lost === 0 || acceptLoss) return;
  const parts = fields
    .filter((field) => field.lost > 0)
    .map(({ label, lost: values, options }) => describeLostOptions(label, options) ?? `${values} of ${label}`);
  const detail = `${lost} ${lost === 1 ? 'value' : 'values'} would be lost (${parts.join('; ')}): look at the preview, then save with "acceptLoss": true.`;
  throw new Problem('would_lose', detail, { members: { lost } });
}

function changedMeanwhile({ name }: RecordType): Problem {
  const detail = `Somebody else has changed the type "${name}" since you read it: read it again and repeat the change.`;
  return new Problem('revision_conflict', detail);
}
