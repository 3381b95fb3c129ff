import assert from 'node:assert/strict';
import { newId } from '@tallyhook/store';
import { addNotice } from '@tallyhook/store/notices';
import { listMails } from '@tallyhook/store/people';
import { mailNotices } from '../src/mail/notice-mails.ts';
import { startService, type Founded, type Service } from './start-service.ts';

const minutes = (count: number) => new Date(Date.UTC(2026, 0, 1, 12, count));

describe('notices about workflows', () => {
  let service: Service;
  let founded: Founded;

  before(async () => {
    service = await startService();
  });
  after(() => service.stop());
  beforeEach(async () => {
    founded = await service.found();
  });

  const tell = (text: string, at: Date, personId = founded.personId) =>
    addNotice(
      service.store,
      {
        ...{ personId, kind: 'runFailed' as const, workspaceId: founded.workspaceId, branchName: 'main' },
        ...{ subjectId: newIdOnce, subjectName: 'Close the month', line: { runId: newId(), text } },
      },
      at,
    );
  let newIdOnce: string;
  beforeEach(() => {
    newIdOnce = newId();
  });
  const mail = (now: Date) => mailNotices(service.store, { baseUrl: 'https://example.com', now });
  const mailsAbout = async (text: string) => (await listMails(service.store)).filter((one) => one.text.includes(text));

  it('are one mail for all that happened in two minutes, with a link to each run', async () => {
    await tell('The first reason', minutes(0));
    await tell('The second reason', minutes(1));
    assert.equal(await mail(minutes(1)), 0);
    assert.equal(await mail(minutes(3)), 1);
    const [sent, ...others] = await mailsAbout('The first reason');
    assert.deepEqual(others, []);
    assert.equal(sent!.subject, 'Close the month: 2 runs failed');
    assert.match(sent!.text, /The second reason\n {2}https:\/\/example.com\/runs\/[0-9a-f]{24}\?workspace=/);
    assert.equal(await mail(minutes(20)), 0);
  });

  it('list ten and count the rest', async () => {
    for (let count = 1; count <= 12; count += 1) await tell(`Reason number ${count};`, minutes(0));
    await mail(minutes(3));
    const [sent] = await mailsAbout('Reason number 1;');
    assert.ok(!sent!.text.includes('Reason number 11;'));
    assert.match(sent!.text, /And 2 more: https:\/\/example.com\/runs\?/);
  });

  it('of messages link to what they open', async () => {
    const { personId, workspaceId } = founded;
    const about = { personId, workspaceId, kind: 'message' as const, branchName: 'main', subjectId: newIdOnce };
    const lines = [
      { runId: newId(), text: 'Sales are 7.', reportId: '65f000000000000000000001', link: 'https://example.org/sales' },
      { runId: '65f000000000000000000002', text: 'Nothing to open.' },
    ];
    for (const line of lines) await addNotice(service.store, { ...about, subjectName: 'Alert', line }, minutes(0));
    await mail(minutes(3));
    const [sent] = await mailsAbout('Sales are 7.');
    const place = `?workspace=${workspaceId}&branch=main`;
    assert.equal(sent!.subject, 'Alert: 2 messages');
    assert.deepEqual(sent!.text.split('\n'), [
      ...['The workflow "Alert" tells you:', ''],
      ...['- Sales are 7.', `  https://example.com/reports/65f000000000000000000001${place}`],
      ...['  https://example.org/sales', '- Nothing to open.'],
      `  https://example.com/runs/65f000000000000000000002${place}`,
    ]);
  });

  it('are not mailed to somebody who is no longer in the workspace', async () => {
    const other = await service.found();
    await tell('Not for you', minutes(0), other.personId);
    assert.equal(await mail(minutes(3)), 0);
    assert.deepEqual(await mailsAbout('Not for you'), []);
  });
});
