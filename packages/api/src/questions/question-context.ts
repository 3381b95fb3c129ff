import type { QuestionContext } from '@tallyhook/query';
import { collectionFacts, type Branch } from '@tallyhook/store';
import type { ApiDependencies } from '../dependencies.ts';

/** What the words of a question mean on a branch at this moment. */
export async function questionContext(
  { store, now }: Pick<ApiDependencies, 'store' | 'now'>,
  branch: Branch,
): Promise<QuestionContext> {
  const { types, timezone, weekStart } = branch;
  return { types, now: now(), timezone, weekStart, facts: await collectionFacts(store, branch) };
}
