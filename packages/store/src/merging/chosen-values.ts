import { Problem, type ProblemDetail, type RecordType } from '@tallyhook/schemas';
import type { Branch } from '../database/branches.ts';
import type { Store } from '../database/store.ts';
import { valueIn } from '../collections/record-document.ts';
import { checkFields, missingFields, type CheckedFields } from '../records/field-values.ts';
import { missingReferences } from '../records/references.ts';
import { decideWith, type Decision, type Merge } from './merging.ts';
import { mergeTypeDefinitions } from './plan-merge.ts';

/** What people typed for conflicts, converted for the database; `value` is undefined if the field is emptied. */
export type ChosenValues = ReadonlyMap<Decision, { value: unknown }>;

/** Reads the values that people typed for the conflicts of a merge, by the types that it leads to. */
export async function readMergeValues(
  store: Store,
  merge: Merge,
  decisions: readonly Decision[] = [],
): Promise<ChosenValues> {
  if (!decisions.some(hasValue)) return new Map();
  const { into, from } = merge;
  const types = await mergeTypeDefinitions(merge, decideWith({ decisions }));
  return readChosenValues(store, [{ ...into.branch, types }, from.branch], decisions);
}

/**
 * Reads the values that people typed, by the types of the first branch. What they refer to may be on any of the branches.
 * @throws Problem `invalid_input` with one error for each value that does not fit, at `#/decisions/<index>/value`.
 */
export async function readChosenValues(
  store: Store,
  branches: readonly [Branch, ...Branch[]],
  decisions: readonly Decision[] = [],
): Promise<ChosenValues> {
  const values = new Map<Decision, { value: unknown }>();
  const mistakes: ProblemDetail[] = [];
  for (const [index, decision] of decisions.entries()) {
    if (!hasValue(decision)) continue;
    const { part, value = null } = decision;
    const type = branches[0].types.find(({ name }) => name === decision.type);
    const field = type?.fields.find(({ name }) => name === part);
    const at = { pointer: `#/decisions/${index}/value` };
    if (!type || !field) {
      mistakes.push({ ...at, code: 'not_allowed', detail: noField(decision) });
      continue;
    }
    const checked = checkFields({ ...type, fields: [field] }, { [part]: value });
    const wrong = [...checked.mistakes, ...(await missingOn(store, branches, checked)), ...missing(type, checked)];
    mistakes.push(...wrong.map((mistake) => ({ ...mistake, ...at })));
    values.set(decision, { value: valueIn(checked.values, part) });
  }
  if (mistakes.length === 0) return values;
  throw new Problem('invalid_input', `A value for a conflict does not fit: ${mistakes[0]!.detail}`, {
    errors: mistakes,
  });
}

const hasValue = ({ take }: Decision) => take === 'value';

const noField = ({ type, part }: Decision) =>
  `Only a field of a record can get another value, and "${part}" of "${type}" is not one: take "into" or "from".`;

/** The references to things that none of the branches has. */
async function missingOn(
  store: Store,
  branches: readonly Branch[],
  { references }: CheckedFields,
): Promise<ProblemDetail[]> {
  let left: ProblemDetail[] | undefined;
  for (const branch of branches) {
    const found = await missingReferences(store, branch, references);
    left = left === undefined ? found : found.filter(({ pointer }) => left!.some((one) => one.pointer === pointer));
  }
  return left ?? [];
}

/** A required field that would be emptied. */
function missing(type: RecordType, { emptied, values }: CheckedFields): ProblemDetail[] {
  return missingFields({ ...type, fields: type.fields.filter(({ name }) => emptied.includes(name)) }, values);
}
