import { createReset, normalizeEmail, putMail } from '@tallyhook/store/people';
import { resetMail } from '../mail/mail-texts.ts';
import { defineRoute } from '../route.ts';

/** Answers before it looks the email up, so that neither the answer nor its time says whether a person has it. */
export const postPasswordRequests = defineRoute({
  method: 'post',
  path: '/api/password/requests',
  access: 'anyone',
  summary: 'Mails a link that resets the password, if a person has the email.',
  body: { json: 'PasswordResetRequest', limitBytes: 8 * 1024 },
  problems: ['too_many_requests'],
  async handler(request, { store, now, baseUrl, attempts, mailer, logger }) {
    const email = normalizeEmail(request.body.email);
    await attempts.count({ address: request.ip ?? '', email: `reset ${email}` });
    const send = async () => {
      const reset = await createReset(store, email, now());
      if (reset === undefined) return;
      await putMail(store, { to: email, ...resetMail({ link: `${baseUrl}/password#${reset.token}` }), now: now() });
      mailer.wake();
    };
    mailer.later(
      send().catch((error: Error) =>
        logger.warn({ error: error.message }, 'Could not save a mail to reset a password.'),
      ),
    );
  },
});
