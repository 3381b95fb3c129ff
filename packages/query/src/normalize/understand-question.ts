import { fromPointer, Problem, type ProblemDetail, type RecordType } from '@tallyhook/schemas';
import type { QuestionContext } from '../question-context.ts';
import { findFieldPath } from './find-field.ts';
import { normalizeQuestion } from './normalize-question.ts';
import type { NormalizedQuestion } from './normalized-question.ts';

/** Choices that a question compares a field with and that the field's type does not list. */
export interface UnlistedChoices {
  /** The field as the question names it: its own, or that of a related record. */
  path: string;
  /** Whose records have the field, and what it is called there. */
  type: string;
  field: string;
  values: string[];
}

/** Those of them that records have all the same, by the field as the question names it. */
export type ChoicesInUse = ReadonlyMap<string, readonly string[]>;

/**
 * Reads a question as `normalizeQuestion` does. A choice that an app has taken away is a group of its own while records
 * have it, and the key of every group can be sent back: so what no type lists is looked for before it is refused.
 * @throws Problem `invalid_question`; whatever `find` throws.
 */
export async function understandQuestion(
  input: unknown,
  context: QuestionContext,
  find: (unlisted: UnlistedChoices[]) => Promise<ChoicesInUse>,
): Promise<NormalizedQuestion> {
  try {
    return normalizeQuestion(input, context);
  } catch (error) {
    const unlisted = error instanceof Problem ? unlistedChoices(input, error.errors, context.types) : [];
    if (unlisted.length === 0) throw error;
    return normalizeQuestion(input, { ...context, choicesInUse: await find(unlisted) });
  }
}

function unlistedChoices(
  input: unknown,
  errors: readonly ProblemDetail[],
  types: readonly RecordType[],
): UnlistedChoices[] {
  const found = new Map<string, UnlistedChoices>();
  for (const { pointer = '' } of errors.filter(({ code }) => code === 'choice_not_allowed')) {
    // That there is such a mistake means that the question has a type, and the condition a field.
    const type = types.find(({ name }) => name === (input as { type: unknown }).type)!;
    const place = fromPointer(pointer);
    const value = partOf(input, place);
    const { field: path } = partOf(input, place.slice(0, place.lastIndexOf('value'))) as { field: string };
    const { field, via } = findFieldPath(path, { type, types, path: [] }, [])!;
    const known = found.get(path) ?? { path, type: via?.target ?? type.name, field: field.name, values: [] };
    found.set(path, { ...known, values: [...known.values, String(value)] });
  }
  return [...found.values()];
}

const partOf = (input: unknown, place: readonly string[]): unknown =>
  place.reduce((part, key) => (part as Record<string, unknown>)[key], input);
