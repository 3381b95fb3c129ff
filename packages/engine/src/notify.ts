import type { Store } from '@tallyhook/store';
import { openBranch } from '@tallyhook/store/branches';
import { getDefinition } from '@tallyhook/store/definitions';
import { addNotice, type NoticeKind } from '@tallyhook/store/notices';
import { findPersonByEmail, listMembers } from '@tallyhook/store/people';
import type { Run } from '@tallyhook/store/runs';

const maxTextLength = 300;

/** Tells the owner of a workflow that a run has failed. */
export async function notifyOfFailure(store: Store, run: Run, message: string, now: Date): Promise<void> {
  await notify(store, run, { kind: 'runFailed', text: message, personIds: await ownersOf(store, run), now });
}

/** Tells those who may answer a question of a run; the owner of the workflow if everybody may. */
export async function notifyOfQuestion(
  store: Store,
  run: Run,
  { message, to }: { message: string; to: readonly string[] | null },
  now: Date,
): Promise<void> {
  const personIds = to === null ? await ownersOf(store, run) : await membersWith(store, run.workspaceId, to);
  await notify(store, run, { kind: 'question', text: message, personIds, now });
}

async function notify(
  store: Store,
  { id: runId, workspaceId, branchName, workflowId, workflowName }: Run,
  { kind, text, personIds, now }: { kind: NoticeKind; text: string; personIds: readonly string[]; now: Date },
): Promise<void> {
  const line = { runId, text: text.slice(0, maxTextLength) };
  for (const personId of personIds)
    await addNotice(store, { personId, kind, workspaceId, branchName, workflowId, workflowName, line }, now);
}

/** Who published the workflow last; the owners of the workspace if that was a program, or somebody who has left. */
async function ownersOf(store: Store, { workspaceId, branchName, workflowId }: Run): Promise<string[]> {
  const [members, publisher] = await Promise.all([
    listMembers(store, workspaceId),
    openBranch(store, workspaceId, branchName)
      .then((branch) => getDefinition(store, branch, 'workflow', workflowId))
      .then(({ updatedBy }) => updatedBy)
      .catch(() => undefined),
  ]);
  if (members.some(({ personId }) => personId === publisher)) return [publisher!];
  return members.filter(({ role }) => role === 'owner').map(({ personId }) => personId);
}

async function membersWith(store: Store, workspaceId: string, emails: readonly string[]): Promise<string[]> {
  const members = new Set((await listMembers(store, workspaceId)).map(({ personId }) => personId));
  const people = await Promise.all(emails.map((email) => findPersonByEmail(store, email)));
  return people.flatMap((person) => (person !== undefined && members.has(person.id) ? [person.id] : []));
}
