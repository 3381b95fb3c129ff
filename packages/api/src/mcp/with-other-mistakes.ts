import { invalidQuestion } from '@tallyhook/query';
import { Problem, type ProblemDetail } from '@tallyhook/schemas';
import { contextOf, understandOn } from '../questions/question-context.ts';
import type { ToolCaller } from './tool-caller.ts';

/** Reports unmatched record names together with the other mistakes in the question. */
export async function withOtherMistakes(
  mistakes: readonly ProblemDetail[],
  input: unknown,
  { deps, caller, turn }: Pick<ToolCaller, 'deps' | 'caller' | 'turn'>,
): Promise<Problem> {
  const { branch, personId } = caller;
  const context = contextOf(deps, branch, personId);
  const others = await understandOn(deps, branch, { input, turn, context }).then(
    () => [],
    (error: unknown) => {
      if (error instanceof Problem && error.code === 'invalid_question') return error.errors;
      throw error;
    },
  );
  return invalidQuestion([...mistakes, ...others]);
}
