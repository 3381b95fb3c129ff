import { findForms } from '../recording/credential-forms.ts';
import { type CurlCredential, isCredential, looksRandom } from './credentials-of.ts';
import type { CurlRequest } from './read-curl.ts';

/** An OpenAPI document of one operation, and what such a document cannot say. */
export interface CurlDocument {
  document: Record<string, unknown>;
  /** Headers that every request has. */
  headers: Record<string, string>;
  /** A constant body. */
  text: string | undefined;
}

type Schema = Record<string, unknown>;

/** Headers that the product sets itself, or that only a browser sends. */
const ownHeaders =
  /^(host|content-length|transfer-encoding|connection|keep-alive|upgrade|expect|accept-encoding|origin|referer|cookie|priority|dnt|te|sec-.*|content-type|upgrade-insecure-requests)$/i;

/** Describes a request as an OpenAPI document, so that a connector is made of it as of any other. */
export function toDocument(
  request: CurlRequest,
  { name, credentials }: { name: string; credentials: readonly CurlCredential[] },
): CurlDocument {
  const { method, url, notes } = request;
  const { path, parameters: inPath } = readPath(url.pathname);
  const taken = new Set(
    credentials.map(({ scheme }) => `${scheme.in ?? 'header'} ${(scheme.name ?? 'authorization').toLowerCase()}`),
  );
  const isTaken = (place: string, key: string) => taken.has(`${place} ${key.toLowerCase()}`);
  const query = new Map([...url.searchParams].filter(([key]) => !isTaken('query', key)));
  const inQuery = [...query].map(([key, value]) => ({ in: 'query', name: key, schema: schemaOf(value, key) }));
  const body = bodyOf(request);
  if (body?.text?.includes('{{'))
    notes.push('the body: it contains {{, which begins a template; write it in the action');
  // A connector signs in one way.
  const schemes = Object.fromEntries(credentials.slice(0, 1).map(({ scheme }) => [schemeName(scheme.name), scheme]));
  const operation = {
    operationId: operationName(method, path),
    summary: `${method} ${path}`,
    parameters: [...inPath, ...inQuery],
    ...(body?.content && { requestBody: { required: true, content: body.content } }),
    security: Object.keys(schemes).map((key) => ({ [key]: [] })),
  };
  const constant = request.headers.filter(([key]) => !ownHeaders.test(key) && !isTaken('header', key));
  return {
    document: {
      openapi: '3.0.3',
      info: { title: name, version: '0.1.0' },
      servers: [{ url: url.origin }],
      paths: { [path]: { [method.toLowerCase()]: operation } },
      components: { securitySchemes: schemes },
    },
    headers: Object.fromEntries([...constant, ...(body?.headers ?? [])]),
    text: body?.text?.includes('{{') === true ? undefined : body?.text,
  };
}

const schemeName = (name: string | undefined): string =>
  name === undefined || /^authorization$/i.test(name) ? 'key' : name;

/** `/users/42` and `/users/{id}` have a parameter, and so has a credential such as a bot's. */
function readPath(pathname: string): { path: string; parameters: object[] } {
  const parameters: object[] = [];
  const add = (wanted: string, schema: Schema): string => {
    const names = parameters.map((parameter) => (parameter as { name: string }).name);
    let name = wanted.replaceAll(/\W+/g, '_') || 'id';
    for (let number = 2; names.includes(name); number += 1) name = `${wanted}_${number}`;
    parameters.push({ in: 'path', name, required: true, schema });
    return `{${name}}`;
  };
  const segments = pathname.split('/').map((segment) => {
    const text = decodeURIComponent(segment);
    const placeholder = /^(?:\{+(\w[\w.-]*)\}+|:(\w+)|<([^<>]+)>|\$\{?(\w+)\}?)$/.exec(text);
    if (placeholder !== null)
      return add(
        placeholder.slice(1).find((one) => one !== undefined)!,
        { type: 'string' },
      );
    if (/^(\d+|[\da-f]{24,}|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12})$/i.test(text)) return add('id', { type: 'string' });
    const [form] = findForms(text);
    const bot = /^bot(?=\d+:|[<{$])/.exec(text);
    if (bot !== null) return `bot${add('token', { type: 'string' })}`;
    // Such an address, as that of an incoming webhook, is all that one needs to use it.
    return form === undefined && !looksRandom(text)
      ? segment.replaceAll(/[{}]/g, '')
      : add('token', { type: 'string' });
  });
  return { path: segments.join('/') || '/', parameters };
}

function operationName(method: string, path: string): string {
  const verbs: Record<string, string> = { GET: 'get', POST: 'create', PUT: 'put', PATCH: 'change', DELETE: 'delete' };
  const named = path
    .split('/')
    .filter((segment) => segment !== '' && !segment.includes('{') && !/^v\d+$/.test(segment));
  return [verbs[method] ?? method.toLowerCase(), ...named.slice(-2)].join('-');
}

interface CurlBody {
  content?: Record<string, unknown>;
  text?: string;
  headers?: [string, string][];
}

function bodyOf({ headers, data, form, file }: CurlRequest): CurlBody | undefined {
  const [, sent = ''] = headers.find(([key]) => key.toLowerCase() === 'content-type') ?? [];
  const type = sent.split(';')[0]!.trim().toLowerCase();
  if (file !== undefined) return { content: { [type || 'application/octet-stream']: { schema: binary } } };
  if (form.length > 0) {
    const properties = form.map(({ name, value, isFile }) => [name, isFile ? binary : schemaOf(value, name)]);
    const required = form.filter(({ isFile }) => isFile).map(({ name }) => name);
    const schema = { type: 'object', properties: Object.fromEntries(properties) as object, required };
    return { content: { 'multipart/form-data': { schema } } };
  }
  if (data === undefined) return undefined;
  const json = parsed(data);
  if (json !== undefined && (/[/+]json$/.test(type) || /^\s*[[{]/.test(data)))
    return { content: { [/[/+]json$/.test(type) ? type : 'application/json']: { schema: schemaOf(json, '') } } };
  if ((type === '' || type === 'application/x-www-form-urlencoded') && /^[^\s=&]+=/.test(data)) {
    const fields = [...new URLSearchParams(data)].map(([name, value]) => [name, schemaOf(value, name)]);
    const schema = { type: 'object', properties: Object.fromEntries(fields) as object };
    return { content: { 'application/x-www-form-urlencoded': { schema } } };
  }
  return { text: data, headers: [['Content-Type', sent || 'application/x-www-form-urlencoded']] };
}

const binary = { type: 'string', format: 'binary' };

/** The form of a value. Its text helps a person, unless it may be a credential. */
function schemaOf(value: unknown, name: string): Schema {
  if (Array.isArray(value)) return { type: 'array', items: value.length === 0 ? {} : schemaOf(value[0], name) };
  if (typeof value === 'object' && value !== null)
    return {
      type: 'object',
      properties: Object.fromEntries(Object.entries(value).map(([key, child]) => [key, schemaOf(child, key)])),
    };
  if (value === null) return {};
  const type = typeof value === 'number' && Number.isInteger(value) ? 'integer' : typeof value;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const isSecret = mayNameSecret.test(name) || isCredential(name, text) || looksRandom(text);
  const isShown = text !== '' && text.length <= 100 && !isSecret;
  return { type, ...(isShown && { description: `Such as ${text}` }) };
}

/** Services have names of their own for credentials: an example too few does less harm than one too many. */
const mayNameSecret = /token|secret|passw|passphrase|pwd|key|auth|cred|sign|cookie|session|otp|\bpin\b/i;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
