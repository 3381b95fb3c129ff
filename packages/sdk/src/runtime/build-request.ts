import type { ConnectorAction, ConnectorPackage, Request } from '@tallyhook/schemas';
import { ActionError } from '../action-error.ts';
import { textsIn } from '../compile/texts-in.ts';
import { templateOf } from '../templates/render.ts';
import { momentOf } from './moment.ts';
import { refuseMissingScope } from '../sign-in/scopes.ts';
import { signingOf } from '../sign-in/signing-of.ts';
import { addQuery, buildAddress } from './address.ts';
import { buildBody } from './body.ts';
import { checkActionInput, findAction } from './find-action.ts';
import { buildHeaders, hasHeader, withHeader } from './headers.ts';
import { firstPage } from './pages.ts';
import type { PreparedRequest } from './prepared-request.ts';
import type { AccountValues } from './redact.ts';

/** The values of one call of an action. */
export interface ActionCall {
  /** The inputs by name. */
  input: unknown;
  /** The values of the linked account, including credentials in plain text. */
  account?: AccountValues | null;
  /**
   * Stays the same when this call is repeated. Sent if the action names a header for it, and available as `upload.id`.
   */
  idempotencyKey?: string;
  /** The clock, in milliseconds. */
  now?: () => number;
}

/** Methods that change nothing at a service. */
export const readingMethods: readonly string[] = ['GET', 'HEAD', 'PROPFIND', 'REPORT'];

/** Whether an action changes nothing at the service, by its annotation or its method. */
export function readsOnly({ annotations, request, upload }: ConnectorAction): boolean {
  return upload === undefined && (annotations?.readOnly ?? readingMethods.includes(request.method));
}

/** Not COPY, MOVE or MKCOL: a second one would meet the result of the first, or what others made since. */
const repeatableMethods = [...readingMethods, 'PUT', 'DELETE'];

/**
 * Builds the request of an action, or of its first page.
 * @throws ActionError: `invalid_input` naming the place, `auth` if the account lacks a credential, `fatal` for an
 * address on a host that is not the connector's.
 */
export function buildRequest(released: ConnectorPackage, actionName: string, call: ActionCall): PreparedRequest {
  const action = findAction(released, actionName);
  if (action.upload !== undefined) {
    throw new ActionError('fatal', `the action "${actionName}" sends a file, which takes several requests`);
  }
  const input = checkActionInput(released, actionName, call.input);
  refuseMissingScope(released, action, call.account);
  const page = action.pagination === undefined ? {} : { page: firstPage(action.pagination).values };
  const values = { ...ownValues(action, call), ...input, account: call.account ?? {}, ...page };
  const request = prepareRequest(released, action.request, values);
  const { idempotencyHeader } = action;
  const hasKey = call.idempotencyKey !== undefined && (idempotencyHeader !== undefined || sendsKey(action));
  if (hasKey && idempotencyHeader !== undefined) request.headers[idempotencyHeader] = call.idempotencyKey!;
  // A call that only reads may be repeated, whatever its method.
  const usual = action.annotations?.readOnly === true || request.repeatable;
  return { ...request, repeatable: hasKey || (action.repeatable ?? usual) };
}

/** The values of an action that come neither from its input nor from its account. An input of the same name hides one. */
export function ownValues(
  action: Pick<ConnectorAction, 'request' | 'input'>,
  { idempotencyKey, now = Date.now }: Pick<ActionCall, 'idempotencyKey' | 'now'>,
): object {
  return { now: momentOf(now()), ...(sendsKey(action) && { idempotencyKey }) };
}

/** Whether the request has the idempotency key in its body or query. */
function sendsKey({ request, input }: Pick<ConnectorAction, 'request' | 'input'>): boolean {
  if (Object.hasOwn(input.properties, 'idempotencyKey')) return false;
  return textsIn([request.body, request.query]).some(({ text }) =>
    templateOf(text).paths.some(({ segments }) => segments[0]?.name === 'idempotencyKey'),
  );
}

/**
 * Builds any request of a connector from the values that its templates use.
 * @throws ActionError like buildRequest.
 */
export function prepareRequest({ connector }: ConnectorPackage, request: Request, values: object): PreparedRequest {
  return prepareRequestTo(buildAddress(connector, request, values), { connector, request, values });
}

/** Builds a request to a known address that may receive the account's credential. */
export function prepareRequestTo(
  address: string,
  { connector, request, values }: { connector: ConnectorPackage['connector']; request: Request; values: object },
): PreparedRequest {
  const url = addQuery(connector, request, values, address);
  const headers = buildHeaders(connector, request, values);
  const rendered = buildBody(request.body, values);
  // The form chooses its own boundary.
  const isTyped = hasHeader(headers, 'Content-Type') && request.body?.multipart === undefined;
  return {
    method: request.method,
    url,
    headers: rendered === undefined || isTyped ? headers : withHeader(headers, 'Content-Type', rendered.contentType),
    ...(rendered === undefined ? {} : { body: rendered.body }),
    ...signingOf(connector.signIn, values),
    repeatable: repeatableMethods.includes(request.method),
  };
}
