import type { PracticeAnswer, PracticeRequest } from '../exchange.ts';
import { type Access, bearerOf } from '../bearer.ts';
import type { Part } from '../play-routes.ts';
import { type Fields, isText, readJson } from '../read-body.ts';

function refuse(status: number, code: number, error: string): PracticeAnswer {
  return { status, body: { error, error_code: code, developer_message: error } };
}

/** Vimeo's answer to an unknown address. */
export const vimeoNotFound = refuse(404, 5000, 'The requested page could not be found.');

interface Video {
  uri: string;
  link: string;
  name: unknown;
  description: unknown;
  privacy: Fields;
  duration: number;
  transcode: { status: string };
}

/** The routes for videos. `announce` returns the upload address of a file of that size. */
export function videoPart({ isToken }: Access, announce: (sizeBytes: number) => string): Part {
  const checkAccess = (request: PracticeRequest): PracticeAnswer | null => {
    const token = bearerOf(request);
    if (token === undefined || !isToken(token))
      return refuse(401, 8003, "The app didn't receive the user's credentials.");
    const accepts = /application\/vnd\.vimeo\.\*\+json;version=3\.4/.test(request.headers.accept ?? '');
    return accepts ? null : refuse(415, 3001, 'Send the API version in the Accept header.');
  };
  return {
    checkAccess,
    routes: [
      { method: 'GET', path: '/me', answer: () => ({ status: 200, body: { uri: '/users/152184', name: 'Practice' } }) },
      {
        method: 'POST',
        path: '/me/videos',
        answer(asked, keeper) {
          const { upload, name, description, privacy } = (readJson(asked) ?? {}) as {
            upload?: Fields;
            name?: unknown;
            description?: unknown;
            privacy?: Fields;
          };
          if (upload?.['approach'] !== 'tus') return refuse(400, 2204, 'upload.approach must be tus');
          const size = Number(upload['size']);
          if (!Number.isSafeInteger(size) || size <= 0)
            return refuse(400, 2204, 'upload.size must be the number of bytes');
          const id = 258_684_000 + keeper.nextNumber();
          const uri = `/videos/${id}`;
          const link = `https://vimeo.com/${id}`;
          const video: Video = {
            uri,
            link,
            name,
            description,
            privacy: privacy ?? {},
            duration: 0,
            transcode: { status: 'in_progress' },
          };
          keeper.add('videos', video);
          return { status: 200, body: { ...video, upload: { approach: 'tus', size, upload_link: announce(size) } } };
        },
      },
      {
        method: 'GET',
        path: '/me/videos',
        answer({ query }, keeper) {
          const words = query.get('query') ?? '';
          const data = keeper.of<Video>('videos').filter(({ name }) => String(name).includes(words));
          return { status: 200, body: { total: data.length, data, paging: { next: null } } };
        },
      },
      {
        method: 'GET',
        path: '/videos/{video}',
        answer({ named }, keeper) {
          const video = keeper.of<Video>('videos').find(({ uri }) => uri === `/videos/${named['video']}`);
          return video === undefined ? vimeoNotFound : { status: 200, body: video };
        },
      },
      {
        method: 'PATCH',
        path: '/videos/{video}',
        answer(asked, keeper) {
          const video = keeper.of<Video>('videos').find(({ uri }) => uri === `/videos/${asked.named['video']}`);
          const changes = readJson(asked);
          if (video === undefined) return vimeoNotFound;
          if (changes === undefined) return refuse(400, 2205, 'The request body is not JSON.');
          if (isText(changes['name'])) video.name = changes['name'];
          if (changes['description'] !== undefined) video.description = changes['description'];
          Object.assign(video.privacy, changes['privacy']);
          return { status: 200, body: video };
        },
      },
      {
        method: 'DELETE',
        path: '/videos/{video}',
        answer({ named }, keeper) {
          const videos = keeper.of<Video>('videos');
          const place = videos.findIndex(({ uri }) => uri === `/videos/${named['video']}`);
          if (place === -1) return vimeoNotFound;
          videos.splice(place, 1);
          return { status: 204, body: undefined };
        },
      },
    ],
  };
}
