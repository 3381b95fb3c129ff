import { type Answer, readAnswer } from '../runtime/answer.ts';
import type { HttpResponse } from '../http/http.ts';
import { type PieceAnswer, placeValues } from './piece-values.ts';
import type { Piece } from './upload-call.ts';

/** The answer to a piece for the list `transfer.pieces`. */
export function pieceAnswer(piece: Piece, response: HttpResponse): PieceAnswer {
  const { status, headers, body }: Answer = readAnswer(response);
  return { ...placeValues(piece), status, headers, body };
}
