import type { ConnectorAction, ConnectorUpload } from '@tallyhook/schemas';
import { checkAnnotations } from './check-annotations.ts';
import { checkErrors, checkRetry } from './check-errors.ts';
import { checkIdempotencyHeader } from './check-header-names.ts';
import { checkInput } from './check-input.ts';
import { checkPagination } from './check-pagination.ts';
import { checkRequest } from './check-request.ts';
import { checkUpload, type RootsWith, speaksOfPieces } from './check-upload.ts';
import { meantSend, ways } from './meant-send.ts';
import { any } from '../templates/shapes.ts';
import type { CheckContext } from './context.ts';
import { accountRoots, inputRoots, pageRoots, uploadRoots } from './roots.ts';

/** Checks the file of an action beyond its schema. */
export function checkAction(outer: CheckContext, action: ConnectorAction): void {
  let mistakes = 0;
  const context: CheckContext = {
    ...outer,
    report: (path, finding) => {
      if (finding.severity !== 'warning') mistakes++;
      outer.report(path, finding);
    },
  };
  const { pagination } = action;
  const upload = action.upload === undefined ? undefined : meantUpload(action, action.upload);
  checkInput(context, action.input, {
    fileInput: fileInputOf(action),
    ...(pagination !== undefined && { reserved: ['page', 'items'] }),
  });
  const inputs = inputRoots(action.input);
  const rootsWith: RootsWith = (roots) => ({
    open: { ...inputs, ...accountRoots(context.connector, { secrets: false }), ...roots },
    withSecrets: { ...inputs, ...accountRoots(context.connector, { secrets: true }), ...roots },
  });
  const own = upload === undefined ? {} : uploadRoots(upload, 'own');
  const templates = [
    ...checkRequest(context, ['request'], action.request, rootsWith({ ...own, ...pageRoots(pagination) }), {
      // Where it cannot be a part of it, that is told of the body.
      carriesFile: upload !== undefined && upload.to === undefined,
      ...(pagination !== undefined && { outputRoots: { items: { kind: 'list', item: any } } }),
    }),
    ...(upload === undefined ? [] : checkUpload(context, action, upload, rootsWith)),
  ];
  checkRepeatable(context, action);
  checkIdempotencyHeader(context, action);
  // Where a file is sent, each of its requests has its own answers that count as done.
  checkErrors(context, action.errors, upload === undefined ? [action.request] : []);
  checkRetry(context, action);
  checkAnnotations(context, action);
  if (pagination !== undefined) checkPagination(context, action, { pagination, templates, isRead: mistakes === 0 });
  // A template that cannot be read uses nothing: what looks unused then is an echo.
  if (mistakes > 0) return;
  const used = new Set(templates.flatMap(({ paths }) => paths.map(({ segments }) => segments[0]!.name)));
  if (upload !== undefined) used.add(upload.file);
  for (const name of Object.keys(action.input.properties)) {
    if (used.has(name)) continue;
    const finding = {
      code: 'unused_input',
      message: `no template uses the input "${name}"`,
      severity: 'warning',
      atKey: true,
    } as const;
    context.report(['input', 'properties', name], { ...finding, hint: 'use it or remove it' });
  }
}

function checkRepeatable(context: CheckContext, { upload, repeatable }: ConnectorAction): void {
  if (upload === undefined || repeatable === undefined) return;
  const message = 'whether a request is made again follows from how the file is sent';
  context.report(['repeatable'], { code: 'key_not_here', message, hint: 'leave it out', atKey: true });
}

/**
 * How the file is sent: where no such way exists, or other keys speak of pieces, the one that the other keys speak of.
 * Where an own request for the file is there without its address, one is meant.
 */
function meantUpload(action: ConnectorAction, upload: ConnectorUpload): ConnectorUpload {
  const { send, to, transfer } = upload;
  const handedOut = to === undefined && transfer !== undefined && { to: '{{start.headers.location}}' };
  const isPieces = speaksOfPieces(upload).length > 1;
  const isKnown = ways.includes(send);
  return { ...upload, ...handedOut, send: isPieces ? 'pieces' : isKnown ? send : (meantSend(action) ?? 'body') };
}

/**
 * Where no input is the one that was named, one called `file` was meant; so it was where a part of the request is the
 * file and the upload is gone, which is told of that part.
 */
function fileInputOf({ input, upload, request }: ConnectorAction): string | undefined {
  if (upload === undefined)
    return request?.body?.multipart?.some(({ file }) => file !== undefined) === true ? 'file' : undefined;
  return Object.hasOwn(input.properties, upload.file) ? upload.file : 'file';
}
