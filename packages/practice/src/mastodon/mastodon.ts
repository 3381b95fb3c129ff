import type { PracticeAnswer, PracticeRequest } from '../exchange.ts';
import { type Access, bearerOf } from '../bearer.ts';
import type { Keeper } from '../keeper.ts';
import { describeFile } from '../kept-file.ts';
import type { Asked, Part, PracticeRoute } from '../play-routes.ts';
import { isText, readForm, readJson, readParts, sortParts } from '../read-body.ts';

const refuse = (status: number, error: string): PracticeAnswer => ({ status, body: { error } });

/** Mastodon's answer to an unknown address. */
export const mastodonNotFound = refuse(404, 'Record not found');

/** Plays the part of Mastodon that posts. A video is ready only after it was requested twice. */
export function mastodonParts({ isToken }: Access): Part[] {
  const checkAccess = (request: PracticeRequest): PracticeAnswer | null => {
    const token = bearerOf(request);
    return token !== undefined && isToken(token) ? null : refuse(401, 'The access token is invalid');
  };
  return [{ routes, checkAccess }];
}

interface Media {
  id: string;
  type: string;
  url: string | null;
  asked: number;
}

interface Status {
  id: string;
  url: string;
  content: string;
  reblogged: boolean;
}

const routes: PracticeRoute[] = [
  {
    method: 'GET',
    path: '/api/v1/accounts/verify_credentials',
    answer: () => ({ status: 200, body: { id: '14715', acct: 'practice' } }),
  },
  { method: 'POST', path: '/api/v2/media', answer: takeMedia },
  {
    method: 'GET',
    path: '/api/v1/media/{media}',
    answer({ named }, keeper) {
      const media = keeper.of<Media>('media').find(({ id }) => id === named['media']);
      if (media === undefined) return mastodonNotFound;
      if (media.url === null && ++media.asked >= 2) media.url = `https://practice.example/media/${media.id}`;
      return { status: media.url === null ? 206 : 200, body: media };
    },
  },
  { method: 'POST', path: '/api/v1/statuses', answer: post },
  {
    method: 'POST',
    path: '/api/v1/statuses/{status}/reblog',
    answer({ named }, keeper) {
      const status = keeper.of<Status>('statuses').find(({ id }) => id === named['status']);
      if (status === undefined) return mastodonNotFound;
      status.reblogged = true;
      return { status: 200, body: { id: `boost-${status.id}`, url: `${status.url}/activity`, reblog: status } };
    },
  },
  {
    method: 'DELETE',
    path: '/api/v1/statuses/{status}',
    answer({ named }, keeper) {
      const statuses = keeper.of<Status>('statuses');
      const place = statuses.findIndex(({ id }) => id === named['status']);
      if (place === -1) return mastodonNotFound;
      return { status: 200, body: statuses.splice(place, 1)[0] };
    },
  },
  {
    method: 'GET',
    path: '/api/v2/search',
    answer({ query }, keeper) {
      const text = query.get('q');
      if (!isText(text)) return refuse(400, 'param is missing or the value is empty: q');
      const statuses = keeper.of<Status>('statuses').filter(({ content }) => content.includes(text));
      return { status: 200, body: { accounts: [], statuses, hashtags: [] } };
    },
  },
];

function takeMedia(asked: Asked, keeper: Keeper): PracticeAnswer {
  const { file } = sortParts(readParts(asked) ?? []);
  if (file === undefined) return refuse(422, "Validation failed: File can't be blank");
  if (!/^(image|video|audio)\//.test(file.type ?? ''))
    return refuse(422, 'Validation failed: File content type is invalid');
  const id = String(22_348_640 + keeper.nextNumber());
  const isReady = file.type!.startsWith('image/');
  const url = isReady ? `https://practice.example/media/${id}` : null;
  const type = file.type!.split('/')[0]!;
  keeper.add('files', describeFile(file.filename!, file.type!, file.bytes));
  return { status: isReady ? 200 : 202, body: keeper.add<Media>('media', { id, type, url, asked: 0 }) };
}

/** Posts a text once per idempotency key. */
function post(asked: Asked, keeper: Keeper): PracticeAnswer {
  const key = asked.headers['idempotency-key'];
  const known = keeper.of<{ key: unknown; status: Status }>('idempotencyKeys').find((entry) => entry.key === key);
  if (key !== undefined && known !== undefined) return { status: 200, body: known.status };
  const { status: text, media_ids: ids = [] } = readJson(asked) ?? readForm(asked) ?? {};
  const media = (ids as string[]).map((id) => keeper.of<Media>('media').find((one) => one.id === id));
  if (!isText(text) && media.length === 0) return refuse(422, "Validation failed: Text can't be blank");
  if (media.includes(undefined)) return mastodonNotFound;
  if (media.some((one) => one!.url === null))
    return refuse(422, 'Cannot attach files that have not finished processing. Try again in a moment!');
  if (String(text).length > 500) return refuse(422, 'Validation failed: Text character limit of 500 exceeded');
  const id = String(103_254_962_155_278_000n + BigInt(keeper.nextNumber()));
  const status: Status = {
    id,
    url: `https://practice.example/@practice/${id}`,
    content: String(text),
    reblogged: false,
  };
  keeper.add('statuses', status);
  if (key !== undefined) keeper.add('idempotencyKeys', { key, status });
  return { status: 200, body: status };
}
