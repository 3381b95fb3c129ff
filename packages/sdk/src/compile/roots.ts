import type { ActionInput, Connector, ConnectorUpload, Pagination, ValueSchema } from '@tallyhook/schemas';
import { accountNames, type NamedValue } from '../sign-in/account-names.ts';
import { any, headerNames, objectOf, scalar, type Roots, type Shape } from '../templates/shapes.ts';

/** The names that templates may begin with somewhere; no input may be called like one. */
export const reservedNames = ['account', 'event', 'file', 'piece', 'response', 'start', 'test', 'transfer', 'upload'];

const secretRefused: Shape = {
  kind: 'refused',
  code: 'secret_not_here',
  message: 'a secret of the account may not stand here',
  hint: 'secrets belong in signIn, in headers and in bodies',
};

/** What is known of the account; without a connector, nothing. `secrets` says whether credentials may be used. */
export function accountRoots(connector: Connector | undefined, { secrets }: { secrets: boolean }): Roots {
  if (connector === undefined) return { account: any };
  if (connector.account === undefined && connector.signIn.kind !== 'oauth2') return {};
  return accountOf(accountNames(connector), { secrets });
}

/** The root `account` that holds just these values. */
export function accountOf(names: readonly NamedValue[], { secrets }: { secrets: boolean }): Roots {
  const shape = (secret: boolean): Shape => (secret && !secrets ? secretRefused : scalar);
  return { account: objectOf(Object.fromEntries(names.map(({ name, secret }) => [name, shape(secret)]))) };
}

/** The inputs of an action by name. */
export function inputRoots(input: ActionInput): Roots {
  return Object.fromEntries(Object.entries(input.properties).map(([name, schema]) => [name, shapeOf(schema)]));
}

function shapeOf(schema: ValueSchema): Shape {
  if (schema.type === undefined) return any;
  if (schema.type === 'array') return { kind: 'list', item: schema.items === undefined ? any : shapeOf(schema.items) };
  if (schema.type !== 'object') return scalar;
  if (schema.properties === undefined || schema.additionalProperties !== false) return any;
  return objectOf(Object.fromEntries(Object.entries(schema.properties).map(([name, child]) => [name, shapeOf(child)])));
}

/** The answer to a request. */
export const responseShape: Shape = objectOf({ status: scalar, headers: headerNames, body: any });

export const responseRoots: Roots = { response: responseShape };

/** The requests of an action that sends a file, by what their templates may use; `own` is the action's own. */
export type UploadPart = 'own' | 'transfer' | 'status' | 'abort' | 'finish';

/** What templates know of the file and of the requests that were made before. */
export function uploadRoots({ send, to }: ConnectorUpload, part: UploadPart): Roots {
  const isCarrier = part === (to === undefined ? 'own' : 'transfer');
  return {
    file: fileShape,
    ...(send === 'pieces' && { upload: objectOf({ chunkSize: scalar, chunkCount: scalar }) }),
    ...(to !== undefined && part !== 'own' && { start: responseShape }),
    ...(send === 'pieces' && isCarrier && { piece: pieceShape }),
    ...(part === 'finish' && { transfer: transferShape }),
  };
}

const missing = (what: string): Shape => ({
  kind: 'refused',
  code: 'feature_missing',
  message: `${what} cannot be used yet`,
  hint: 'a service that insists on it cannot be declared with this version',
});

const digests = (of: string): Record<string, Shape> =>
  Object.fromEntries(['md5', 'sha1', 'sha256', 'crc32c'].map((name) => [name, missing(`the digest of ${of}`)]));

const fileShape = objectOf({ name: scalar, size: scalar, type: scalar, ...digests('the file') });

const pieceShape = objectOf({
  start: scalar,
  end: scalar,
  size: scalar,
  index: scalar,
  last: scalar,
  url: missing('an address for each piece'),
  ...digests('a piece'),
});

const transferShape = objectOf({
  status: scalar,
  headers: headerNames,
  body: any,
  pieces: missing('the list of what each piece was answered'),
});

/** What the request of a page knows of it. */
export function pageRoots(pagination: Pagination | undefined): Roots {
  switch (pagination?.kind) {
    case 'cursor':
      return { page: objectOf({ cursor: any }) };
    case 'offset':
      return { page: objectOf({ offset: scalar, size: scalar }) };
    case 'page':
      return { page: objectOf({ number: scalar, ...(pagination.size !== undefined && { size: scalar }) }) };
    case 'linkHeader':
    case 'nextUrl':
    case undefined:
      return {};
    default: // A kind that is none has been reported; what it would know cannot be told.
      return { page: any };
  }
}

/** A delivery; `item` is there where the body is split. */
export function eventRoots({ split }: { split: boolean }): Roots {
  const parts = { method: scalar, headers: headerNames, query: any, body: any };
  return { event: objectOf(split ? { ...parts, item: any } : parts) };
}
