import { fold, nearest } from './nearest.ts';

/** What keys and values of ours are called elsewhere: in other products, in OpenAPI, in programming languages. */
const otherNames: Record<string, readonly string[]> = {
  description: ['help', 'helpText', 'hint', 'summary', 'doc', 'comment'],
  title: ['displayName', 'x-ms-summary'],
  label: ['title', 'name', 'displayName', 'display'],
  name: ['displayName', 'title'],
  method: ['verb', 'httpMethod', 'http_method', 'requestMethod'],
  path: ['endpoint', 'urlPath', 'route', 'uri'],
  url: ['uri', 'href', 'address', 'urlencode', 'encodeURIComponent', 'encodeURI', 'nextUrl', 'nextLink'],
  query: ['params', 'parameters', 'qs', 'queryParams', 'queryParameters', 'queryString', 'request_parameters'],
  headers: ['header', 'request_headers'],
  body: ['data', 'payload', 'content', 'request_body'],
  output: ['response', 'result', 'outputs', 'outputFields', 'outputSchema'],
  input: ['inputs', 'inputFields', 'params', 'parameters', 'inputSchema'],
  signIn: ['auth', 'authentication', 'authenticator', 'security', 'connection'],
  baseUrl: ['server', 'host', 'url_base', 'endpoint'],
  hosts: ['host', 'servers', 'allowedHosts', 'domains'],
  kind: ['type'],
  enum: ['choices', 'options', 'values'],
  deliveryId: ['idempotencyKey', 'dedupe', 'dedupeKey', 'eventId', 'id'],
  handshake: ['challenge', 'verification'],
  multipart: ['multipartForm', 'formData'],
  form: ['urlencoded', 'formUrlEncoded', 'multipart'],
  boolean: ['bool', 'checkbox'],
  integer: ['int', 'long'],
  number: ['float', 'double', 'decimal'],
  string: ['str', 'text', 'varchar'],
  array: ['list', 'tuple'],
  object: ['dict', 'map', 'hash', 'record'],
  key: ['apiKey', 'api_key'],
  bearer: ['token', 'jwt'],
  oauth2: ['oauth'],
  json: ['toJson', 'jsonEncode', 'stringify'],
  base64: ['b64', 'base64encode', 'b64encode', 'btoa'],
  hmac_sha256: ['hmac', 'sha256', 'signature'],
  icon: ['logo', 'image', 'iconUrl', 'logoUrl'],
  'icon.svg': ['logo.svg', 'logo.png', 'image.svg'],
  webhooks: ['triggers', 'hooks', 'subscriptions'],
  actions: ['operations', 'creates', 'searches'],
  fixtures: ['tests', 'mocks', 'recordings'],
  split: ['forEach', 'each', 'iterate'],
  event: ['eventType', 'eventName', 'topic'],
  answer: ['response', 'respond', 'reply', 'ack'],
  subscribe: ['register', 'registration', 'createHook', 'attach'],
  unsubscribe: ['unregister', 'deregister', 'deleteHook', 'detach'],
  keep: ['save', 'store', 'remember', 'extract'],
  hook: ['webhook', 'callback'],
  pagination: ['paging', 'pages', 'paginate', 'paginator'],
  cursor: ['next', 'nextCursor', 'nextToken', 'pageToken'],
  errors: ['errorMap', 'errorRules', 'errorHandling', 'errorHandlers', 'onError'],
  message: ['msg', 'errorMessage'],
  status: ['statusCode', 'httpStatus'],
  is: ['equals', 'equal', 'eq'],
  isNot: ['notEquals', 'notEqual', 'ne', 'neq'],
  upload: ['file', 'fileUpload', 'sendFile'],
  to: ['url', 'target', 'destination', 'uploadUrl'],
  chunkSize: ['pieceSize', 'partSize', 'blockSize'],
  finish: ['commit', 'complete', 'finalize', 'publish'],
  abort: ['cancel'],
};

/**
 * The name that was most likely meant: one that is spelt nearly so, or what another product calls it. Undefined when
 * there is none.
 */
export function likeliest(name: string, candidates: readonly string[]): string | undefined {
  const near = nearest(name, candidates);
  if (near !== undefined) return near;
  const folded = fold(name);
  const isOther = (candidate: string): boolean => namesOf(candidate).some((other) => fold(other) === folded);
  return candidates.find(isOther) ?? candidates.find((candidate) => nearest(name, namesOf(candidate)) !== undefined);
}

function namesOf(candidate: string): readonly string[] {
  return Object.hasOwn(otherNames, candidate) ? otherNames[candidate]! : [];
}
