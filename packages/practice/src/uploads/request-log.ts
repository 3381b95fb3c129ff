import type { IncomingMessage } from 'node:http';

/** One request that reached a stand-in that takes uploads, in the order of arrival; it grows while its bytes arrive. */
export interface UploadRequest {
  kind: 'start' | 'piece' | 'status' | 'other';
  method: string;
  path: string;
  /** The headers; what stands in `authorization` is blanked. */
  headers: Record<string, string>;
  /** The session that it belongs to, if there is such a one. */
  session: string | null;
  /** The text of the body of a start. */
  body: string | null;
  /** The number of the piece, from 1. */
  piece: number | null;
  /** The first and the last byte of the file that it says it brings. */
  firstByte: number | null;
  lastByte: number | null;
  /** How many bytes really arrived, and their CRC-32: the same bytes sent again give the same. */
  arrivedBytes: number;
  crc32: string;
  fault: string | null;
  /** What was answered; null while nothing was, or when the connection broke. */
  status: number | null;
  /** The Range of the answer. */
  confirmed: string | null;
  startedAt: string;
  endedAt: string | null;
}

/** Begins the entry of a request. */
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
