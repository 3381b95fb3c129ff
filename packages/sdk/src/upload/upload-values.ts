import type { ConnectorAction, ConnectorPackage, ConnectorUpload, Request } from '@tallyhook/schemas';
import { ActionError } from '../action-error.ts';
import { findAction } from '../runtime/find-action.ts';
import { countPieces } from './describe-upload.ts';
import type { Piece, UploadCall } from './upload-call.ts';

/**
 * Finds an action that sends a file.
 * @throws ActionError `fatal`.
 */
export function findUpload(
  released: ConnectorPackage,
  actionName: string,
): { action: ConnectorAction; upload: ConnectorUpload } {
  const action = findAction(released, actionName);
  if (action.upload === undefined) throw new ActionError('fatal', `the action "${actionName}" sends no file`);
  return { action, upload: action.upload };
}

/** The request that carries the file: the action's own, unless the file goes elsewhere. */
export function carrierOf({ request }: ConnectorAction, upload: ConnectorUpload): Request {
  return upload.to === undefined ? request : (upload.transfer ?? { method: 'PUT' });
}

/** What is known of a call when an answer is read. */
export type UploadContext = Partial<UploadCall> & Pick<UploadCall, 'file'>;

/** Also includes the end of what may have been sent, by any sender, for a status request. */
export type StatusContext = UploadContext & { sentBytes: number };

/** The values available to an upload's templates, by root. */
export function uploadValues(upload: ConnectorUpload, call: UploadContext): object {
  const { file, start, transfer, piece } = call;
  return {
    ...(call.input as object | undefined),
    account: call.account ?? {},
    file: { name: file.name, size: file.sizeBytes, type: file.contentType },
    upload: {
      id: call.idempotencyKey,
      ...(upload.send === 'pieces' && {
        chunkSize: upload.chunkSize,
        chunkCount: countPieces(upload, file.sizeBytes),
      }),
    },
    ...(start && { start }),
    ...(piece && { piece: pieceValues(piece) }),
    ...(transfer && { transfer }),
  };
}

/** `end` is the last byte of the piece, as in Content-Range; an empty piece has none. */
function pieceValues({ index, start, endExclusive, last }: Piece): object {
  const size = endExclusive - start;
  return { index, start, size, last, ...(size > 0 && { end: endExclusive - 1 }) };
}
