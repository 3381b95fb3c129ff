import type { PracticeRoute } from '../play-routes.ts';
import { describeFile, type KeptFile } from '../kept-file.ts';
import { type Fields, isText } from '../read-body.ts';
import { fail, fine, readArguments, readFormArguments } from './answers.ts';
import { isChannel } from './messages.ts';

interface Announced {
  id: string;
  key: string;
  name: string;
  sizeBytes: number;
  file: KeptFile | null;
}

export const fileRoutes: PracticeRoute[] = [
  {
    method: 'POST',
    path: '/api/files.getUploadURLExternal',
    answer(asked, keeper) {
      const { filename, length } = readFormArguments(asked);
      if (!isText(filename) || !/^[1-9]\d*$/.test(String(length))) return fail('invalid_arguments');
      const number = keeper.nextNumber();
      const [id, key] = [`F${String(number).padStart(10, '0')}`, `CwABAAAAXAo${number}`];
      keeper.add<Announced>('announced', { id, key, name: filename, sizeBytes: Number(length), file: null });
      return fine({ upload_url: `https://files.slack.com/upload/v1/${key}`, file_id: id });
    },
  },
  {
    method: 'POST',
    path: '/api/files.completeUploadExternal',
    answer(asked, keeper) {
      const { files, channel_id: channel, initial_comment: comment } = readArguments(asked);
      if (!Array.isArray(files) || files.length === 0) return fail('invalid_arguments');
      if (channel !== undefined && !isChannel(channel)) return fail('channel_not_found');
      const announced = keeper.of<Announced>('announced');
      const found = (files as Fields[]).map(({ id }) => announced.find((known) => known.id === id && known.file));
      if (found.some((known) => known === undefined)) return fail('file_not_found');
      const shares = (files as Fields[]).map(({ id, title }) => ({ id, title, channel, comment }));
      for (const share of shares) keeper.add('shares', share);
      const permalink = (id: unknown): string => `https://practice.slack.com/files/U0PRACTICE/${String(id)}`;
      return fine({ files: shares.map(({ id, title }) => ({ id, title, permalink: permalink(id) })) });
    },
  },
];

/** Takes the bytes: no token, exactly the announced length, once. */
export const uploadRoute: PracticeRoute = {
  method: 'POST',
  path: '/upload/v1/{key}',
  answer({ named, headers, body }, keeper) {
    const announced = keeper.of<Announced>('announced').find(({ key }) => key === named['key']);
    if (announced === undefined || announced.file !== null) return { status: 404, body: 'no such upload' };
    if (headers.authorization !== undefined) return { status: 400, body: 'no token is accepted here' };
    if (headers['content-length'] === undefined) return { status: 411, body: 'length required' };
    if (body.length !== announced.sizeBytes) return { status: 400, body: `length is ${body.length}` };
    announced.file = describeFile(announced.name, headers['content-type'] ?? '', body);
    return { status: 200, body: `OK - ${body.length}` };
  },
};
