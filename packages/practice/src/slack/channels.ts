import type { PracticeRoute } from '../play-routes.ts';
import { isText } from '../read-body.ts';
import { fail, fine } from './answers.ts';

const channels = ['general', 'random', 'ferns'].map((name, index) => ({ id: `C0000000${index}`, name }));

export const channelRoutes: PracticeRoute[] = [
  {
    method: 'GET',
    path: '/api/conversations.list',
    answer({ query }) {
      const wanted = Number(query.get('limit') ?? 100);
      const from = cursorPlace(query.get('cursor'));
      if (from === undefined) return fail('invalid_cursor');
      if (!(wanted >= 1 && wanted <= 1000)) return fail('invalid_limit');
      // A page may be shorter than requested even if more follow.
      const limit = Math.min(wanted, 2);
      const next = from + limit < channels.length ? writeCursor(from + limit) : '';
      return fine({ channels: channels.slice(from, from + limit), response_metadata: { next_cursor: next } });
    },
  },
  {
    method: 'GET',
    path: '/api/users.lookupByEmail',
    answer({ query }) {
      const email = query.get('email');
      if (!isText(email)) return fail('invalid_arguments');
      if (!/^[^\s@]+@example\.com$/.test(email)) return fail('users_not_found');
      const name = email.split('@')[0]!;
      return fine({ user: { id: 'W012A3CDE', name, real_name: name, profile: { email } } });
    },
  },
];

function cursorPlace(cursor: string | null): number | undefined {
  if (cursor === null || cursor === '') return 0;
  const place = /^place:(\d+)$/.exec(Buffer.from(cursor, 'base64').toString('utf8'))?.[1];
  return place === undefined ? undefined : Number(place);
}

function writeCursor(place: number): string {
  return Buffer.from(`place:${place}`, 'utf8').toString('base64');
}
