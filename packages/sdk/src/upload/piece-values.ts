import type { ConnectorUpload } from '@tallyhook/schemas';
import { ActionError } from '../action-error.ts';
import type { Answer } from '../runtime/answer.ts';
import { renderTemplate } from '../templates/render.ts';
import { digestValues } from './digests.ts';
import type { Piece } from './upload-call.ts';

/** The answer to one piece, as templates read it in the list `transfer.pieces`. */
export interface PieceAnswer extends Answer {
  /** From 0. */
  index: number;
  /** From 1. */
  number: number;
  start: number;
  /** The last byte; absent for an empty piece. */
  end?: number;
  size: number;
}

/** `end` is the last byte of the piece, as in Content-Range; an empty piece has none. */
export function placeValues({ index, start, endExclusive }: Piece): Omit<PieceAnswer, keyof Answer> {
  const size = endExclusive - start;
  return { index, number: index + 1, start, size, ...(size > 0 && { end: endExclusive - 1 }) };
}

/** A piece as templates read it. */
export function pieceValues(upload: ConnectorUpload, piece: Piece, values: object, pieceCount?: number): object {
  const { last, digests, address } = piece;
  return {
    ...placeValues(piece),
    last,
    ...digestValues(digests),
    ...(address && { address }),
    ...(upload.pieceList !== undefined && { item: itemOf(upload.pieceList, piece, values, pieceCount) }),
  };
}

/**
 * The element of a piece in the list of an answer or of the input.
 * @throws ActionError `fatal` if the list does not fit the pieces: nothing is sent to a place that was meant for other bytes.
 */
function itemOf(path: string, { index }: Piece, values: object, pieceCount?: number): unknown {
  const list = renderTemplate(`{{${path}}}`, values, { place: 'upload.pieceList' });
  if (Array.isArray(list) && (pieceCount === undefined || list.length === pieceCount)) return list[index];
  const found = Array.isArray(list) ? `${list.length} elements` : 'no list';
  const who = /^\s*start\b/.test(path) ? 'the service answered' : 'the input has';
  const message = `${path} must have one element for each of the ${pieceCount} pieces, but ${who} ${found}`;
  throw new ActionError('fatal', message, { mayHaveArrived: true });
}
