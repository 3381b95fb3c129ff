import { Problem, systemFields, type ProblemDetail, type RecordType, type View } from '@tallyhook/schemas';
import type { SavedView } from '@tallyhook/schemas/api';
import type { Definition } from '@tallyhook/store/definitions';
import { isSortable } from '@tallyhook/store/records';
import type { Caller } from '../caller.ts';
import { contextOf, understandOn } from '../questions/question-context.ts';
import type { QuestionServices } from '../questions/question-services.ts';
import type { Readable } from '../readable.ts';
import { inDefinition } from '../reports/check-report.ts';

/**
 * Refuses a view whose type, filter, group, order or columns do not exist on the caller's branch.
 * @throws Problem `invalid_question` with every mistake.
 */
export async function checkView(deps: QuestionServices, { branch, personId }: Caller, view: View): Promise<void> {
  const { type, filter = { and: [] }, group } = view;
  const input = { type, filter, ...(group && { groupBy: [group] }) };
  try {
    await understandOn(deps, branch, { input, context: contextOf(deps, branch, personId ?? '(anybody)') });
  } catch (error) {
    throw error instanceof Problem ? inDefinition(error) : error;
  }
  const mistakes = findViewMistakes(view, branch.types);
  if (mistakes.length > 0) throw new Problem('invalid_question', mistakes[0]!.detail, { errors: mistakes });
}

/** The mistakes in the order and the columns of a view. */
export function findViewMistakes(
  { type, sort = [], fields = [] }: View,
  types: readonly RecordType[],
): ProblemDetail[] {
  const own = types.find(({ name }) => name === type)?.fields ?? [];
  const known = [...own, ...systemFields];
  const unknown = (name: string, pointer: string): ProblemDetail[] =>
    known.some((field) => field.name === name)
      ? []
      : [{ pointer, code: 'unknown_field', detail: `The type "${type}" has no field "${name}": choose another one.` }];
  const unsortable = sort.flatMap(({ field }, at) => {
    const found = known.find(({ name }) => name === field);
    const detail = `Records cannot be sorted by "${field}": choose a field with one text, number, choice or time.`;
    return found && !isSortable(found)
      ? [{ pointer: `#/definition/sort/${at}/field`, code: 'not_allowed', detail }]
      : [];
  });
  return [
    ...sort.flatMap(({ field }, at) => unknown(field, `#/definition/sort/${at}/field`)),
    ...unsortable,
    ...fields.flatMap((name, at) => unknown(name, `#/definition/fields/${at}`)),
  ];
}

/** A view as readers of the branch see it. */
export function describeView({
  id,
  name,
  definition,
  revision,
  updatedAt,
  updatedBy,
}: Definition): Readable<SavedView> {
  return { id, name, definition: definition as View, revision, updatedAt, updatedBy };
}
