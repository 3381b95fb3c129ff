import type { PracticeAnswer, PracticeRequest } from '../exchange.ts';
import type { Part } from '../play-routes.ts';
import { readForm } from '../read-body.ts';
import { fail, fine } from './answers.ts';
import { channelRoutes } from './channels.ts';
import { fileRoutes, uploadRoute } from './files.ts';
import { messageRoutes } from './messages.ts';

/** Slack's answer to an unknown method. */
export const slackNotFound = fail('unknown_method');

/**
 * Plays the part of Slack's Web API that posts messages and files. Nearly every answer has status 200, even refusals.
 */
export function slackParts({ isToken }: { isToken(token: string): boolean }): Part[] {
  const checkAccess = (request: PracticeRequest): PracticeAnswer | null => {
    const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? readForm(request)?.['token'];
    if (token === undefined) return fail('not_authed');
    return isToken(token) ? null : fail('invalid_auth');
  };
  const identity = { team: 'Practice', team_id: 'T0PRACTICE', user: 'tallyhook', user_id: 'U0PRACTICE' };
  const test = { method: 'POST', path: '/api/auth.test', answer: () => fine(identity) };
  return [
    { routes: [test, ...messageRoutes, ...channelRoutes, ...fileRoutes], checkAccess },
    { routes: [uploadRoute] },
  ];
}
