import { createHash } from 'node:crypto';
import type { NormalizedQuestion } from '@tallyhook/query';
import type { Problem } from '@tallyhook/schemas';
import type { Caller } from '../caller.ts';

/**
 * Remembers for a minute which questions timed out in this process. A repeat is refused without running, since it would
 * take as long again and load the database. Entries only expire by age.
 */
export interface TimedOut {
  find(asker: Asker, question: Pick<NormalizedQuestion, 'document'>): Problem | undefined;
  keep(asker: Asker, question: Pick<NormalizedQuestion, 'document'>, problem: Problem): void;
}

type Asker = Pick<Caller, 'workspaceId' | 'branch' | 'personId'>;

const keptForMs = 60_000;
const maxKept = 500;

export function createTimedOut({ now }: { now: () => Date }): TimedOut {
  // In order of timeout, which is also the order of expiry.
  const kept = new Map<string, { problem: Problem; untilMs: number }>();
  return {
    find(asker, question) {
      for (const [key, { untilMs }] of kept) {
        if (untilMs > now().getTime()) break;
        kept.delete(key);
      }
      // Timeouts are rare: skip computing the key if there are none.
      return kept.size === 0 ? undefined : kept.get(keyOf(asker, question))?.problem;
    },
    keep(asker, question, problem) {
      const key = keyOf(asker, question);
      kept.delete(key);
      kept.set(key, { problem, untilMs: now().getTime() + keptForMs });
      const [oldest] = kept.keys();
      if (kept.size > maxKept) kept.delete(oldest!);
    },
  };
}

/** Identifies equal questions: the branch, the question and the person asking. */
function keyOf({ workspaceId, branch, personId }: Asker, { document }: Pick<NormalizedQuestion, 'document'>): string {
  const parts = [workspaceId, branch.id, personId, document];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
