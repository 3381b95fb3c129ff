import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { PlayedService } from '../exchange.ts';
import { noSession, refuse, wrongToken } from './answers.ts';
import { failBy, note, type Outcome, answerProgress, type YoutubeState } from './outcomes.ts';
import { readRange } from './read-range.ts';
import { readStart } from './read-start.ts';
import { beginEntry, type UploadRequest } from '../uploads/request-log.ts';
import { openSessionFolder } from './session-folder.ts';
import { createSession, openSession, type Session, type SessionSummary, type YoutubeVideo } from './sessions.ts';
import { createUploadFaults, faultForms, readUploadFaults } from '../uploads/upload-faults.ts';
import { takeRange } from './take-range.ts';

const path = '/upload/youtube/v3/videos';

export interface PlayedYoutube extends PlayedService {
  log: UploadRequest[];
  sessions(): SessionSummary[];
  videos(): (YoutubeVideo & { sizeBytes: number; sha256: string })[];
}

export interface YoutubeOptions {
  token: string;
  /** Bytes per second taken from one request, so that an upload can be watched. Default: no limit. */
  paceBytesPerSecond?: number | undefined;
  /** Where sessions and their bytes are kept across restarts. Default: in memory. */
  folder?: string | undefined;
}

/**
 * Plays YouTube's resumable upload. Bytes are hashed as they arrive; without a folder they are not kept, so a video may
 * be of any size.
 */
export function createYoutube({ token, paceBytesPerSecond, folder }: YoutubeOptions): PlayedYoutube {
  const log: UploadRequest[] = [];
  const keeper = folder === undefined ? undefined : openSessionFolder(folder);
  const kept = keeper?.read().map((session): [string, Session] => [session.id, openSession(session, keeper)]);
  const faults = createUploadFaults();
  const state: YoutubeState = { token, pace: paceBytesPerSecond, faults, sessions: new Map(kept), keeper };
  const summaries = (): SessionSummary[] => [...state.sessions.values()].map((session) => session.summary());
  const videos: PlayedYoutube['videos'] = () =>
    [...state.sessions.values()].flatMap((session) => {
      const video = session.video();
      const { totalBytes, sha256 } = session.summary();
      return video === null ? [] : [{ ...video, sizeBytes: totalBytes, sha256 }];
    });
  return {
    log,
    sessions: summaries,
    videos,
    kept: () => ({ videos: videos(), sessions: summaries(), pieces: log.filter(({ kind }) => kind === 'piece') }),
    clear: () => {
      log.length = 0;
      state.sessions.clear();
      keeper?.clear();
      state.faults.set([]);
    },
    faults: { read: readUploadFaults, forms: faultForms, set: state.faults.set, waiting: state.faults.waiting },
    async handle(request, response) {
      const address = new URL(request.url ?? '/', 'http://practice');
      const entry = beginEntry(request, address.pathname + address.search);
      log.push(entry);
      const outcome = await play(state, { request, address, entry });
      answer(response, outcome, entry);
    },
  };
}

interface Arrived {
  request: IncomingMessage;
  address: URL;
  entry: UploadRequest;
}

async function play(state: YoutubeState, { request, address, entry }: Arrived): Promise<Outcome> {
  const query = address.searchParams;
  if (address.pathname !== path) return { answer: refuse(404, 'Not Found', { reason: 'notFound' }) };
  if (request.method === 'POST') return playStart(state, { request, query, entry });
  if (request.method !== 'PUT')
    return { answer: refuse(405, 'Method Not Allowed', { reason: 'httpMethodNotAllowed' }) };
  const session = state.sessions.get(query.get('upload_id') ?? '');
  entry.session = session?.id ?? null;
  entry.kind = /^bytes \*\//.test(request.headers['content-range'] ?? '') ? 'status' : 'piece';
  if (request.headers.authorization !== `Bearer ${state.token}`) return { answer: wrongToken };
  if (session === undefined) return { answer: noSession };
  return playPut(state, { request, session, entry });
}

async function playStart(
  state: YoutubeState,
  { request, query, entry }: { request: IncomingMessage; query: URLSearchParams; entry: UploadRequest },
): Promise<Outcome> {
  entry.kind = 'start';
  const body = await buffer(request).catch(() => null);
  if (body === null) return 'reset';
  entry.arrivedBytes = body.length;
  entry.body = body.toString('utf8');
  if (request.headers.authorization !== `Bearer ${state.token}`) return { answer: wrongToken };
  const read = readStart({ query, headers: request.headers, body });
  if ('refusal' in read) return { answer: read.refusal };
  const fault = note(entry, state.faults.take({ kind: 'start' }));
  if (fault !== null && !fault.effect.startsWith('stored-')) return failBy(fault.effect);
  const session = createSession(read.video, state.keeper);
  state.sessions.set(session.id, session);
  entry.session = session.id;
  if (fault !== null) return failBy(fault.effect.slice('stored-'.length));
  const location = `${originOf(request)}${path}?uploadType=resumable&part=snippet,status&upload_id=${session.id}`;
  return { answer: { status: 200, headers: { location, 'x-guploader-uploadid': session.id } } };
}

/** The address by which the sender knows this service. */
function originOf({ headers }: IncomingMessage): string {
  const host = headers.host ?? '';
  const isLoopback = /^(127\.|localhost|\[::1\])/.test(host);
  return `${isLoopback ? 'http' : 'https'}://${host}`;
}

async function playPut(
  state: YoutubeState,
  { request, session, entry }: { request: IncomingMessage; session: Session; entry: UploadRequest },
): Promise<Outcome> {
  const read = readRange(request.headers, session.totalBytes);
  if ('refusal' in read) return { answer: read.refusal };
  if ('range' in read && !/^(video\/|application\/octet-stream)/.test(request.headers['content-type'] ?? ''))
    return {
      answer: refuse(400, 'The content type of the bytes is missing.', {
        reason: 'badContent',
        location: 'Content-Type',
      }),
    };
  if ('range' in read) return takeRange(state, { request, session, entry, range: read.range });
  entry.kind = 'status';
  const fault = note(entry, state.faults.take({ kind: 'status' }));
  return fault === null ? { answer: answerProgress(session, state.faults) } : failBy(fault.effect);
}

function answer(response: ServerResponse, outcome: Outcome, entry: UploadRequest): void {
  entry.endedAt = new Date().toISOString();
  if (outcome === 'hang') return;
  if (outcome === 'reset') return void response.socket?.resetAndDestroy();
  const { status, headers = {}, body } = outcome.answer;
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  entry.status = status;
  entry.confirmed = headers['range'] ?? null;
  response.writeHead(status, status === 308 ? 'Resume Incomplete' : undefined, {
    'cache-control': 'no-cache, no-store',
    'content-length': Buffer.byteLength(text),
    ...(body !== undefined && { 'content-type': 'application/json; charset=UTF-8' }),
    ...(outcome.hangsUp === true && { connection: 'close' }),
    ...headers,
  });
  const hangUp = outcome.hangsUp === true ? (): void => void response.socket?.destroy() : undefined;
  response.end(text, hangUp);
}
