import type { ConnectorAction, ConnectorUpload } from '@tallyhook/schemas';
import { outputOf, readsPieceAnswers } from '../upload/describe-upload.ts';
import { maxInlineBytes } from '../upload/refuse-file.ts';
import type { Template } from '../templates/template.ts';
import { checkConditions } from './check-condition.ts';
import { checkRequest } from './check-request.ts';
import type { RootsWith } from './check-upload.ts';
import { checkPath, checkTemplate, type CheckContext } from './context.ts';
import { responseRoots, uploadRoots } from './roots.ts';
import type { JsonPath } from './source-file.ts';

/** Checks the steps around the transfer: further requests before it, where pieces go, and the wait after it. */
export function checkUploadSteps(
  context: CheckContext,
  { upload: declared }: ConnectorAction,
  upload: ConnectorUpload,
  rootsWith: RootsWith,
): Template[] {
  // The address may only be assumed.
  checkNeedsStart(context, declared ?? upload);
  checkSizes(context, upload);
  checkEmptyFile(context, upload);
  checkPieceAnswers(context, upload);
  return [
    ...checkStartSteps(context, upload, rootsWith),
    ...checkPieceKeys(context, upload, rootsWith),
    ...checkProcessed(context, upload, rootsWith),
  ];
}

function checkNeedsStart(context: CheckContext, upload: ConnectorUpload): void {
  if (upload.to !== undefined) return;
  for (const key of ['afterStart', 'pieceList', 'pieceAddress'] as const) {
    if (upload[key] === undefined) continue;
    const message = "without `to`, the action's own request sends the file, and nothing comes before it";
    const hint = 'add `to`, such as "{{start.body.url}}"';
    context.report(['upload', key], { code: 'key_not_here', message, hint, atKey: true, mayFollow: true });
  }
}

function checkSizes(context: CheckContext, { send, maxSizeBytes, chunkSize, to }: ConnectorUpload): void {
  if (send === 'base64' && maxSizeBytes === undefined) {
    const message = 'a file inside a body is held in memory and needs a limit';
    context.report(['upload'], { code: 'missing_key', message, hint: 'add maxSizeBytes, such as 5242880' });
  }
  if (send === 'base64' && maxSizeBytes !== undefined && maxSizeBytes > maxInlineBytes) {
    const message = `a file inside a body has at most ${maxInlineBytes} bytes`;
    context.report(['upload', 'maxSizeBytes'], { code: 'too_large', message, hint: `write ${maxInlineBytes} or less` });
  }
  if (typeof chunkSize === 'string' && to === undefined) {
    const message = 'without `to` there is no answer that says the size of a piece';
    context.report(['upload', 'chunkSize'], { code: 'unknown_name', message, hint: 'write a number, or add `to`' });
  }
}

function checkEmptyFile(context: CheckContext, upload: ConnectorUpload): void {
  const { emptyFile, send, finish } = upload;
  if (emptyFile === undefined) return;
  const report = (message: string, hint: string): void =>
    context.report(['upload', 'emptyFile'], { code: 'key_not_here', message, hint });
  if (send !== 'pieces' && emptyFile !== 'refused')
    report(`"${emptyFile}" applies only to a file sent in pieces`, 'write "refused", or leave it out');
  else if (emptyFile === 'noPiece' && (finish === undefined || outputOf(upload) === 'transfer'))
    report('without a piece there is no answer to the transfer', 'add finish, and let the output be its answer');
}

/** A piece whose answer is lost is sent again for its answer, so nothing may say that it need not be. */
function checkPieceAnswers(context: CheckContext, upload: ConnectorUpload): void {
  if (upload.send !== 'pieces' || !readsPieceAnswers(upload)) return;
  for (const key of ['confirmed', 'alreadyThere', 'status'] as const) {
    if (upload[key] === undefined) continue;
    const message = 'transfer.pieces needs the answer to every piece, so a piece whose answer is lost is sent again';
    context.report(['upload', key], { code: 'key_not_here', message, hint: 'leave it out', atKey: true });
  }
}

function checkStartSteps(context: CheckContext, upload: ConnectorUpload, rootsWith: RootsWith): Template[] {
  const steps = upload.afterStart ?? [];
  const names = steps.map(({ name }) => name);
  return steps.flatMap(({ name, request }, index) => {
    const path: JsonPath = ['upload', 'afterStart', index];
    if (names.indexOf(name) !== index) {
      const message = `two requests are called "${name}"`;
      context.report([...path, 'name'], { code: 'duplicate_name', message, hint: 'rename one of them' });
    }
    const roots = rootsWith(uploadRoots(upload, 'startStep', names.slice(0, index)));
    return checkRequest(context, [...path, 'request'], request, roots);
  });
}

function checkPieceKeys(context: CheckContext, upload: ConnectorUpload, rootsWith: RootsWith): Template[] {
  if (upload.send !== 'pieces' || upload.to === undefined) return [];
  const { chunkSize, pieceList, pieceAddress } = upload;
  const ofStart = rootsWith(uploadRoots(upload, 'startStep')).open;
  const templates = [
    typeof chunkSize === 'string'
      ? checkTemplate(context, ['upload', 'chunkSize'], chunkSize, { roots: ofStart }, { isText: true })
      : undefined,
    checkPath(context, ['upload', 'pieceList'], pieceList, ofStart),
  ];
  const asked =
    pieceAddress === undefined
      ? []
      : checkRequest(context, ['upload', 'pieceAddress'], pieceAddress, rootsWith(uploadRoots(upload, 'pieceAddress')));
  return [...templates.filter((template) => template !== undefined), ...asked];
}

/** The request itself is checked with the others after the file. */
function checkProcessed(context: CheckContext, { processed }: ConnectorUpload, rootsWith: RootsWith): Template[] {
  if (processed === undefined) return [];
  const { open } = rootsWith(responseRoots);
  checkConditions(context, ['upload', 'processed', 'done'], processed.done, open);
  checkConditions(context, ['upload', 'processed', 'failed'], processed.failed, open);
  return [];
}
