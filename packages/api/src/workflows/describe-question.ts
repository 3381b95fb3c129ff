import type { PersonQuestion } from '@tallyhook/schemas/api';
import type { Store } from '@tallyhook/store';
import { getPerson } from '@tallyhook/store/people';
import type { Asked, Wait } from '@tallyhook/store/runs';
import type { Caller } from '../caller.ts';
import type { Readable } from '../readable.ts';

/** What a step asks people, as they see it. */
export function describeQuestion(wait: Wait, asked: Asked, mayAnswer: boolean): Readable<PersonQuestion> {
  const { id, runId, workflowId, workflowName, stepId, item, openedAt, until, state, answer } = wait;
  const { answeredBy, answeredAt } = wait;
  const values = answer !== null && 'values' in answer ? answer.values : null;
  return {
    ...{ id, runId, workflowId, workflowName, stepId, item, ...asked, mayAnswer },
    ...{ openedAt, until, state, values, answeredBy, answeredAt },
  };
}

/** Tells which open questions a caller may answer: those to them, and those to everybody who may change records. */
export async function answerableBy(store: Store, { personId, abilities }: Caller): Promise<(wait: Wait) => boolean> {
  const person = personId === undefined ? undefined : await getPerson(store, personId);
  const email = person?.email.toLowerCase();
  return ({ state, asked }) => {
    if (state !== 'open' || asked === null) return false;
    if (asked.to === null) return abilities.has('write');
    return email !== undefined && asked.to.some((one) => one.toLowerCase() === email);
  };
}
