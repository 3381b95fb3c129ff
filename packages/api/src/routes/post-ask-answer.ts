import { findInputMistakes, wakeRun } from '@tallyhook/engine/client';
import { Problem } from '@tallyhook/schemas';
import { answerWait, getWait } from '@tallyhook/store/runs';
import { defineRoute } from '../route.ts';
import { answerableBy, describeQuestion } from '../workflows/describe-question.ts';

export const postAskAnswer = defineRoute({
  method: 'post',
  path: '/api/asks/:id/answer',
  access: 'read',
  summary: 'Answers what a run asks; the first answer counts.',
  body: 'PersonAnswer',
  answer: 'PersonQuestion',
  problems: ['already_decided', 'forbidden'],
  async handler(request, { store, temporal, logger, now }) {
    const { branch, by, role } = request.caller;
    const { id } = request.params;
    const wait = await getWait(store, id);
    if (wait?.branchId !== branch.id || wait.asked === null)
      throw new Problem(
        'not_found',
        `Nothing on the branch asks a question "${id}": GET /api/asks lists the open ones.`,
      );
    const { asked, state, answeredAt } = wait;
    if (state !== 'open') throw over(state, answeredAt);
    if (!(await answerableBy(store, request.caller))(wait)) {
      const to = asked.to === null ? 'people who may change records' : asked.to.join(', ');
      throw new Problem(
        'forbidden',
        `Only ${to} can answer this question${role === undefined ? '' : `; your role is ${role}`}.`,
      );
    }
    const { values } = request.body;
    const errors = findInputMistakes(asked.inputs, values, ['values']);
    if (errors.length > 0) throw new Problem('invalid_request', 'The answer does not fit the question.', { errors });
    const answered = await answerWait(store, id, { answer: { values }, by, at: now() });
    if (answered === null) {
      const other = await getWait(store, id);
      throw over(other?.state ?? 'closed', other?.answeredAt ?? null);
    }
    // If Temporal cannot be reached now, the workers' sweep tells the run later.
    await wakeRun(store, temporal, answered).catch((error: unknown) =>
      logger.warn(
        { error: String(error), run: wait.runId },
        'Could not tell a run that its question was answered yet.',
      ),
    );
    return describeQuestion(answered, asked, false);
  },
});

function over(state: string, answeredAt: Date | null): Problem {
  const when = answeredAt === null ? '' : ` at ${answeredAt.toISOString()}`;
  const detail =
    state === 'answered'
      ? `Somebody has answered this question${when}.`
      : 'The run no longer waits for an answer: its time is over, or the run has ended.';
  return new Problem('already_decided', detail);
}
