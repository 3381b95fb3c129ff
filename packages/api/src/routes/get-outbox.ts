import { Problem } from '@tallyhook/schemas';
import { listMails } from '@tallyhook/store/people';
import { isOperator } from '@tallyhook/store/workspaces';
import { defineRoute } from '../route.ts';

/** For operators only: the links in these mails work like passwords. */
export const getOutbox = defineRoute({
  method: 'get',
  path: '/api/outbox',
  access: 'person',
  summary: 'Lists the mails of the last seven days, for operators where no mail server is set.',
  answer: 'Mail[]',
  problems: ['forbidden'],
  async handler(request, { store, sendsMail }, response) {
    if (!(await isOperator(store, request.signedIn.personId)))
      throw new Problem('forbidden', 'Only operators of this installation can read its outbox.');
    response.setHeader('Cache-Control', 'no-store');
    const mails = await listMails(store);
    // With a mail server, the links are for the people they went to.
    return sendsMail ? mails.map((mail) => ({ ...mail, text: '' })) : mails;
  },
});
