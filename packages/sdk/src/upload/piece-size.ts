import type { ConnectorUpload } from '@tallyhook/schemas';
import { ActionError } from '../action-error.ts';
import { renderTemplate } from '../templates/render.ts';

/** The largest piece, also if the service decides its size. */
const maxPieceBytes = 268_435_456;

/**
 * The size of a piece. Undefined if the answer to the first request is to say it and is not known yet.
 * @throws ActionError `fatal` if that answer does not say a size.
 */
export function pieceBytesOf({ chunkSize, afterStart = [] }: ConnectorUpload, values: object): number | undefined {
  if (typeof chunkSize !== 'string') return chunkSize;
  const { start } = values as { start?: object };
  if (start === undefined || !afterStart.every(({ name }) => name in start)) return undefined;
  const value = renderTemplate(chunkSize, values, { place: 'upload.chunkSize' });
  const bytes = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  if (typeof bytes === 'number' && Number.isInteger(bytes) && bytes >= 1 && bytes <= maxPieceBytes) return bytes;
  const shown = JSON.stringify(value)?.slice(0, 100) ?? 'nothing';
  const message = `${chunkSize} must be the size of a piece, from 1 to ${maxPieceBytes} bytes, but the service answered ${shown}`;
  throw new ActionError('fatal', message, { mayHaveArrived: true });
}

/** The number of pieces of a file of this size. */
export function countPieces(
  { send, lastPiece }: Pick<ConnectorUpload, 'send' | 'lastPiece'>,
  fileSizeBytes: number,
  pieceBytes: number,
): number {
  if (send !== 'pieces') return 1;
  const round = lastPiece === 'takesRemainder' ? Math.floor : Math.ceil;
  return Math.max(1, round(fileSizeBytes / pieceBytes));
}
