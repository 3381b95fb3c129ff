import { Problem } from '@tallyhook/schemas';
import { listRecords } from '@tallyhook/store';
import { untilAborted } from '../until-aborted.ts';
import type { ToolCaller } from './call-tool.ts';
import type { FindByName } from './find-names.ts';

/**
 * Looks records up by their names for a question, within the time that the question has. Each look-up takes its turn
 * among the questions, because it costs as much as one.
 * @throws Problem `query_timeout`, `too_many_requests`; both say which name was looked for.
 */
export function createFindByName({ deps, caller, arrivedAt, signal }: ToolCaller): FindByName {
  const { store, questionGate, questions } = deps;
  const deadlineAt = arrivedAt + questions.deadlineMs;
  return async ({ name: type, labelField }, name) => {
    const beganAt = Date.now();
    const deadline = AbortSignal.timeout(Math.max(0, deadlineAt - beganAt));
    const ended = AbortSignal.any([signal, deadline]);
    let isRunning = false;
    const look = async () => {
      isRunning = true;
      const timeLimitMs = Math.max(1, deadlineAt - Date.now());
      const options = { limit: 2, match: { [labelField]: name }, timeLimitMs, signal: ended };
      const { records } = await listRecords(store, caller.branch, type, options);
      return records.map(({ id }) => id);
    };
    try {
      return await untilAborted(questionGate.run(caller.workspaceId, ended, look), ended);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      const isLate = deadline.aborted || (error instanceof Problem && error.code === 'query_timeout');
      if (!isLate) throw error;
      const hasWaited = !isRunning && Date.now() - beganAt >= questions.deadlineMs / 2;
      throw hasWaited
        ? waitedTooLong(type, name)
        : tookTooLong({ type, name, limitMs: questions.deadlineMs, cause: error });
    }
  };
}

interface Look {
  type: string;
  name: string;
  limitMs: number;
  cause: unknown;
}

function tookTooLong({ type, name, limitMs, cause }: Look): Problem {
  const detail = `To look up by name took too long: the time of the question, ${limitMs / 1000} seconds, was over before the record of type "${type}" called "${shown(name)}" was found. Give ids in place of names.`;
  return new Problem('query_timeout', detail, { members: { limitMs }, cause });
}

function waitedTooLong(type: string, name: string): Problem {
  const detail = `The look-up by name of the record of type "${type}" called "${shown(name)}" spent its time waiting for other questions of the workspace, which were running. Ask it again, or give ids in place of names.`;
  return new Problem('too_many_requests', detail, { retryAfterSeconds: 5 });
}

const shown = (name: string): string => (name.length > 60 ? `${name.slice(0, 60)}…` : name);
