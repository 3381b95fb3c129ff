import { fromPointer, Problem, type ProblemDetail, type RecordType } from '@tallyhook/schemas';
import type { QuestionContext } from '../question-context.ts';
import { findFieldPath } from './find-field.ts';
import { normalizeQuestion } from './normalize-question.ts';
import type { NormalizedQuestion } from './normalized-question.ts';

/** Choices in a question that their field does not list. */
export interface UnlistedChoices {
  /** The field's path in the question: an own field or one of a related record. */
  path: string;
  /** The record type with the field, and the field's name there. */
  type: string;
  field: string;
  values: string[];
}

/** The unlisted choices that records still have, by the field's path in the question. */
export type ChoicesInUse = ReadonlyMap<string, readonly string[]>;

/**
 * Normalises a question like `normalizeQuestion`, but allows choices that an app has removed while records still have
 * them. They still form groups, and every group's key can be sent back as a filter.
 * @throws Problem `invalid_question`; errors of `find` pass through.
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
    // This mistake implies that the question has a type and the condition a field.
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
