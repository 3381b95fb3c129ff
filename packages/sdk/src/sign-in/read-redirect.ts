import { createHash, timingSafeEqual } from 'node:crypto';
import type { ConnectorPackage } from '@tallyhook/schemas';
import { ActionError } from '../action-error.ts';

/**
 * Reads the code from the redirect.
 * @throws ActionError `auth` if the state differs from the one sent, if the person or the service refused, or if there
 * is no code.
 */
export function readRedirect(
  { connector }: ConnectorPackage,
  query: Readonly<Record<string, unknown>>,
  { state }: { state: string },
): { code: string } {
  if (typeof query['state'] !== 'string' || !isSame(query['state'], state)) {
    throw new ActionError(
      'auth',
      'the redirect belongs to another sign-in, or to none (state); start the sign-in again',
    );
  }
  const words = [query['error'], query['error_description']].filter((part) => typeof part === 'string' && part !== '');
  if (words.length > 0) throw new ActionError('auth', `${connector.name} refused: ${words.join(': ').slice(0, 500)}`);
  const code = query['code'];
  if (typeof code === 'string' && code !== '') return { code };
  throw new ActionError('auth', `${connector.name} sent the browser back without a code; start the sign-in again`);
}

function isSame(one: string, other: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
