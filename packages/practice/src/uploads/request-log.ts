import type { IncomingMessage } from 'node:http';

/** A request to a stand-in that takes uploads, in order of arrival. Updated while its bytes arrive. */
export interface UploadRequest {
  kind: 'start' | 'piece' | 'status' | 'other';
  method: string;
  path: string;
  /** The headers with `authorization` blanked. */
  headers: Record<string, string>;
  /** The id of its session, if that exists. */
  session: string | null;
  /** The body of a start request. */
  body: string | null;
  /** The number of the piece, from 1. */
  piece: number | null;
  /** The first and the last byte of the file that it announces. */
  firstByte: number | null;
  lastByte: number | null;
  /** The number of bytes that arrived, and their CRC-32, which is the same if the same bytes are sent again. */
  arrivedBytes: number;
  crc32: string;
  fault: string | null;
  /** The status of the answer; null before the answer, or if the connection broke. */
  status: number | null;
  /** The Range of the answer. */
  confirmed: string | null;
  startedAt: string;
  endedAt: string | null;
}

/** Creates the log entry of a request. */
export function beginEntry(request: IncomingMessage, path: string): UploadRequest {
  const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [
    name,
    name === 'authorization' ? String(value).replace(/ .*/, ' …') : String(value),
  ]);
  return {
    kind: 'other',
    method: request.method ?? '',
    path,
    headers: Object.fromEntries(headers),
    session: null,
    body: null,
    piece: null,
    firstByte: null,
    lastByte: null,
    arrivedBytes: 0,
    crc32: '00000000',
    fault: null,
    status: null,
    confirmed: null,
    startedAt: new Date().toISOString(),
    endedAt: null,
  };
}
