import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Access } from '../bearer.ts';
import type { PlayedService } from '../exchange.ts';
import { playRoutes } from '../play-routes.ts';
import { playTus, type TusOutcome } from '../tus/tus.ts';
import { createTusSession, type TusSession } from '../tus/tus-session.ts';
import { beginEntry, type UploadRequest } from '../uploads/request-log.ts';
import { createUploadFaults, faultForms, readUploadFaults, type UploadFaults } from '../uploads/upload-faults.ts';
import { videoPart, vimeoNotFound } from './videos.ts';

/** The upload address, which is issued with a video. */
const filePath = /^\/files\/([0-9a-f]{32})$/;

interface VimeoState {
  sessions: Map<string, TusSession>;
  faults: UploadFaults;
  service: ReturnType<typeof playRoutes>;
}

/** Plays the part of Vimeo that takes videos: announced at its API, sent with tus to another host. */
export function createVimeo(access: Access): PlayedService & { log: UploadRequest[] } {
  const log: UploadRequest[] = [];
  const sessions = new Map<string, TusSession>();
  const faults = createUploadFaults();
  const announce = (sizeBytes: number): string => {
    const session = createTusSession(sizeBytes);
    sessions.set(session.id, session);
    return `https://practice-files.tus.vimeo.com/files/${session.id}`;
  };
  const service = playRoutes([videoPart(access, announce)], vimeoNotFound);
  const state = { sessions, faults, service };
  const summaries = (): unknown[] => [...sessions.values()].map((session) => session.summary());
  return {
    log,
    kept: () => ({ ...service.kept(), sessions: summaries(), pieces: log.filter(({ kind }) => kind === 'piece') }),
    clear() {
      log.length = 0;
      sessions.clear();
      service.clear();
      faults.set([]);
    },
    faults: { read: readUploadFaults, forms: faultForms, set: faults.set, waiting: faults.waiting },
    async handle(request, response) {
      const entry = beginEntry(request, request.url ?? '/');
      log.push(entry);
      answer(response, await play(state, request, entry), entry);
    },
  };
}

async function play(
  { sessions, faults, service }: VimeoState,
  request: IncomingMessage,
  entry: UploadRequest,
): Promise<TusOutcome> {
  const address = new URL(request.url ?? '/', 'http://practice');
  const file = filePath.exec(address.pathname);
  if (file !== null) return playTus(sessions.get(file[1]!), { request, entry, faults });
  const body = await buffer(request).catch(() => null);
  if (body === null) return 'reset';
  entry.arrivedBytes = body.length;
  entry.body = body.toString('utf8');
  const isStart = request.method === 'POST' && address.pathname === '/me/videos';
  if (isStart) entry.kind = 'start';
  const fault = isStart ? faults.take({ kind: 'start' }) : null;
  entry.fault = fault?.text ?? null;
  if (fault !== null && !fault.effect.startsWith('stored-')) return failStart(fault.effect);
  const { method = '', headers } = request;
  const given = service.answer({ method, path: address.pathname, query: address.searchParams, headers, body });
  return fault === null ? { answer: given } : failStart(fault.effect.slice('stored-'.length));
}

function failStart(effect: string): TusOutcome {
  if (effect === 'hang' || effect === 'reset') return effect;
  return { answer: { status: Number(effect), body: { error: 'Something strange occurred.' } } };
}

function answer(response: ServerResponse, outcome: TusOutcome, entry: UploadRequest): void {
  entry.endedAt = new Date().toISOString();
  if (outcome === 'hang') return;
  if (outcome === 'reset') return void response.socket?.resetAndDestroy();
  const { status, headers = {}, body } = outcome.answer;
  entry.status = status;
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  const type: Record<string, string> =
    text === '' ? {} : { 'content-type': typeof body === 'string' ? 'text/plain' : 'application/vnd.vimeo.video+json' };
  const isOver = outcome.hangsUp === true;
  response.writeHead(status, { ...type, ...(isOver && { connection: 'close' }), ...headers });
  response.end(text, isOver ? (): void => void response.socket?.destroy() : undefined);
}
