import type { ConnectorAction, ConnectorPackage, ConnectorUpload, Request } from '@tallyhook/schemas';
import { ActionError } from '../action-error.ts';
import { prepareRequest, prepareRequestTo } from '../runtime/build-request.ts';
import { checkActionInput } from '../runtime/find-action.ts';
import { guardHeader, hasHeader, withHeader } from '../runtime/headers.ts';
import { buildForm, type Form } from '../runtime/multipart.ts';
import { refuseMissingScope } from '../sign-in/scopes.ts';
import { refuseFile } from './refuse-file.ts';
import type { Piece, UploadCall, UploadPhase, UploadRequest } from './upload-call.ts';
import { findTarget, findTargetOf } from './upload-target.ts';
import { carrierOf, findUpload, stepOf, uploadValues } from './upload-values.ts';

/**
 * Builds a request of an upload. For the phase `transfer` it does not include the bytes of the file, but its
 * Content-Length and Content-Range describe them.
 * @throws ActionError like buildRequest, before anything is sent.
 */
export function buildUploadRequest(
  released: ConnectorPackage,
  actionName: string,
  phase: UploadPhase,
  call: UploadCall,
): UploadRequest {
  const { action, upload } = findUpload(released, actionName);
  const input = checkActionInput(released, actionName, call.input);
  refuseFile(released, upload, call.file);
  refuseMissingScope(released, action, call.account);
  const values = uploadValues(upload, { ...call, input });
  const parts = { action, upload, values };
  if (phase.startsWith('start:')) {
    const step = stepOf(upload, phase);
    if (step === undefined) throw missing(actionName, phase);
    return prepareRequest(released, step.request, values);
  }
  switch (phase) {
    case 'start':
      if (upload.to === undefined) throw missing(actionName, 'start');
      return withKey(prepareRequest(released, action.request, values), action, call);
    case 'transfer':
      return prepareTransfer(released, parts, call);
    case 'pieceAddress':
      if (upload.pieceAddress === undefined) throw missing(actionName, phase);
      return { ...prepareRequest(released, upload.pieceAddress, values), repeatable: true };
    case 'processed':
      if (upload.processed === undefined) throw missing(actionName, phase);
      return { ...prepareOtherRequest(released, upload.processed.request, parts), repeatable: true };
    case 'status':
    case 'abort':
    case 'finish': {
      const request = upload[phase];
      if (request === undefined) throw missing(actionName, phase);
      return prepareOtherRequest(released, request, parts);
    }
  }
  throw missing(actionName, phase);
}

function missing(actionName: string, phase: UploadPhase): ActionError {
  return new ActionError('fatal', `the action "${actionName}" has no request "${phase}"`);
}

function withKey(request: UploadRequest, { idempotencyHeader }: ConnectorAction, call: UploadCall): UploadRequest {
  if (idempotencyHeader === undefined || call.idempotencyKey === undefined) return request;
  return { ...request, headers: withHeader(request.headers, idempotencyHeader, call.idempotencyKey) };
}

interface Parts {
  action: ConnectorAction;
  upload: ConnectorUpload;
  values: object;
}

/** Builds a request about the file. It goes to the file's address, unless it has its own. */
function prepareOtherRequest(released: ConnectorPackage, request: Request, parts: Parts): UploadRequest {
  const { address, connector, values } = findTargetOf(released, request, parts);
  return prepareRequestTo(address, { connector, request, values });
}

function prepareTransfer(released: ConnectorPackage, parts: Parts, call: UploadCall): UploadRequest {
  const { action, upload } = parts;
  const { address, connector, values } = findTarget(released, parts);
  const { body, ...carrier } = carrierOf(action, upload);
  const isOwn = upload.to === undefined;
  if (upload.send === 'base64') {
    if (call.file.base64 === undefined) throw new ActionError('fatal', 'the content of the file was not given');
    const inline = prepareRequestTo(address, { connector, request: { ...carrier, ...(body && { body }) }, values });
    return { ...(isOwn ? withKey(inline, action, call) : inline), repeatable: false };
  }
  const request = prepareRequestTo(address, { connector, request: carrier, values });
  if (upload.send === 'pieces')
    return { ...carryPiece({ upload, carrier, body, values }, request, call), repeatable: true };
  // A whole file that is sent twice may become two files.
  const whole =
    upload.send === 'form'
      ? carryForm(buildForm(body?.multipart ?? [], values, call.file), request, call.file.sizeBytes)
      : carryBytes(carrier, request, call, call.file.sizeBytes);
  return { ...(isOwn ? withKey(whole, action, call) : whole), repeatable: false };
}

function carryForm({ before, after, contentType }: Form, request: UploadRequest, sizeBytes: number): UploadRequest {
  const typed = withHeader(request.headers, 'Content-Type', contentType);
  const length = before.length + sizeBytes + after.length;
  return { ...request, headers: withHeader(typed, 'Content-Length', String(length)), frame: { before, after } };
}

/** The content type shared by a connector's requests is not the type of the file. */
function carryBytes(carrier: Request, request: UploadRequest, { file }: UploadCall, sizeBytes: number): UploadRequest {
  const isTyped = hasHeader(carrier.headers, 'Content-Type') || carrier.headersFrom !== undefined;
  const typed =
    isTyped && hasHeader(request.headers, 'Content-Type')
      ? request.headers
      : withHeader(request.headers, 'Content-Type', guardHeader(file.contentType, 'file.type'));
  return { ...request, headers: withHeader(typed, 'Content-Length', String(sizeBytes)) };
}

function carryPiece(
  {
    upload,
    carrier,
    body,
    values,
  }: { upload: ConnectorUpload; carrier: Request; body: Request['body']; values: object },
  request: UploadRequest,
  call: UploadCall,
): UploadRequest {
  const { piece, file } = call;
  if (piece === undefined) throw new ActionError('fatal', 'the file is sent in pieces, but no piece was given');
  const sizeBytes = piece.endExclusive - piece.start;
  const carrying =
    body?.multipart === undefined
      ? carryBytes(carrier, request, call, sizeBytes)
      : carryForm(buildForm(body.multipart, values, file), request, sizeBytes);
  if (upload.contentRange === false || (upload.emptyFile === 'withoutRange' && sizeBytes === 0)) return carrying;
  const headers = withHeader(carrying.headers, 'Content-Range', writeRange(piece, file.sizeBytes));
  return { ...carrying, headers };
}

/** Writes Content-Range (RFC 9110 section 14.4). An empty file has no byte range, so only its length is sent. */
function writeRange({ start, endExclusive }: Piece, fileSizeBytes: number): string {
  return start === endExclusive ? `bytes */${fileSizeBytes}` : `bytes ${start}-${endExclusive - 1}/${fileSizeBytes}`;
}
