import type { ConnectorPackage, Request } from '@tallyhook/schemas';
import { buildUrl } from './address.ts';
import { buildBody } from './body.ts';
import { checkActionInput, findAction } from './find-action.ts';
import { buildHeaders } from './headers.ts';
import type { PreparedRequest } from './prepared-request.ts';
import type { AccountValues } from './redact.ts';

export interface ActionCall {
  /** The inputs by name. */
  input: unknown;
  /** The values of the linked account, credentials in the clear. */
  account?: AccountValues | null;
  /** What is the same whenever this call is made again; sent where the action names a header for it. */
  idempotencyKey?: string;
}

const repeatableMethods = ['GET', 'HEAD', 'PUT', 'DELETE'];

/**
 * Makes the request of an action. Throws ActionError: `invalid_input` naming the place, `auth` where the account lacks
 * a credential, `fatal` for an address on a host that is not the connector's.
 */
export function buildRequest(released: ConnectorPackage, actionName: string, call: ActionCall): PreparedRequest {
  const action = findAction(released, actionName);
  const input = checkActionInput(released, actionName, call.input);
  const values = { ...input, account: call.account ?? {} };
  const request = prepareRequest(released, action.request, values);
  const { idempotencyHeader } = action;
  const hasKey = idempotencyHeader !== undefined && call.idempotencyKey !== undefined;
  if (hasKey) request.headers[idempotencyHeader] = call.idempotencyKey!;
  return { ...request, repeatable: hasKey || (action.repeatable ?? request.repeatable) };
}

/** Makes any request of a connector from the values that its templates reach. Throws as buildRequest. */
export function prepareRequest(released: ConnectorPackage, request: Request, values: object): PreparedRequest {
  const url = buildUrl(released, request, values);
  const headers = buildHeaders(released, request, values);
  const rendered = buildBody(request.body, values);
  const hasType = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
  if (rendered !== undefined && !hasType) headers['Content-Type'] = rendered.contentType;
  return {
    method: request.method,
    url,
    headers,
    ...(rendered === undefined ? {} : { body: rendered.body }),
    repeatable: repeatableMethods.includes(request.method),
  };
}
