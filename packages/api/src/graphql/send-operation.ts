import type { Response } from 'express';
import type { ApiDependencies } from '../dependencies.ts';
import { turnOf } from '../questions/turn-of.ts';
import type { RouteRequest } from '../route.ts';
import { runOperation, type Operation } from './run-operation.ts';

const ownType = 'application/graphql-response+json';

/** Runs the operation of a request and responds in the media type the client accepts. */
export async function sendOperation(
  request: Pick<RouteRequest, 'caller' | 'arrivedAt' | 'method' | 'accepts'>,
  response: Response,
  operation: Operation,
  deps: ApiDependencies,
): Promise<void> {
  const { caller, method } = request;
  const turn = turnOf(request, response, deps);
  const { status, body } = await runOperation(operation, {
    deps,
    caller,
    turn,
    mayMutate: method === 'POST',
  });
  const type = request.accepts('application/json', ownType) === ownType ? ownType : 'application/json';
  response.setHeader('Cache-Control', 'no-store');
  response.status(status).type(type).send(JSON.stringify(body));
}
