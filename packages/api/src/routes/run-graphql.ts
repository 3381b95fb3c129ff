import type { CallingRequest } from '../call-route.ts';
import type { Operation } from '../graphql/run-operation.ts';
import type { RouteRequest } from '../route.ts';

/** Runs the operation of a request. The packages for GraphQL are loaded with the first one; few workspaces send any. */
export async function runGraphql(
  calling: CallingRequest & { request: Pick<RouteRequest, 'method' | 'accepts'> },
  operation: Operation,
): Promise<void> {
  const [{ sendOperation }, { schemaOf }] = await Promise.all([
    import('../graphql/send-operation.ts'),
    import('./graphql-fields.ts'),
  ]);
  await sendOperation(calling, operation, schemaOf);
}
