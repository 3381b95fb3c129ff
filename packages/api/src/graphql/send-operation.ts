import { callRoute, type CallingRequest } from '../call-route.ts';
import { turnOf } from '../questions/turn-of.ts';
import type { RouteRequest } from '../route.ts';
import { runOperation, type Operation } from './run-operation.ts';
import type { SchemaOf } from './schema-cache.ts';

const ownType = 'application/graphql-response+json';

/** Runs the operation of a request and responds in the media type the client accepts. */
export async function sendOperation(
  { request, response, deps }: CallingRequest & { request: Pick<RouteRequest, 'method' | 'accepts'> },
  operation: Operation,
  schemaOf: SchemaOf,
): Promise<void> {
  const { caller, method, requestId, arrivedAt } = request;
  const turn = turnOf(request, response, deps);
  const { status, body } = await runOperation(operation, schemaOf(caller.branch.types), {
    deps,
    caller,
    turn,
    callFor: (current, route, given) =>
      callRoute(route, given, { request: { caller: current, requestId, arrivedAt }, response, deps }),
    mayMutate: method === 'POST',
  });
  const type = request.accepts('application/json', ownType) === ownType ? ownType : 'application/json';
  response.setHeader('Cache-Control', 'no-store');
  response.status(status).type(type).send(JSON.stringify(body));
}
