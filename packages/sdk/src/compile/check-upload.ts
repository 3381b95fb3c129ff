import { type ConnectorAction, type ConnectorUpload, nearest, type Request } from '@tallyhook/schemas';
import { keysOfPieces } from '@tallyhook/schemas/upload-keys';
import { carrierOf } from '../upload/upload-values.ts';
import { isHandedOut } from '../upload/upload-target.ts';
import type { Template } from '../templates/template.ts';
import type { Roots } from '../templates/shapes.ts';
import { checkDeadOutputs } from './check-dead-output.ts';
import { checkHost } from './check-host.ts';
import { checkNeeded } from './check-needed.ts';
import { checkRequest, type RequestRoots } from './check-request.ts';
import { checkPath, checkTemplate, type CheckContext } from './context.ts';
import { checkUploadSteps } from './check-upload-steps.ts';
import { responseRoots, uploadRoots } from './roots.ts';
import type { JsonPath } from './source-file.ts';

/** Adds names to those available to every request of the action. */
export type RootsWith = (roots: Roots) => RequestRoots;

/** Checks how an action sends its file. Returns the templates of all requests except the action's own. */
export function checkUpload(
  context: CheckContext,
  action: ConnectorAction,
  upload: ConnectorUpload,
  rootsWith: RootsWith,
): Template[] {
  checkFileInput(context, action, upload);
  checkKeys(context, action.upload ?? upload);
  checkCarrier(context, action, upload);
  checkOutput(context, upload);
  checkDeadOutputs(context, action, upload);
  checkPositions(context, upload);
  return [
    ...checkUploadSteps(context, action, upload, rootsWith),
    ...checkTarget(context, upload, rootsWith),
    ...checkTransfer(context, upload, rootsWith),
    ...checkOtherRequests(context, { action, upload, rootsWith }),
  ];
}

function checkFileInput(context: CheckContext, { input }: ConnectorAction, { file }: ConnectorUpload): void {
  const names = Object.keys(input.properties);
  const path = ['upload', 'file'];
  if (!names.includes(file)) {
    const suggestion = nearest(file, names);
    const hint = 'declare it under input.properties';
    const more = suggestion === undefined ? { hint } : { suggestion };
    return context.report(path, { code: 'unknown_name', message: `the action has no input "${file}"`, ...more });
  }
  const input_ = input.properties[file]!;
  if (input_.type !== 'string') {
    const message = `the input "${file}" receives the id of a file, which is text`;
    context.report(path, { code: 'wrong_file_input', message, hint: 'give the input "type": "string"' });
  }
  if (input.required?.includes(file) !== true) {
    const message = `the input "${file}" may be absent, and without it there is no file`;
    context.report(path, { code: 'optional_file', message, hint: `add "${file}" to input.required` });
  }
}

/** The keys of an upload that only apply to files sent in pieces. */
function speaksOfPieces(upload: ConnectorUpload): (keyof ConnectorUpload)[] {
  return keysOfPieces.filter((key) => upload[key] !== undefined);
}

/** Checks that keys that need each other are all present. */
function checkKeys(context: CheckContext, upload: ConnectorUpload): void {
  const notHere = (key: keyof ConnectorUpload, message: string, hint: string): void =>
    context.report(['upload', key], { code: 'key_not_here', message, hint, atKey: true, mayFollow: true });
  if (upload.send !== 'pieces') {
    const [key, ...others] = speaksOfPieces(upload);
    const keys = others.length === 0 ? key : `${[key, ...others.slice(0, -1)].join(', ')} and ${others.at(-1)}`;
    if (key !== undefined && others.length === 0)
      notHere(key, `${key} applies only to a file sent in pieces`, 'write "send": "pieces", or leave it out');
    else if (key !== undefined)
      context.report(['upload', 'send'], {
        code: 'key_not_here',
        message: `"${upload.send}" sends the file as a whole, but ${keys} apply only to pieces`,
        hint: 'write "send": "pieces", or leave them out',
        mayFollow: true,
      });
  } else if (upload.chunkSize === undefined) {
    const hint = 'add chunkSize, in bytes, such as 8388608';
    context.report(['upload'], { code: 'missing_key', message: 'a file sent in pieces needs their size', hint });
  }
  if (upload.to === undefined && upload.transfer !== undefined)
    context.report(['upload', 'transfer'], {
      code: 'key_not_here',
      message: "without `to`, the action's own request sends the file",
      hint: 'add `to`, such as "{{start.headers.location}}", or move this to that request',
      atKey: true,
      mayFollow: true,
    });
  if (upload.send === 'pieces' && upload.status !== undefined && upload.confirmed === undefined) {
    const hint = 'add confirmed, such as { "path": "response.headers.range", "as": "range" }';
    context.report(['upload', 'status'], {
      code: 'missing_key',
      message: '`status` needs `confirmed` to read its response',
      hint,
      atKey: true,
    });
  }
}

/** Checks the request that carries the file: its body is the file or the form that contains it. */
function checkCarrier(context: CheckContext, action: ConnectorAction, upload: ConnectorUpload): void {
  const path: JsonPath = upload.to === undefined ? ['request'] : ['upload', 'transfer'];
  const carrier = carrierOf(action, upload);
  if (carrier.method === 'GET' || carrier.method === 'HEAD') {
    const message = `a ${carrier.method} request cannot send a file`;
    context.report([...path, 'method'], { code: 'body_not_here', message, hint: 'use PUT, POST or PATCH' });
  }
  if (upload.send === 'form' || (upload.send === 'pieces' && carrier.body?.multipart !== undefined))
    checkForm(context, path, carrier);
  else if (upload.send === 'base64') checkInline(context, path, carrier);
  else if (carrier.body !== undefined) {
    const hint = 'leave it out; to send fields with the file, write "send": "form"';
    const message = 'the body of this request is the file';
    context.report([...path, 'body'], { code: 'body_not_here', message, hint, atKey: true, mayFollow: true });
  }
  const names = Object.keys(carrier.headers ?? {});
  const range = names.find((name) => name.toLowerCase() === 'content-range');
  if (upload.send === 'pieces' && upload.contentRange !== false && range !== undefined) {
    const hint = 'leave it out, or write "contentRange": false';
    const message = `${range} is set automatically for each piece`;
    context.report([...path, 'headers', range], { code: 'header_set_by_upload', message, hint, atKey: true });
  }
}

function checkForm(context: CheckContext, path: JsonPath, { body }: Request): void {
  const files = body?.multipart?.filter(({ file }) => file === true).length ?? 0;
  if (files === 1) return;
  if (files > 1) {
    const message = 'a form with several files is not supported yet';
    const hint = 'keep one, or send each file with its own action if the service allows it';
    context.report([...path, 'body'], { code: 'feature_missing', message, hint });
    return;
  }
  const message = body?.multipart === undefined ? 'the form is missing' : 'the form does not contain the file';
  const hint = 'write "body": { "multipart": [ … ] } with one part { "name": …, "file": true }';
  context.report([...path, 'body'], { code: 'wrong_form', message, hint, mayFollow: true });
}

/** Checks that the request with the file inside its body does contain it. */
function checkInline(context: CheckContext, path: JsonPath, { body }: Request): void {
  if (/\bfile\.base64\b/.test(JSON.stringify(body ?? {}))) return;
  const message = body === undefined ? 'the body is missing' : 'the body does not contain the file';
  const hint = 'write {{file.base64}} where its content goes, such as "json": { "content": "{{file.base64}}" }';
  context.report([...path, 'body'], { code: 'wrong_form', message, hint, mayFollow: true });
}

function checkOutput(context: CheckContext, { output, to, finish, processed }: ConnectorUpload): void {
  const isMissing =
    (output === 'start' && to === undefined) ||
    (output === 'finish' && finish === undefined) ||
    (output === 'processed' && processed === undefined);
  if (!isMissing) return;
  const hint = output === 'start' ? 'it exists only with `to`' : `add ${output}`;
  context.report(['upload', 'output'], {
    code: 'unknown_name',
    message: `the upload has no request "${output}"`,
    hint,
  });
}

function checkPositions(context: CheckContext, { confirmed, alreadyThere }: ConnectorUpload): void {
  if (confirmed !== undefined) checkPath(context, ['upload', 'confirmed', 'path'], confirmed.path, responseRoots);
  const again = alreadyThere?.confirmed;
  if (again !== undefined)
    checkPath(context, ['upload', 'alreadyThere', 'confirmed', 'path'], again.path, responseRoots);
}

function checkTarget(context: CheckContext, upload: ConnectorUpload, rootsWith: RootsWith): Template[] {
  const { to } = upload;
  if (to === undefined) return [];
  const path = ['upload', 'to'];
  const options = { roots: rootsWith(uploadRoots(upload, 'transfer')).open };
  const template = checkTemplate(context, path, to, options, { isText: true });
  checkNeeded(context, path, to, { template, options, place: 'address' });
  if (template === undefined) return [];
  if (isHandedOut(to, upload)) checkScheme(context, path, to);
  else checkHost(context, path, to);
  return [template];
}

/** An answer names the host, so only the literal part can be checked. */
function checkScheme(context: CheckContext, path: JsonPath, to: string): void {
  if (/^(https:\/\/|\{\{)/.test(to)) return;
  const message = 'an address must start with https:// or come as a whole from a response';
  context.report(path, { code: 'wrong_url', message, hint: 'write the full address' });
}

function checkTransfer(context: CheckContext, upload: ConnectorUpload, rootsWith: RootsWith): Template[] {
  const { transfer } = upload;
  if (transfer === undefined || upload.to === undefined) return [];
  const path = ['upload', 'transfer'];
  for (const key of ['path', 'url'] as const) {
    if (transfer[key] === undefined) continue;
    const message = 'the file goes to the address in `to`';
    context.report([...path, key], { code: 'key_not_here', message, hint: 'leave it out', atKey: true });
  }
  const roots = rootsWith(uploadRoots(upload, 'transfer'));
  return checkRequest(upload.credential === 'never' ? withoutSignIn(context) : context, path, transfer, roots, {
    hasAddress: true,
    // If the body cannot hold the file, the check of the body reports it.
    carriesFile: true,
  });
}

/** Without the account's credential, its header is free for one from an answer. */
function withoutSignIn(context: CheckContext): CheckContext {
  const { connector } = context;
  return connector === undefined ? context : { ...context, connector: { ...connector, signIn: { kind: 'none' } } };
}

/** Checks the other requests of the upload. They go to the file's address unless they have their own. */
function checkOtherRequests(
  context: CheckContext,
  { action, upload, rootsWith }: { action: ConnectorAction; upload: ConnectorUpload; rootsWith: RootsWith },
): Template[] {
  return (['status', 'abort', 'finish', 'processed'] as const).flatMap((key) => {
    const request = key === 'processed' ? upload.processed?.request : upload[key];
    if (request === undefined) return [];
    const path = key === 'processed' ? ['upload', key, 'request'] : ['upload', key];
    const isLast = key === 'finish' || key === 'processed';
    const hasAddress = !isLast && request.path === undefined && request.url === undefined;
    const target = upload.to ?? action.request.url ?? action.request.path ?? '';
    // An address that depends on a piece is already reported.
    if (hasAddress && /(?<!\[)\{\{(?:[^}]*\s)?piece\.(?!url\b)/.test(target)) {
      const message = 'the address of the file depends on a piece, so this request needs its own';
      context.report(path, { code: 'path_or_url', message, hint: 'write either path or url', atKey: true });
    }
    return checkRequest(context, path, request, rootsWith(uploadRoots(upload, key)), { hasAddress });
  });
}
