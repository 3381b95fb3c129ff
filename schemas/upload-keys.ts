import type { ConnectorUpload } from './generated/action.ts';

/** The keys of an upload that apply only to a file sent in pieces. */
export const keysOfPieces = [
  'chunkSize',
  'pieceList',
  'pieceAddress',
  'lastPiece',
  'contentRange',
  'goOn',
  'confirmed',
  'alreadyThere',
  'status',
] as const satisfies readonly (keyof ConnectorUpload)[];
