import type { Store } from '@tallyhook/store';
import type { LinkedAccount } from '@tallyhook/store/accounts';
import { openBranchOf } from '@tallyhook/store/branches';
import { getDefinition } from '@tallyhook/store/definitions';
import { addNotice, type NoticeKind } from '@tallyhook/store/notices';
import { findPersonByEmail, listMembers } from '@tallyhook/store/people';
import type { Run } from '@tallyhook/store/runs';

const maxTextLength = 300;

/** Tells the owner of a workflow that a run has failed, or that it waits for a decision. */
export async function notifyOfFailure(
  store: Store,
  run: Run,
  { isUndecided, now }: { isUndecided: boolean; now: Date },
): Promise<void> {
  const kind = isUndecided ? 'decision' : 'runFailed';
  const text = run.error?.message ?? 'The run failed.';
  await notify(store, run, { kind, text, personIds: await ownersOf(store, run), now });
}

/** Tells those who watch a run how it has ended. */
export async function notifyWatchers(
  store: Store,
  run: Run & { watchers: readonly string[] },
  now: Date,
): Promise<void> {
  const text = run.error === null ? `It is ${run.status}.` : `It failed: ${run.error.message}`;
  await notify(store, run, { kind: 'runEnded', text, personIds: run.watchers, now });
}

/** Tells the person who linked an account that its service refuses it; the owners of the workspace without one. */
export async function notifyOfRefusedAccount(store: Store, account: LinkedAccount, now: Date): Promise<void> {
  const { id: subjectId, label: subjectName, workspaceId, ownerPersonId, refused } = account;
  const members = await listMembers(store, workspaceId);
  const isThere = members.some(({ personId }) => personId === ownerPersonId);
  const personIds = isThere ? [ownerPersonId!] : ownersAmong(members);
  const line = { runId: null, text: (refused?.reason ?? '').slice(0, maxTextLength) };
  const subject = { workspaceId, branchName: null, subjectId, subjectName };
  for (const personId of personIds) await addNotice(store, { personId, kind: 'accountRefused', ...subject, line }, now);
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
  { id: runId, workspaceId, branchName, workflowId: subjectId, workflowName: subjectName }: Run,
  { kind, text, personIds, now }: { kind: NoticeKind; text: string; personIds: readonly string[]; now: Date },
): Promise<void> {
  const line = { runId, text: text.slice(0, maxTextLength) };
  for (const personId of personIds)
    await addNotice(store, { personId, kind, workspaceId, branchName, subjectId, subjectName, line }, now);
}

/** Who published the workflow last; the owners of the workspace if that was a program, or somebody who has left. */
async function ownersOf(store: Store, run: Run): Promise<string[]> {
  const { workspaceId, workflowId } = run;
  const [members, publisher] = await Promise.all([
    listMembers(store, workspaceId),
    openBranchOf(store, run)
      .then((branch) => getDefinition(store, branch, 'workflow', workflowId))
      .then(({ updatedBy }) => updatedBy)
      .catch(() => undefined),
  ]);
  if (members.some(({ personId }) => personId === publisher)) return [publisher!];
  return ownersAmong(members);
}

const ownersAmong = (members: Awaited<ReturnType<typeof listMembers>>) =>
  members.filter(({ role }) => role === 'owner').map(({ personId }) => personId);

async function membersWith(store: Store, workspaceId: string, emails: readonly string[]): Promise<string[]> {
  const members = new Set((await listMembers(store, workspaceId)).map(({ personId }) => personId));
  const people = await Promise.all(emails.map((email) => findPersonByEmail(store, email)));
  return people.flatMap((person) => (person !== undefined && members.has(person.id) ? [person.id] : []));
}
