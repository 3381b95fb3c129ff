import type { ConnectorAction, ConnectorPackage, ConnectorUpload, Request } from '@tallyhook/schemas';
import { ActionError } from '../action-error.ts';
import { prepareRequest, prepareRequestTo } from '../runtime/build-request.ts';
import { checkActionInput } from '../runtime/find-action.ts';
import { guardHeader, hasHeader } from '../runtime/headers.ts';
import { buildForm } from '../runtime/multipart.ts';
import type { Piece, UploadCall, UploadPhase, UploadRequest } from './upload-call.ts';
import { findTarget } from './upload-target.ts';
import { carrierOf, findUpload, uploadValues } from './upload-values.ts';

/**
 * Makes a request of an action that sends a file. That of the phase `transfer` is without the bytes of the file; its
 * Content-Length and Content-Range say what they will be. Throws ActionError as buildRequest does, before anything is
 * sent.
 */
export function buildUploadRequest(
  released: ConnectorPackage,
  actionName: string,
  phase: UploadPhase,
  call: UploadCall,
): UploadRequest {
  const { action, upload } = findUpload(released, actionName);
  const input = checkActionInput(released, actionName, call.input);
  const values = uploadValues(upload, { ...call, input });
  const parts = { action, upload, values };
  switch (phase) {
    case 'start':
      if (upload.to === undefined) throw missing(actionName, 'start');
      return withKey(prepareRequest(released, action.request, values), action, call);
    case 'transfer':
      return prepareTransfer(released, parts, call);
    case 'finish':
      if (upload.finish === undefined) throw missing(actionName, 'finish');
      return prepareRequest(released, upload.finish, values);
    case 'status':
    case 'abort': {
      const request = upload[phase];
      if (request === undefined) throw missing(actionName, phase);
      return prepareBeside(released, request, parts);
    }
  }
}

function missing(actionName: string, phase: UploadPhase): ActionError {
  return new ActionError('fatal', `the action "${actionName}" has no request "${phase}"`);
}

function withKey(request: UploadRequest, { idempotencyHeader }: ConnectorAction, call: UploadCall): UploadRequest {
  if (idempotencyHeader === undefined || call.idempotencyKey === undefined) return request;
  return { ...request, headers: { ...request.headers, [idempotencyHeader]: call.idempotencyKey } };
}

interface Parts {
  action: ConnectorAction;
  upload: ConnectorUpload;
  values: object;
}

/** A request about the file goes where the file goes, unless it has an address of its own. */
function prepareBeside(released: ConnectorPackage, request: Request, parts: Parts): UploadRequest {
  if (request.path !== undefined || request.url !== undefined) return prepareRequest(released, request, parts.values);
  const { address, connector, values } = findTarget(released, parts);
  return prepareRequestTo(address, { connector, request, values });
}

function prepareTransfer(released: ConnectorPackage, parts: Parts, call: UploadCall): UploadRequest {
  const { action, upload } = parts;
  const { address, connector, values } = findTarget(released, parts);
  const { body, ...carrier } = carrierOf(action, upload);
  const request = prepareRequestTo(address, { connector, request: carrier, values });
  const { headers } = request;
  // A piece lands where its range says, however often it is sent; a whole file may make a second thing of itself.
  const repeatable = upload.send === 'pieces';
  if (upload.send === 'form') {
    const { before, after, contentType } = buildForm(body?.multipart ?? [], values, call.file);
    headers['Content-Type'] = contentType;
    headers['Content-Length'] = String(before.length + call.file.sizeBytes + after.length);
    return withKey({ ...request, repeatable, frame: { before, after } }, action, ownCall(upload, call));
  }
  const piece = pieceOf(upload, call);
  if (!hasHeader(headers, 'content-type')) headers['Content-Type'] = guardHeader(call.file.contentType, 'file.type');
  headers['Content-Length'] = String(piece.endExclusive - piece.start);
  if (upload.send === 'pieces' && upload.contentRange !== false)
    headers['Content-Range'] = writeRange(piece, call.file.sizeBytes);
  return withKey({ ...request, repeatable }, action, ownCall(upload, call));
}

/** The key of the action's own request goes with the file only where the file goes with that request, and as a whole. */
function ownCall(upload: ConnectorUpload, call: UploadCall): UploadCall {
  const { idempotencyKey, ...rest } = call;
  const isOwn = upload.to === undefined && upload.send !== 'pieces';
  return isOwn && idempotencyKey !== undefined ? { ...rest, idempotencyKey } : rest;
}

function pieceOf({ send }: ConnectorUpload, { piece, file }: UploadCall): Piece {
  if (send !== 'pieces') return { index: 0, start: 0, endExclusive: file.sizeBytes, last: true };
  if (piece === undefined) throw new ActionError('fatal', 'the file goes in pieces, and none was named');
  return piece;
}

/** Content-Range (RFC 9110 section 14.4). No byte has a range of its own, so an empty file is only told its length. */
function writeRange({ start, endExclusive }: Piece, fileSizeBytes: number): string {
  return start === endExclusive ? `bytes */${fileSizeBytes}` : `bytes ${start}-${endExclusive - 1}/${fileSizeBytes}`;
}
