import { compareAnswer, planComparison, type Answer, type Timings } from '@tallyhook/query';
import type { QuestionServices } from './question-services.ts';
import type { Caller } from '../caller.ts';
import { askQuestion, type AskedQuestion } from './ask-question.ts';
import { contextOf, understandOn } from './question-context.ts';

type Ask = (
  deps: QuestionServices,
  caller: Caller,
  question: AskedQuestion,
) => Promise<{ answer: Answer; timings: Timings }>;

/**
 * Asks a question, and the same one about the period before. The answer has no comparison if the question has neither a
 * date filter nor groups of periods. All of it shares one time limit and is one call of the plan.
 * @throws as `askQuestion` does.
 */
export async function askCompared(
  deps: QuestionServices,
  caller: Caller,
  asked: AskedQuestion,
  ask: Ask,
): Promise<{ answer: Answer; timings: Timings }> {
  const { input, turn } = asked;
  const { branch, personId } = caller;
  const { answer, timings } = await ask(deps, caller, asked);
  // The period before that of the answer, even if the day has ended meanwhile.
  const context = { ...contextOf(deps, branch, personId), now: new Date(answer.meta.countedAt) };
  const question = await understandOn(deps, branch, { input, turn, context });
  const plan = planComparison(question);
  if (plan === undefined) return { answer, timings };
  const uncounted = { branch, workspaceId: caller.workspaceId, ...(personId !== undefined && { personId }) };
  const askBefore = async (input: unknown) => {
    if (input === undefined) return undefined;
    const before = await askQuestion(deps, uncounted, { input, labels: false, force: asked.force ?? false, turn });
    return before.answer;
  };
  const [groups, overall] = plan.by === 'group' ? [] : [await askBefore(plan.groups), await askBefore(plan.overall)];
  const comparison = compareAnswer(question, answer, plan, { groups: plan.by === 'group' ? answer : groups, overall });
  return { answer: { ...answer, comparison }, timings };
}
