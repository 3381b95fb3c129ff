import type { ConnectorAction, ConnectorPackage, ConnectorUpload, Request, UploadStartStep } from '@tallyhook/schemas';
import { ActionError } from '../action-error.ts';
import { findAction } from '../runtime/find-action.ts';
import { momentOf } from '../runtime/moment.ts';
import { digestValues } from './digests.ts';
import { countPieces, pieceBytesOf } from './piece-size.ts';
import { pieceValues } from './piece-values.ts';
import type { UploadCall, UploadFile } from './upload-call.ts';

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

/** A request between the action's own and the file; undefined if the phase names none. */
export function stepOf({ afterStart = [] }: ConnectorUpload, phase: string): UploadStartStep | undefined {
  return afterStart.find(({ name }) => `start:${name}` === phase);
}

/** What is known of a call when an answer is read. */
export type UploadContext = Partial<UploadCall> & Pick<UploadCall, 'file'>;

/** Also includes the end of what may have been sent, by any sender, for a status request. */
export type StatusContext = UploadContext & { sentBytes: number };

/** The values available to an upload's templates, by root. */
export function uploadValues(upload: ConnectorUpload, call: UploadContext): object {
  const { file, transfer, piece, pieces, finish } = call;
  const known = startValues(call);
  const pieceBytes = upload.send === 'pieces' ? pieceBytesOf(upload, known) : undefined;
  const chunkCount = pieceBytes === undefined ? undefined : countPieces(upload, file.sizeBytes, pieceBytes);
  return {
    ...known,
    upload: {
      id: call.idempotencyKey,
      // Services refuse a size of pieces that is more than the file.
      ...(pieceBytes !== undefined && { chunkSize: Math.min(pieceBytes, file.sizeBytes), chunkCount }),
    },
    ...(piece && { piece: pieceValues(upload, piece, known, chunkCount) }),
    ...(transfer && { transfer: { ...transfer, ...(pieces && { pieces }) } }),
    ...(finish && { finish }),
  };
}

/** The values that are known before the pieces. */
export function startValues({ input, account, file, start, startSteps, now = Date.now }: UploadContext): object {
  return {
    now: momentOf(now()),
    ...(input as object | undefined),
    account: account ?? {},
    file: fileValues(file),
    ...(start && { start: { ...start, ...startSteps } }),
  };
}

function fileValues({ name, sizeBytes, contentType, digests, base64 }: UploadFile): object {
  const content = base64 === undefined ? {} : { base64 };
  return { name, size: sizeBytes, type: contentType, ...digestValues(digests), ...content };
}
