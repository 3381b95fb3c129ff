import type { ConnectorPackage } from '@tallyhook/schemas';
import type { HttpResponse } from '../http/http.ts';
import { type Answer, readAnswer } from '../runtime/answer.ts';
import { type PieceAnswer, placeValues } from './piece-values.ts';
import type { Piece } from './upload-call.ts';
import { carrierOf, findUpload } from './upload-values.ts';

/** The answer to a piece for the list `transfer.pieces`, read as its request declares. */
export function pieceAnswer(
  released: ConnectorPackage,
  actionName: string,
  piece: Piece,
  response: HttpResponse,
): PieceAnswer {
  const { action, upload } = findUpload(released, actionName);
  const { status, headers, body }: Answer = readAnswer(response, carrierOf(action, upload).answer);
  return { ...placeValues(piece), status, headers, body };
}
