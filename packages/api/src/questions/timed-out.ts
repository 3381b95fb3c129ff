import { createHash } from 'node:crypto';
import type { NormalizedQuestion } from '@tallyhook/query';
import type { Problem } from '@tallyhook/schemas';
import type { Caller } from '../caller.ts';

/**
 * The questions that took too long in this process within the last minute. Asked again they are refused at once: it would
 * take as long again, and the database has better things to do. Only time makes it forget them.
 */
export interface TimedOut {
  find(asker: Asker, question: Pick<NormalizedQuestion, 'document'>): Problem | undefined;
  keep(asker: Asker, question: Pick<NormalizedQuestion, 'document'>, problem: Problem): void;
}

type Asker = Pick<Caller, 'workspaceId' | 'branch' | 'personId'>;

const keptForMs = 60_000;
const mostKept = 500;

export function createTimedOut({ now }: { now: () => Date }): TimedOut {
  // In the order in which they took too long, which is the order in which they are forgotten.
  const kept = new Map<string, { problem: Problem; untilMs: number }>();
  return {
    find(asker, question) {
      for (const [key, { untilMs }] of kept) {
        if (untilMs > now().getTime()) break;
        kept.delete(key);
      }
      // Hardly ever did one take too long: every other question goes without its key.
      return kept.size === 0 ? undefined : kept.get(keyOf(asker, question))?.problem;
    },
    keep(asker, question, problem) {
      const key = keyOf(asker, question);
      kept.delete(key);
      kept.set(key, { problem, untilMs: now().getTime() + keptForMs });
      const [oldest] = kept.keys();
      if (kept.size > mostKept) kept.delete(oldest!);
    },
  };
}

/** What two questions have in common that are the same: the branch, what is asked, and who asks. */
function keyOf({ workspaceId, branch, personId }: Asker, { document }: Pick<NormalizedQuestion, 'document'>): string {
  const parts = [workspaceId, branch.id, personId, document];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
