import type { ActionInput, Connector, ConnectorUpload, Pagination, ValueSchema } from '@tallyhook/schemas';
import { accountNames, type NamedValue } from '../sign-in/account-names.ts';
import { digestNames } from '../upload/digests.ts';
import type { SharedCause } from './source-problem.ts';
import {
  any,
  anyObject,
  headerNames,
  literal,
  objectOf,
  openObjectOf,
  scalar,
  type Roots,
  type Shape,
} from '../templates/shapes.ts';

/** Words with their own meaning in a slot. A value with such a name cannot be used there. */
const slotWords: readonly string[] = ['else', 'this'];

/** Root names of templates and keywords of slots. No input may use one of them. */
export const reservedNames: readonly string[] = [
  'account',
  'event',
  'file',
  'now',
  'piece',
  'response',
  'start',
  'test',
  'transfer',
  'upload',
  ...slotWords,
];

/** The shape of a secret where secrets are not allowed. */
const refuseSecret = (whose: string): Shape => ({
  kind: 'refused',
  code: 'secret_not_here',
  message: `${whose} secrets are not allowed here`,
  hint:
    'use secrets only in headers and bodies, in the values that signIn sends, and in the query of a signIn.then request; ' +
    'client secrets also in the query of subscribe and unsubscribe; ' +
    'declare an id that is not a secret without "secret": true',
});

/** The shape of `account` if connector.json declares none. */
const noAccount = absent(
  'there is no "account": connector.json does not declare one',
  'add "account" to connector.json',
  'no_account',
);

/** The shape of an element if the body is not split. */
const noElement = absent(
  'without "split" there is no "event.item"',
  'add the path of the list whose elements are the events, such as "split": "event.body.entries"',
  'no_element',
);

const noBody = absent(
  'only a POST request has a body',
  'leave "method" out if the handshake is a POST, or use the query or a header',
);

/** A value that would exist if something else were declared. */
function absent(message: string, hint: string, cause?: SharedCause): Extract<Shape, { kind: 'refused' }> {
  return { kind: 'refused', code: 'unknown_name', message, hint, ...(cause !== undefined && { cause }) };
}

/** The known account values; none without a connector. `secrets` says whether credentials are allowed. */
export function accountRoots(connector: Connector | undefined, { secrets }: { secrets: boolean }): Roots {
  if (connector === undefined) return { account: any };
  if (connector.account === undefined && connector.signIn.kind !== 'oauth2') return { account: noAccount };
  return accountOf(accountNames(connector), { secrets });
}

/** The root `account` with exactly these values. */
export function accountOf(names: readonly NamedValue[], { secrets }: { secrets: boolean }): Roots {
  const shape = ({ name, secret, optional = false }: NamedValue): Shape => {
    const known = secret && !secrets ? refuseSecret('account') : scalar;
    return optional ? { ...known, absence: { remedy: `remove "optional" from the field "${name}"` } } : known;
  };
  return { account: objectOf(Object.fromEntries(names.map((named) => [named.name, shape(named)]))) };
}

/** The root `client`, available only to the requests of a sign-in and of a subscription. */
export function clientRoot({ secrets }: { secrets: boolean }): Roots {
  return { client: objectOf({ id: scalar, secret: secrets ? scalar : refuseSecret('client') }) };
}

/** The inputs of an action by name. */
export function inputRoots(input: ActionInput): Roots {
  return Object.fromEntries(fieldsOf(input, ''));
}

/** The shapes of a schema's fields. `owner` names their owner, as the end of a sentence. */
function fieldsOf({ properties = {}, required = [] }: ValueSchema, owner: string): [name: string, shape: Shape][] {
  // An undeclared name in `required` may be a misspelling of any field.
  const isClear = required.every((name) => Object.hasOwn(properties, name));
  return Object.entries(properties).map(([name, schema]) => {
    const shape = shapeOf(schema, `"${name}"`);
    const isThere = !isClear || required.includes(name);
    return [name, isThere ? shape : { ...shape, absence: { remedy: `add "${name}" to required${owner}` } }];
  });
}

function shapeOf(schema: ValueSchema, name: string): Shape {
  if (schema.type === undefined) return any;
  if (schema.type === 'array')
    return { kind: 'list', item: schema.items === undefined ? any : shapeOf(schema.items, `the items of ${name}`) };
  if (schema.type === 'string') return scalar;
  if (['integer', 'number', 'boolean', 'null'].includes(schema.type)) return literal;
  // An unknown type, such as `Array`, is reported at its own place.
  if (schema.type !== 'object') return any;
  if (schema.properties === undefined) return anyObject;
  const make = schema.additionalProperties === false ? objectOf : openObjectOf;
  return make(Object.fromEntries(fieldsOf(schema, ` of ${name}`)));
}

/** The answer to a request. */
export const responseShape: Shape = objectOf({ status: literal, headers: headerNames, body: any });

export const responseRoots: Roots = { response: responseShape };

/** The present time. */
export const nowRoot: Roots = {
  now: objectOf({ iso: scalar, date: scalar, seconds: literal, milliseconds: literal }),
};

/** The requests of an upload, by the names available to their templates. `own` is the action's own request. */
export type UploadPart =
  'own' | 'startStep' | 'pieceAddress' | 'transfer' | 'status' | 'abort' | 'finish' | 'processed';

/**
 * The known values of the file and of earlier requests. `steps` are the requests after the first one whose answers are
 * known; default all.
 */
export function uploadRoots(
  upload: ConnectorUpload,
  part: UploadPart,
  steps: readonly string[] = (upload.afterStart ?? []).map(({ name }) => name),
): Roots {
  const { send, to, chunkSize } = upload;
  const isCarrier = part === (to === undefined ? 'own' : 'transfer');
  const isOfPiece = send === 'pieces' && (isCarrier || part === 'pieceAddress');
  const isStatusOrAbort = part === 'status' || part === 'abort';
  const isLast = part === 'finish' || part === 'processed';
  const knowsSize = send === 'pieces' && (typeof chunkSize !== 'string' || !['own', 'startStep'].includes(part));
  return {
    ...nowRoot,
    file: fileShape(send === 'base64' && isCarrier),
    upload: objectOf({ id: scalar, ...(knowsSize && { chunkSize: literal, chunkCount: literal }) }),
    ...(to !== undefined && part !== 'own' && { start: startShape(steps) }),
    ...(isOfPiece && { piece: pieceShape(upload, part) }),
    ...(send === 'pieces' &&
      (isCarrier || isStatusOrAbort) && { transfer: missing('the response to an earlier piece') }),
    ...(isLast && { transfer: transferShape(send) }),
    ...(part === 'processed' && upload.finish !== undefined && { finish: responseShape }),
  };
}

const missing = (what: string): Extract<Shape, { kind: 'refused' }> => ({
  kind: 'refused',
  code: 'feature_missing',
  message: `${what} is not supported yet`,
  hint: 'a service that requires it cannot be declared with this version',
});

const answerFields = { status: literal, headers: headerNames, body: any };

const startShape = (steps: readonly string[]): Shape =>
  objectOf({ ...answerFields, ...Object.fromEntries(steps.map((name) => [name, responseShape])) });

/** In hex; with `Base64` after the name, in base64. */
const digests: Record<string, Shape> = Object.fromEntries(
  digestNames.flatMap((name) => [name, `${name}Base64`]).map((name) => [name, scalar]),
);

const fileShape = (isInline: boolean): Shape =>
  objectOf({
    name: scalar,
    size: literal,
    type: scalar,
    base64: isInline
      ? scalar
      : absent(
          'the content of the file is only available to the request that carries it as base64',
          'write "send": "base64", and use it in the body of that request',
        ),
    ...digests,
  });

function pieceShape({ pieceList, pieceAddress }: ConnectorUpload, part: UploadPart): Shape {
  const noItem = absent(
    'without "pieceList" there is no "piece.item"',
    'add the path of the list with one element for each piece, such as "pieceList": "start.body.parts"',
  );
  const noAddress = absent(
    'without "pieceAddress" there is no "piece.address"',
    'add the request that asks where a piece goes, as "pieceAddress" under upload',
  );
  return objectOf({
    start: literal,
    end: literal,
    size: literal,
    index: literal,
    number: literal,
    last: literal,
    item: pieceList === undefined ? noItem : any,
    ...(part !== 'pieceAddress' && { address: pieceAddress === undefined ? noAddress : responseShape }),
    ...digests,
  });
}

const pieceAnswerShape = objectOf({
  ...answerFields,
  index: literal,
  number: literal,
  start: literal,
  end: literal,
  size: literal,
});

const transferShape = (send: ConnectorUpload['send']): Shape =>
  objectOf({
    ...answerFields,
    pieces:
      send === 'pieces'
        ? { kind: 'list', item: pieceAnswerShape }
        : absent('the file is not sent in pieces', 'write "send": "pieces", or use transfer.body'),
  });

/** The known values of the page in its request. */
export function pageRoots(pagination: Pagination | undefined): Roots {
  if (pagination === undefined) return {};
  switch (pagination.kind) {
    case 'cursor':
      return { page: objectOf({ cursor: { ...any, absence: { when: 'is absent on the first page' } } }) };
    case 'offset':
      return { page: objectOf({ offset: literal, size: literal }) };
    case 'page':
      return { page: objectOf({ number: literal, ...(pagination.size !== undefined && { size: literal }) }) };
    case 'linkHeader':
    case 'nextUrl':
    case 'linkList':
      return {};
    default: // An unknown kind is already reported, and its values are unknown.
      return { page: any };
  }
}

/** A delivery. `elements` are the names from splitting the body; undefined if it could be split but is not. */
export function eventRoots({
  elements,
  hasBody = true,
}: {
  elements: readonly string[] | undefined;
  hasBody?: boolean;
}): Roots {
  const parts = { method: scalar, headers: headerNames, query: anyObject, body: hasBody ? any : noBody };
  const named = elements === undefined ? { item: noElement } : Object.fromEntries(elements.map((name) => [name, any]));
  return { event: objectOf({ ...named, ...parts }) };
}
