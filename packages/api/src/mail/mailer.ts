import { problemFrom, type Store } from '@tallyhook/store';
import { noteMail, takeMail, type Mail } from '@tallyhook/store/people';
import type { Logger } from 'pino';
import { inTurn } from '../in-turn.ts';
import { mailNotices } from './notice-mails.ts';

/** Where mails are sent. */
export interface MailSettings {
  /** `smtp://user:password@host:port`, or `smtps:`. */
  smtpUrl: string;
  /** The sender, such as `Tallyhook <tallyhook@example.com>`. */
  from: string;
}

/** Sends the mails of the outbox. */
export interface Mailer {
  /** Sends what is due, soon. */
  wake(): void;
  /** Lets `stop` wait for work that an answered request still does. */
  later(work: Promise<unknown>): void;
  stop(): Promise<void>;
}

const everyMs = 60_000;
const timeoutMs = 20_000;

/** Sends due mails now and every minute. Without settings nothing is sent: operators read the outbox. */
export function createMailer(
  settings: MailSettings | undefined,
  { store, logger, now, baseUrl }: { store: Store; logger: Logger; now: () => Date; baseUrl: string },
): Mailer {
  const transport = settings && openTransport(settings);
  const working = new Set<Promise<unknown>>();

  const sendDue = inTurn(async () => {
    if (transport === undefined) return;
    try {
      for (let mail = await takeMail(store, now()); mail !== undefined; mail = await takeMail(store, now()))
        await sendOne(mail);
    } catch (error) {
      logger.warn({ error: String(problemFrom(error)) }, 'Could not read the mails to send; it is tried again soon.');
    }
  });

  /** Turns notices about workflows into mails, also without a mail server. */
  const tellDue = inTurn(async () => {
    try {
      if ((await mailNotices(store, { baseUrl, now: now() })) > 0) await sendDue();
    } catch (error) {
      logger.warn({ error: String(problemFrom(error)) }, 'Could not read what to tell people; it is tried again soon.');
    }
  });

  async function sendOne({ id, to, subject, text }: Mail): Promise<void> {
    try {
      await (await transport!).sendMail({ to, subject, text });
    } catch (error) {
      // The reply of a mail server can repeat the mail, so only its code is kept.
      const { responseCode, code = 'no code' } = error as { code?: string; responseCode?: number };
      const reason = `The mail server refused it or did not answer (${responseCode ?? code}).`;
      await noteMail(store, id, { error: reason });
      logger.warn({ mail: id, code: responseCode ?? code }, 'Could not send a mail; it is tried again later.');
      return;
    }
    await noteMail(store, id, { sentAt: now() });
  }

  function later(work: Promise<unknown>): void {
    const done = work.catch((error: Error) => logger.warn({ error: error.message }, 'Sending mails failed.'));
    working.add(done);
    void done.finally(() => working.delete(done));
  }

  const timer = transport && setInterval(() => later(sendDue()), everyMs).unref();
  const noticeTimer = setInterval(() => later(tellDue()), everyMs).unref();
  return {
    wake: () => later(sendDue()),
    later,
    async stop() {
      clearInterval(timer);
      clearInterval(noticeTimer);
      await Promise.all(working);
      (await transport)?.close();
    },
  };
}

/** Loads the package only where mails are sent. */
async function openTransport({ smtpUrl, from }: MailSettings) {
  const { createTransport } = await import('nodemailer');
  const timeouts = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs };
  return createTransport({ url: smtpUrl, ...timeouts }, { from });
}
