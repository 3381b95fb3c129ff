import type { ConnectorPackage, Request } from '@tallyhook/schemas';
import { ActionError } from '../action-error.ts';
import { addQuery, buildAddress } from './address.ts';
import { buildBody } from './body.ts';
import { checkActionInput, findAction } from './find-action.ts';
import { buildHeaders, hasHeader, withHeader } from './headers.ts';
import { firstPage } from './pages.ts';
import type { PreparedRequest } from './prepared-request.ts';
import type { AccountValues } from './redact.ts';

/** What one call of an action is made with. */
export interface ActionCall {
  /** The inputs by name. */
  input: unknown;
  /** The values of the linked account, credentials in the clear. */
  account?: AccountValues | null;
  /** What is the same whenever this call is made again; sent where the action names a header for it, and `upload.id`. */
  idempotencyKey?: string;
}

/** What changes nothing at a service. */
export const readingMethods: readonly string[] = ['GET', 'HEAD', 'PROPFIND', 'REPORT'];

/** A COPY, MOVE or MKCOL that arrived twice meets what it made itself, or what others made since. */
const repeatableMethods = [...readingMethods, 'PUT', 'DELETE'];

/**
 * Makes the request of an action, that of its first page where there are pages. Throws ActionError: `invalid_input` naming the place, `auth` where the account lacks
 * a credential, `fatal` for an address on a host that is not the connector's.
 */
export function buildRequest(released: ConnectorPackage, actionName: string, call: ActionCall): PreparedRequest {
  const action = findAction(released, actionName);
  if (action.upload !== undefined) {
    throw new ActionError('fatal', `the action "${actionName}" sends a file: it is made of several requests`);
  }
  const input = checkActionInput(released, actionName, call.input);
  const page = action.pagination === undefined ? {} : { page: firstPage(action.pagination).values };
  const values = { ...input, account: call.account ?? {}, ...page };
  const request = prepareRequest(released, action.request, values);
  const { idempotencyHeader } = action;
  const hasKey = idempotencyHeader !== undefined && call.idempotencyKey !== undefined;
  if (hasKey) request.headers[idempotencyHeader] = call.idempotencyKey!;
  // What only reads may be asked for again, whatever its method is.
  const usual = action.annotations?.readOnly === true || request.repeatable;
  return { ...request, repeatable: hasKey || (action.repeatable ?? usual) };
}

/** Makes any request of a connector from the values that its templates reach. Throws as buildRequest. */
export function prepareRequest({ connector }: ConnectorPackage, request: Request, values: object): PreparedRequest {
  return prepareRequestTo(buildAddress(connector, request, values), { connector, request, values });
}

/** Makes a request to an address that is already known and that the account's credential may go to. */
export function prepareRequestTo(
  address: string,
  { connector, request, values }: { connector: ConnectorPackage['connector']; request: Request; values: object },
): PreparedRequest {
  const url = addQuery(connector, request, values, address);
  const headers = buildHeaders(connector, request, values);
  const rendered = buildBody(request.body, values);
  // The boundary of a form is known only to itself.
  const isTyped = hasHeader(headers, 'Content-Type') && request.body?.multipart === undefined;
  return {
    method: request.method,
    url,
    headers: rendered === undefined || isTyped ? headers : withHeader(headers, 'Content-Type', rendered.contentType),
    ...(rendered === undefined ? {} : { body: rendered.body }),
    repeatable: repeatableMethods.includes(request.method),
  };
}
