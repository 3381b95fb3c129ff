import type { IncomingMessage } from 'node:http';
import { gap, goOn } from './answers.ts';
import { failBy, note, type Outcome, answerProgress, type YoutubeState } from './outcomes.ts';
import type { ByteRange } from './read-range.ts';
import { breakOff } from '../uploads/break-off.ts';
import { receive } from '../uploads/receive.ts';
import type { UploadRequest } from '../uploads/request-log.ts';
import type { Session } from './sessions.ts';

interface Brought {
  request: IncomingMessage;
  session: Session;
  entry: UploadRequest;
  range: ByteRange;
}

/** Takes the bytes of one request, or applies a fault, and answers how much of the file is stored. */
export async function takeRange(state: YoutubeState, brought: Brought): Promise<Outcome> {
  const { request, session, entry, range } = brought;
  const isLast = range.endExclusive === session.totalBytes;
  const number = session.pieceNumber(range.start, range.endExclusive - range.start);
  Object.assign(entry, { piece: number, firstByte: range.start, lastByte: range.endExclusive - 1 });
  const effect = note(entry, state.faults.take({ kind: 'piece', number, isLast }))?.effect ?? 'none';
  if (effect === 'early-413') return { answer: { status: 413, body: 'Request Entity Too Large' }, hangsUp: true };
  if (effect === 'reset') return breakOff(request, entry);
  const isKept = effect === 'none' || /^(stored-|partial=|308|202|206)/.test(effect);
  if (isKept && range.start <= session.storedBytes()) return keep(state, brought, effect);
  const isWhole = await receive(request, entry, { pace: state.pace, take: () => undefined });
  if (!isWhole) return 'reset';
  if (isKept) return { answer: gap(range.start, session.storedBytes()) };
  return effect === 'redirect' ? { answer: elsewhere } : failBy(effect);
}

const elsewhere = { status: 307, headers: { location: 'https://elsewhere.example/upload' } };

/** Keeps the whole blocks that arrived even if the sender breaks off, as Google does. */
async function keep(
  state: YoutubeState,
  { request, session, entry, range }: Brought,
  effect: string,
): Promise<Outcome> {
  const keptBytes = effect.startsWith('partial=') ? Number(effect.slice('partial='.length)) : Infinity;
  const writer = session.openRange(range.start);
  let takenBytes = 0;
  const take = (chunk: Buffer): void => {
    writer.write(chunk.subarray(0, Math.max(0, keptBytes - takenBytes)));
    takenBytes += chunk.length;
  };
  if (!(await receive(request, entry, { pace: state.pace, take }))) return 'reset';
  if (takenBytes <= keptBytes) writer.end();
  if (effect.startsWith('stored-')) return failBy(effect.slice('stored-'.length));
  if (/^\d/.test(effect)) return { answer: goOn(session.storedBytes(), Number(effect)) };
  return { answer: answerProgress(session, state.faults) };
}
