import type { IncomingHttpHeaders } from 'node:http';
import { refuse, type YoutubeAnswer } from './answers.ts';

/** The bytes that a request announces; `endExclusive` is the start of the next range. */
export interface ByteRange {
  start: number;
  endExclusive: number;
}

/** Reads the range of a PUT to a session: a part of the file, all of it, or nothing but a status request. */
export function readRange(
  headers: IncomingHttpHeaders,
  totalBytes: number,
): { range: ByteRange } | { question: true } | { refusal: YoutubeAnswer } {
  if (headers['content-length'] === undefined)
    return { refusal: refuse(411, 'POST requests require a Content-length header.', { reason: 'lengthRequired' }) };
  const length = Number(headers['content-length']);
  const text = headers['content-range'];
  if (text === undefined)
    return length === totalBytes ? { range: { start: 0, endExclusive: length } } : wrong('(none)');
  const match = /^bytes (?:(\d+)-(\d+)|\*)\/(\d+)$/.exec(text);
  if (match === null || Number(match[3]) !== totalBytes) return wrong(text);
  if (match[1] === undefined) return length === 0 ? { question: true } : wrong(text);
  const start = Number(match[1]);
  const endExclusive = Number(match[2]) + 1;
  const isSound = start < endExclusive && endExclusive <= totalBytes && endExclusive - start === length;
  return isSound ? { range: { start, endExclusive } } : wrong(text);
}

function wrong(text: string): { refusal: YoutubeAnswer } {
  const message = `Failed to parse Content-Range header: ${text}`;
  return { refusal: refuse(400, message, { reason: 'badRequest', location: 'Content-Range' }) };
}
