import type { ConnectorPackage, Request } from '@tallyhook/schemas';
import { ActionError } from '../action-error.ts';
import { renderOptionalText, renderTemplate, renderText } from '../templates/render.ts';
import { toText } from '../templates/to-text.ts';
import { carriedKey } from '../sign-in/carried-key.ts';
import { guardHost } from './host-names.ts';
import { isWebAddress, noAddress } from './no-address.ts';

type Connector = ConnectorPackage['connector'];

/**
 * Renders the address of a request, without query parameters, and checks it against the connector's hosts. The check
 * uses the parsed address, because values can change its meaning.
 * @throws ActionError.
 */
export function buildAddress(connector: Connector, request: Request, values: object): string {
  const address =
    request.url === undefined
      ? renderPathAddress(connector, request, values)
      : renderWebAddress(request.url, values, 'request.url');
  refuseForeignHost(new URL(address), connector, values);
  return address;
}

/** Adds the query parameters to an address: those shared by all requests, the request's own, and the sign-in's. */
export function addQuery(connector: Connector, request: Request, values: object, address: string): string {
  const key = carriedKey(connector.signIn);
  const query = [
    ...renderQuery(connector.request?.query, values, 'connector.request.query'),
    ...renderQuery(request.query, values, 'request.query'),
    // A parameter that the request sets itself is intended, and sent only once.
    ...(key?.in === 'query' && !(key.name! in (request.query ?? {}))
      ? [pair(key.name!, renderText(key.value, values, { place: 'signIn' }))]
      : []),
  ];
  if (query.length === 0) return address;
  return address + (address.includes('?') ? '&' : '?') + query.join('&');
}

function renderPathAddress(connector: Connector, request: Request, values: object): string {
  const place = 'connector.request.baseUrl';
  const template = connector.request?.baseUrl ?? '';
  const base = renderText(template, values, { place }).replace(/\/$/, '');
  if (!isWebAddress(base)) throw noAddress(template, base, place);
  const carried = carriedKey(connector.signIn);
  const key = carried?.in === 'path' ? renderPath(carried.value, values, 'signIn.value') : '';
  return base + key + renderPath(request.path!, values, 'request.path');
}

function renderWebAddress(template: string, values: object, place: string): string {
  const address = renderUrl(template, values, place);
  if (!isWebAddress(address)) throw noAddress(template, address, place);
  return address;
}

function renderPath(template: string, values: object, place: string): string {
  const path = renderText(template, values, { place, guard: guardSegment });
  refuseDotSegments(path, place);
  return path;
}

/**
 * Renders a template of a whole address.
 * @throws ActionError.
 */
export function renderUrl(template: string, values: object, place: string): string {
  // An address that comes as a whole is used byte for byte. Values inside a written one, or after it, stay in their
  // segment.
  const isWritten = !template.startsWith('{{');
  let isFirst = !isWritten;
  const guard = (text: string): string | undefined => {
    const isWhole = isFirst;
    isFirst = false;
    return isWhole ? undefined : guardSegment(text);
  };
  const address = renderText(template, values, { place, guard });
  if (isWritten) refuseDotSegments(address.split(/[?#]/)[0]!, place);
  return address;
}

function guardSegment(text: string): string | undefined {
  if (text === '') return 'is empty, but the path needs a value';
  const sign = /[/\\?#]|[\u0000-\u0020\u007f]/.exec(text)?.[0];
  if (sign === undefined) return undefined;
  return `contains ${JSON.stringify(sign)}, which would change the path; write |url`;
}

// Parsing an address as a URL removes such segments, also in encoded form.
function refuseDotSegments(path: string, place: string): void {
  const isDots = (segment: string): boolean => /^(\.|%2e){1,2}$/i.test(segment);
  if (path.split('/').some(isDots)) {
    throw new ActionError('invalid_input', `${place}: a part of the path is "." or "..", which would change the path`);
  }
}

/** Whether an address is a plain web address: http or https, without user name and password. */
export function isPlainAddress({ protocol, username, password }: URL): boolean {
  return (protocol === 'https:' || protocol === 'http:') && username === '' && password === '';
}

/** The connector's hosts for an account, as they appear in addresses. */
export function ownHosts({ hosts }: Connector, values: object): string[] {
  // A host that needs an absent account value is left out.
  return hosts.flatMap(
    (host, index) => renderOptionalText(host, values, { place: `connector.hosts.${index}`, guard: guardHost }) ?? [],
  );
}

function refuseForeignHost(url: URL, connector: Connector, values: object): void {
  const allowed = ownHosts(connector, values);
  if (isPlainAddress(url) && allowed.includes(url.host)) return;
  throw new ActionError('fatal', `"${url.host}" is not one of the connector's hosts (${allowed.join(', ') || 'none'})`);
}

/** Renders query parameters, encoded. Leaves out a parameter whose value is absent; repeats it for a list. */
export function renderQuery(query: Record<string, unknown> | undefined, values: object, place: string): string[] {
  return renderPairs(query, values, place).map(([name, value]) => pair(name, value));
}

/** Renders named values to texts, in order. */
export function renderPairs(
  pairs: Record<string, unknown> | undefined,
  values: object,
  place: string,
): [string, string][] {
  return Object.entries(pairs ?? {}).flatMap(([name, value]) => {
    const rendered = (Array.isArray(value) ? value : [value]).flatMap((entry: unknown) =>
      typeof entry === 'string' ? renderTemplate(entry, values, { place: `${place}.${name}` }) : entry,
    );
    return rendered.flatMap((entry): [string, string][] => {
      const text = writeText(entry, `${place}.${name}`);
      return text === undefined ? [] : [[name, text]];
    });
  });
}

function writeText(value: unknown, place: string): string | undefined {
  try {
    return toText(value);
  } catch (error) {
    throw new ActionError('invalid_input', `${place}: ${(error as Error).message}`);
  }
}

function pair(name: string, value: string): string {
  return `${encodeURIComponent(name)}=${encodeURIComponent(value.toWellFormed())}`;
}
