import type { ConnectorAction, ConnectorPackage, ConnectorUpload, Request } from '@tallyhook/schemas';
import { ActionError } from '../action-error.ts';
import { buildAddress, isPlainAddress, ownHosts, renderUrl } from '../runtime/address.ts';
import type { Answer } from '../runtime/answer.ts';
import type { AccountValues } from '../runtime/redact.ts';
import { secretNames } from '../sign-in/account-names.ts';
import { templateOf } from '../templates/render.ts';
import { carrierOf } from './upload-values.ts';

type Connector = ConnectorPackage['connector'];

/** The address the file goes to, and which connector and account values may be sent there. */
export interface UploadTarget {
  address: string;
  connector: Connector;
  values: object;
}

/**
 * Finds where the file goes.
 * @throws ActionError for an address that may not be called, or that no answer has provided.
 */
export function findTarget(
  { connector }: ConnectorPackage,
  { action, upload, values }: { action: ConnectorAction; upload: ConnectorUpload; values: object },
): UploadTarget {
  const address =
    upload.to === undefined
      ? buildAddress(connector, carrierOf(action, upload), values)
      : nameTarget(connector, { to: upload.to, action, values });
  return targetAt(address, { connector, credential: upload.credential, values });
}

/**
 * Finds where a request after the file goes: to the file's address, unless it has its own, which an answer may name. A
 * host that is not the connector's gets no credential.
 * @throws ActionError for an address that may not be called, or that no answer has provided.
 */
export function findTargetOf(
  released: ConnectorPackage,
  request: Request,
  parts: { action: ConnectorAction; upload: ConnectorUpload; values: object },
): UploadTarget {
  const { connector } = released;
  const { action, values } = parts;
  if (request.path === undefined && request.url === undefined) return findTarget(released, parts);
  if (request.url === undefined || !isHandedOut(request.url, parts.upload))
    return { address: buildAddress(connector, request, values), connector, values };
  return targetAt(nameTarget(connector, { to: request.url, action, values }), { connector, values });
}

function targetAt(
  address: string,
  {
    connector,
    credential,
    values,
  }: { connector: Connector; values: object; credential?: ConnectorUpload['credential'] },
): UploadTarget {
  const isOwn = ownHosts(connector, values).includes(new URL(address).host);
  if (credential === 'always' || (isOwn && credential !== 'never')) {
    return { address, connector: isOwn ? connector : withoutShared(connector), values };
  }
  const anonymous = isOwn ? connector : withoutShared(connector);
  return { address, connector: { ...anonymous, signIn: { kind: 'none' } }, values: withoutSecrets(connector, values) };
}

/** Headers and query parameters shared by all requests are meant for the service's own hosts. */
function withoutShared(connector: Connector): Connector {
  const rest = { ...connector };
  delete rest.request;
  return rest;
}

function withoutSecrets(connector: Connector, values: object): object {
  const secrets = new Set(secretNames(connector));
  const known = (values as { account?: AccountValues }).account ?? {};
  return { ...values, account: Object.fromEntries(Object.entries(known).filter(([name]) => !secrets.has(name))) };
}

interface TargetParts {
  to: string;
  action: ConnectorAction;
  values: object;
}

function nameTarget(connector: Connector, parts: TargetParts): string {
  try {
    return renderTarget(connector, parts);
  } catch (error) {
    throw unsaid(connector, parts, error) ?? error;
  }
}

/**
 * Blames the answer to the first request if it lacks the address: by then the service may have started something.
 * Undefined for any other error.
 */
function unsaid({ name }: Connector, { to, values }: TargetParts, error: unknown): ActionError | undefined {
  const { start } = values as { start?: Answer };
  if (start === undefined || !(error instanceof ActionError) || error.class !== 'invalid_input') return undefined;
  const template = templateOf(to);
  const rendered = template.render(values);
  const [paths, reason] =
    'absent' in rendered
      ? [[rendered.absent], `${rendered.absent} is absent`]
      : [template.paths.map(({ text }) => text), error.message];
  if (!paths.some((path) => /^(start|piece)\b/.test(path))) return undefined;
  const message = `${name} answered ${start.status} and did not say where the file goes: ${reason}`;
  return new ActionError('fatal', message, { status: start.status, mayHaveArrived: true, cause: error });
}

function renderTarget(connector: Connector, { to, action, values }: TargetParts): string {
  const place = 'upload.to';
  const text = renderUrl(to, values, place);
  const address = isRelative(to, text) ? originOf(buildAddress(connector, action.request, values), text) + text : text;
  if (!URL.canParse(address) || !isPlainAddress(new URL(address)))
    throw new ActionError('invalid_input', `${place}: this is not a web address`);
  const { host } = new URL(address);
  if (isHandedOut(to, action.upload) || ownHosts(connector, values).includes(host)) return address;
  throw new ActionError('fatal', `"${host}" is not one of the connector's hosts, and no response named it`);
}

/** An answer may contain an address without a host (RFC 9110 section 10.2.2). */
function isRelative(to: string, text: string): boolean {
  return to.startsWith('{{') && text.startsWith('/');
}

function originOf(address: string, relative: string): string {
  const { origin, protocol } = new URL(address);
  return relative.startsWith('//') ? protocol : origin;
}

/** Whether the host of an address comes from the answer to an earlier request. A list of the input is no answer. */
export function isHandedOut(to: string, { pieceList = '' }: Pick<ConnectorUpload, 'pieceList'> = {}): boolean {
  const authority = /^(?:https?:\/\/)?(?:\{\{.*?\}\}|[^/?#{])*/s.exec(to)![0];
  const item = /^\s*start\b/.test(pieceList) ? 'item|' : '';
  const answers = String.raw`(?:start|transfer|finish|piece\.(?:${item}address))`;
  return new RegExp(String.raw`\{\{\s*(?:#if\s+|else\s+if\s+)?${answers}\s*[.|}]`).test(authority);
}
