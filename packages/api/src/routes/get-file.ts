import { pipeline } from 'node:stream/promises';
import { Problem } from '@tallyhook/schemas';
import { getFile as readFile, openFile, type FileRow } from '@tallyhook/store/files';
import type { Response } from 'express';
import { defineRoute, sent, type RouteRequest } from '../route.ts';
import { namesTag } from '../send-answer.ts';

/** Bytes from `start` (inclusive) to `end` (exclusive). */
interface ByteRange {
  start: number;
  end: number;
}

/**
 * Sends the bytes of a file, or one range. Always as an attachment: a stored HTML page shown inline would run as one of
 * ours.
 */
export const getFile = defineRoute({
  method: 'get',
  path: '/api/files/:id',
  access: 'read',
  summary: 'Returns the bytes of a file, or one range of them.',
  mediaType: 'application/octet-stream',
  also: {
    206: { description: 'One range of the bytes.' },
    304: { description: 'The client already has the current version.', isEmpty: true },
  },
  problems: ['range_not_satisfiable'],
  async handler(request, { store }, response) {
    const { branch } = request.caller;
    const file = await readFile(store, branch, request.params.id);
    const tag = `"${file.sha256}"`;
    writeHeaders(response, file, tag);
    if (namesTag(request.get('if-none-match'), tag)) {
      response.status(304).end();
      return sent;
    }
    const range = readRange(request, response, file.sizeBytes, tag);
    const { start, end } = range ?? { start: 0, end: file.sizeBytes };
    if (range) response.status(206).setHeader('Content-Range', `bytes ${start}-${end - 1}/${file.sizeBytes}`);
    response.setHeader('Content-Length', String(end - start));
    if (request.method === 'HEAD') {
      response.end();
      return sent;
    }
    // A pipeline listens seven times for the end of a response, besides the four who do for each request.
    response.setMaxListeners(response.getMaxListeners() + 7);
    await pipeline((await openFile(store, branch, file.id, { start, end })).stream, response);
    return sent;
  },
});

function writeHeaders(response: Response, file: FileRow, tag: string): void {
  response.attachment(file.name);
  response.setHeader('Content-Type', file.contentType);
  response.setHeader('Content-Security-Policy', "default-src 'none'; sandbox");
  response.setHeader('Accept-Ranges', 'bytes');
  response.setHeader('ETag', tag);
  response.setHeader('Cache-Control', 'private, no-cache');
  response.setHeader('Vary', 'Authorization, Cookie');
}

/** The requested range; several ranges or an invalid one mean the whole file (RFC 9110 section 14.2). */
function readRange(
  request: Pick<RouteRequest, 'get' | 'range'>,
  response: Response,
  sizeBytes: number,
  tag: string,
): ByteRange | undefined {
  const condition = request.get('if-range');
  if (condition !== undefined && condition !== tag) return undefined;
  const ranges = request.range(sizeBytes);
  if (ranges === -1) {
    response.setHeader('Content-Range', `bytes */${sizeBytes}`);
    throw new Problem('range_not_satisfiable', `The file has ${sizeBytes} bytes; ask for a range within them.`);
  }
  if (ranges === undefined || ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1) return undefined;
  const { start, end } = ranges[0]!;
  return { start, end: end + 1 };
}
