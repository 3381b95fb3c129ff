import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { listMails } from '@tallyhook/store/people';
import { SMTPServer } from 'smtp-server';
import { send, startService, type Service } from './start-service.ts';

/** A mail server on a real socket that keeps what it accepts; it refuses `state.refuse` mails. */
async function startMailServer() {
  const accepted: string[] = [];
  const state = { refuse: 0 };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (state.refuse > 0) {
          state.refuse -= 1;
          return done(Object.assign(new Error('Mailbox busy'), { responseCode: 450 }));
        }
        accepted.push(Buffer.concat(chunks).toString());
        done();
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return { port, accepted, state, stop: () => new Promise<void>((done) => server.close(done)) };
}

describe('a mail', () => {
  let mails: Awaited<ReturnType<typeof startMailServer>>;
  let service: Service;
  let time = new Date('2126-03-10T12:00:00Z');

  before(async () => {
    mails = await startMailServer();
    const mail = { smtpUrl: `smtp://127.0.0.1:${mails.port}`, from: 'Tallyhook <tallyhook@example.com>' };
    service = await startService({ mail, now: () => time });
  });
  after(async () => {
    await service?.deps.mailer.stop();
    await service?.stop();
    await mails?.stop();
  });

  const invite = async (email: string) => {
    const { owner } = await service.found();
    const invited = await send(service, 'POST', '/api/invitations', { as: owner, json: { email, role: 'viewer' } });
    assert.equal(invited.status, 201, invited.text);
  };
  const mailTo = async (email: string) => (await listMails(service.store)).find(({ to }) => to === email)!;
  const until = async (email: string, isDone: (mail: Awaited<ReturnType<typeof mailTo>>) => boolean) => {
    for (let tries = 0; tries < 100; tries += 1) {
      if (isDone(await mailTo(email))) return;
      await sleep(50);
    }
    assert.fail(JSON.stringify({ ...(await mailTo(email)), text: '' }));
  };

  it('leaves by the mail server that is set, with its link', async () => {
    await invite('bo@example.com');
    await until('bo@example.com', ({ sentAt }) => sentAt !== null);
    const [mail = ''] = mails.accepted;
    assert.match(mail, /^From: Tallyhook <tallyhook@example\.com>/m);
    assert.match(mail, /^To: bo@example\.com/m);
    assert.match(mail.replace(/=\r?\n/g, ''), /http:\/\/tallyhook\.test\/invitation#[\w-]{43}/);
  });

  it('is tried again after a pause if the server refuses it', async () => {
    mails.state.refuse = 1;
    await invite('cleo@example.com');
    await until('cleo@example.com', ({ error }) => error !== null);
    const { error, sentAt } = await mailTo('cleo@example.com');
    assert.deepEqual([error, sentAt], ['The mail server refused it or did not answer (450).', null]);
    time = new Date(time.getTime() + 60_000);
    service.deps.mailer.wake();
    await until('cleo@example.com', (mail) => mail.sentAt !== null && mail.error === null);
  });
});
