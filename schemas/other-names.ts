import { nearest } from './nearest.ts';

/** What keys and values of ours are called elsewhere: in other products, in OpenAPI, in programming languages. */
const otherNames: Record<string, readonly string[]> = {
  description: ['help', 'helpText', 'hint', 'summary', 'doc', 'comment'],
  title: ['displayName', 'x-ms-summary'],
  label: ['title', 'name', 'displayName', 'display'],
  method: ['verb', 'httpMethod', 'http_method', 'requestMethod'],
  path: ['endpoint', 'urlPath', 'route', 'uri'],
  url: ['uri', 'href', 'address'],
  query: ['params', 'parameters', 'qs', 'queryParams', 'queryString', 'request_parameters'],
  headers: ['header', 'request_headers'],
  body: ['data', 'payload', 'content', 'request_body'],
  output: ['response', 'result', 'outputs'],
  input: ['inputs', 'inputFields', 'params', 'parameters'],
  signIn: ['auth', 'authentication', 'authenticator', 'security', 'connection'],
  baseUrl: ['server', 'host', 'url_base', 'endpoint'],
  hosts: ['host', 'servers', 'allowedHosts', 'domains'],
  kind: ['type'],
  enum: ['choices', 'options', 'values'],
  deliveryId: ['idempotencyKey', 'dedupe', 'dedupeKey', 'eventId'],
  handshake: ['challenge', 'verification'],
  multipart: ['multipartForm', 'formData'],
  form: ['urlencoded', 'formUrlEncoded'],
  boolean: ['bool', 'checkbox'],
  integer: ['int', 'long'],
  number: ['float', 'double', 'decimal'],
  string: ['str', 'text', 'varchar'],
  array: ['list', 'tuple'],
  object: ['dict', 'map', 'hash', 'record'],
  key: ['apiKey', 'api_key'],
  bearer: ['token', 'jwt'],
  oauth2: ['oauth'],
};

/**
 * The name that was most likely meant: one that is spelt nearly so, or what another product calls it. Undefined when
 * there is none.
 */
export function likeliest(name: string, candidates: readonly string[]): string | undefined {
  const near = nearest(name, candidates);
  if (near !== undefined) return near;
  return candidates.find((candidate) => nearest(name, otherNames[candidate] ?? []) !== undefined);
}
