import type { Store } from '@tallyhook/store';
import { removeNotice, takeNotice, type Notice } from '@tallyhook/store/notices';
import { getPerson, putMail, roleOf } from '@tallyhook/store/people';
import type { MailText } from './mail-texts.ts';

/** Writes the mails for the notices that are due. Returns how many. */
export async function mailNotices(store: Store, { baseUrl, now }: { baseUrl: string; now: Date }): Promise<number> {
  let written = 0;
  for (let notice = await takeNotice(store, now); notice !== undefined; notice = await takeNotice(store, now)) {
    const [person, role] = await Promise.all([
      getPerson(store, notice.personId),
      roleOf(store, notice.workspaceId, notice.personId),
    ]);
    // Nothing of a workspace is mailed to somebody who has left it.
    if (person !== undefined && role !== undefined) {
      await putMail(store, { to: person.email, ...noticeMail(notice, baseUrl), now });
      written += 1;
    }
    await removeNotice(store, notice.id);
  }
  return written;
}

function noticeMail(notice: Notice, baseUrl: string): MailText {
  const { kind, workflowName, workspaceId, branchName, count, lines } = notice;
  const place = new URLSearchParams({ workspace: workspaceId, branch: branchName });
  const what = kind === 'runFailed' ? ['run failed', 'runs failed'] : ['question', 'questions'];
  const listed = lines.flatMap(({ runId, text }) => [`- ${text}`, `  ${baseUrl}/runs/${runId}?${place}`]);
  const more = count > lines.length ? ['', `And ${count - lines.length} more: ${baseUrl}/runs?${place}`] : [];
  const subject = `${workflowName}: ${count} ${count === 1 ? what[0] : what[1]}`;
  const first =
    kind === 'runFailed'
      ? `Runs of the workflow "${workflowName}" have failed.`
      : `The workflow "${workflowName}" asks for an answer.`;
  return { subject, text: [first, '', ...listed, ...more].join('\n') };
}
