import { Problem } from '@tallyhook/schemas';
import { listRecords } from '@tallyhook/store/records';
import { lookUp } from '../questions/look-up.ts';
import type { ToolCaller } from './tool-caller.ts';
import { maxAlike, type FindByName } from './find-names.ts';

/**
 * Finds records by name for a question, within the question's time limit.
 * @throws Problem `query_timeout`, `too_many_requests`; both name the search term.
 */
export function createFindByName({ deps, caller, turn }: ToolCaller): FindByName {
  return ({ name: type, labelField }, name) =>
    lookUp(
      deps,
      { workspaceId: caller.workspaceId, turn },
      {
        async look() {
          const options = { limit: maxAlike + 1, match: { [labelField]: name }, turn };
          const { records } = await listRecords(deps.store, caller.branch, type, options);
          return records.map(({ id }) => id);
        },
        tookTooLong: (limitMs, cause) => tookTooLong({ type, name, limitMs, cause }),
        waitedTooLong: () => waitedTooLong(type, name),
      },
    );
}

interface Look {
  type: string;
  name: string;
  limitMs: number;
  cause: unknown;
}

function tookTooLong({ type, name, limitMs, cause }: Look): Problem {
  const detail = `Looking up the record of type "${type}" named "${shown(name)}" took longer than the ${limitMs / 1000} seconds that a question has. Use ids instead of names.`;
  return new Problem('query_timeout', detail, { members: { limitMs }, cause });
}

function waitedTooLong(type: string, name: string): Problem {
  const detail = `Looking up the record of type "${type}" named "${shown(name)}" spent its time waiting for other questions of the workspace. Ask again, or use ids instead of names.`;
  return new Problem('too_many_requests', detail, { retryAfterSeconds: 5 });
}

const shown = (name: string): string => (name.length > 60 ? `${name.slice(0, 60)}…` : name);
