import type { IncomingMessage } from 'node:http';
import type { PracticeAnswer } from '../exchange.ts';
import { breakOff } from '../uploads/break-off.ts';
import { receive } from '../uploads/receive.ts';
import type { UploadRequest } from '../uploads/request-log.ts';
import type { UploadFaults } from '../uploads/upload-faults.ts';
import type { TusSession } from './tus-session.ts';

/** The outcome of a request: an answer, no answer, or a broken connection. */
export type TusOutcome = { answer: PracticeAnswer; hangsUp?: boolean } | 'hang' | 'reset';

const version = '1.0.0';

function say(status: number, headers: Record<string, string> = {}, body?: string): { answer: PracticeAnswer } {
  return { answer: { status, headers: { 'tus-resumable': version, ...headers }, body } };
}

/** Plays a tus 1.0.0 server (tus.io/protocols/resumable-upload) for one file. It keeps all bytes that arrive. */
export async function playTus(
  session: TusSession | undefined,
  { request, entry, faults }: { request: IncomingMessage; entry: UploadRequest; faults: UploadFaults },
): Promise<TusOutcome> {
  if (request.headers['tus-resumable'] !== version) return say(412, { 'tus-version': version });
  if (session === undefined) return say(404);
  entry.session = session.id;
  if (request.method === 'HEAD') return tellOffset(session, entry, faults);
  return request.method === 'PATCH' ? takePatch(session, { request, entry, faults }) : say(405);
}

function tellOffset(session: TusSession, entry: UploadRequest, faults: UploadFaults): TusOutcome {
  entry.kind = 'status';
  const fault = faults.take({ kind: 'status' });
  entry.fault = fault?.text ?? null;
  if (fault !== null) return failBy(fault.effect);
  const length = String(session.totalBytes);
  return say(200, { ...offset(session), 'upload-length': length, 'cache-control': 'no-store' });
}

function offset(session: TusSession): Record<string, string> {
  return { 'upload-offset': String(session.storedBytes()) };
}

async function takePatch(
  session: TusSession,
  { request, entry, faults }: { request: IncomingMessage; entry: UploadRequest; faults: UploadFaults },
): Promise<TusOutcome> {
  entry.kind = 'piece';
  const { headers } = request;
  if (headers['content-type'] !== 'application/offset+octet-stream') return say(415);
  if (headers['content-length'] === undefined) return say(411);
  if (!/^\d+$/.test(String(headers['upload-offset']))) return say(400, {}, 'Upload-Offset is missing');
  const [start, sizeBytes] = [Number(headers['upload-offset']), Number(headers['content-length'])];
  const number = session.pieceNumber(start, sizeBytes);
  Object.assign(entry, { piece: number, firstByte: start, lastByte: start + sizeBytes - 1 });
  const isLast = start + sizeBytes === session.totalBytes;
  const fault = faults.take({ kind: 'piece', number, isLast });
  entry.fault = fault?.text ?? null;
  const effect = fault?.effect ?? 'none';
  if (effect === 'reset') return breakOff(request, entry);
  if (effect === 'early-413') return { ...say(413, {}, 'Request Entity Too Large'), hangsUp: true };
  const isKept = effect === 'none' || /^(stored-|partial=|308|202|206)/.test(effect);
  const mistake = start !== session.storedBytes() ? 409 : start + sizeBytes > session.totalBytes ? 413 : undefined;
  return keep(session, { request, entry, effect, isKept: isKept && mistake === undefined, mistake });
}

interface Taken {
  request: IncomingMessage;
  entry: UploadRequest;
  effect: string;
  isKept: boolean;
  mistake: number | undefined;
}

/** Keeps the bytes that arrived, even if the request breaks off. */
async function keep(session: TusSession, { request, entry, effect, isKept, mistake }: Taken): Promise<TusOutcome> {
  let leftBytes = !isKept ? 0 : effect.startsWith('partial=') ? Number(effect.slice('partial='.length)) : Infinity;
  const take = (chunk: Buffer): void => {
    session.store(chunk.subarray(0, Math.max(0, leftBytes)));
    leftBytes -= chunk.length;
  };
  if (!(await receive(request, entry, { pace: undefined, take }))) return 'reset';
  if (!isKept && effect !== 'none' && !effect.startsWith('stored-')) return failBy(effect);
  if (mistake !== undefined) return say(mistake);
  if (effect.startsWith('stored-')) return failBy(effect.slice('stored-'.length));
  const status = /^\d/.test(effect) ? Number(effect) : 204;
  entry.confirmed = String(session.storedBytes());
  return say(status, offset(session));
}

function failBy(effect: string): TusOutcome {
  if (effect === 'hang' || effect === 'reset') return effect;
  if (effect === 'redirect') return say(307, { location: 'https://elsewhere.example/files' });
  return say(Number(effect), effect === '429' || effect === '503' ? { 'retry-after': '1' } : {}, 'refused');
}
