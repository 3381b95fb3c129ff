import type { Store } from '@tallyhook/store';
import { removeNotice, takeNotice, type Notice, type NoticeKind, type NoticeLine } from '@tallyhook/store/notices';
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

/** The words of each kind of notice: for one and several in the subject, and before the list. */
const words: Record<NoticeKind, { one: string; several: string; first: (name: string) => string }> = {
  runFailed: {
    ...{ one: 'run failed', several: 'runs failed' },
    first: (name) => `Runs of the workflow "${name}" have failed.`,
  },
  decision: {
    ...{ one: 'run waits for a decision', several: 'runs wait for a decision' },
    first: (name) =>
      `Runs of the workflow "${name}" have failed in a step that may have done something: decide what follows.`,
  },
  question: { one: 'question', several: 'questions', first: (name) => `The workflow "${name}" asks for an answer.` },
  runEnded: {
    ...{ one: 'run has ended', several: 'runs have ended' },
    first: (name) => `You watched runs of the workflow "${name}".`,
  },
  message: { one: 'message', several: 'messages', first: (name) => `The workflow "${name}" tells you:` },
  accountRefused: {
    ...{ one: 'sign in again', several: 'sign in again' },
    first: (name) => `The service refuses the account "${name}". Until somebody signs in again, its workflows fail.`,
  },
};

function noticeMail(notice: Notice, baseUrl: string): MailText {
  const { kind, subjectName, workspaceId, branchName, count, lines } = notice;
  const { one, several, first } = words[kind];
  const place = new URLSearchParams({ workspace: workspaceId, ...(branchName !== null && { branch: branchName }) });
  const listed = lines.flatMap((line) => [
    `- ${line.text}`,
    ...linksOf(line, baseUrl, place).map((link) => `  ${link}`),
  ]);
  const all = kind === 'message' ? 'inbox' : 'runs';
  const more = count > lines.length ? ['', `And ${count - lines.length} more: ${baseUrl}/${all}?${place}`] : [];
  const subject =
    kind === 'accountRefused' ? `${subjectName}: ${one}` : `${subjectName}: ${count} ${count === 1 ? one : several}`;
  return { subject, text: [first(subjectName), '', ...listed, ...more].join('\n') };
}

function linksOf({ runId, reportId, link }: NoticeLine, baseUrl: string, place: URLSearchParams): string[] {
  const opened = [...(reportId === undefined ? [] : [`${baseUrl}/reports/${reportId}?${place}`]), link ?? []].flat();
  if (opened.length > 0 || runId === null) return opened;
  return [`${baseUrl}/runs/${runId}?${place}`];
}
