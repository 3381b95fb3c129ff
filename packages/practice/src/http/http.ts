import type { PracticeAnswer, PracticeRequest } from '../exchange.ts';
import type { Access } from '../bearer.ts';
import { bearerOf } from '../bearer.ts';
import { describeFile } from '../kept-file.ts';
import type { Part, PracticeRoute } from '../play-routes.ts';
import { typeOf } from '../read-body.ts';

/** The answer to an unknown address. */
export const httpNotFound: PracticeAnswer = { status: 404, body: { error: 'not found' } };

/** Plays a plain HTTP service: keeps what is put under /things and echoes requests. */
export function httpParts({ isToken }: Access): Part[] {
  const checkAccess = (request: PracticeRequest): PracticeAnswer | null =>
    isToken(bearerOf(request) ?? '')
      ? null
      : { status: 401, headers: { 'www-authenticate': 'Bearer' }, body: { error: 'who are you?' } };
  return [{ routes: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map(thingRoute), checkAccess }];
}

function thingRoute(method: string): PracticeRoute {
  return {
    method,
    path: '/things/{thing}',
    answer(asked, keeper) {
      const { named, query, body } = asked;
      if (named['thing'] === 'missing') return httpNotFound;
      const file = describeFile(named['thing']!, typeOf(asked), body);
      keeper.add('things', { method, ...file });
      const answer = {
        method,
        thing: named['thing'],
        query: [...query],
        type: typeOf(asked),
        text: body.toString('utf8'),
      };
      return { status: method === 'POST' ? 201 : 200, body: answer };
    },
  };
}
