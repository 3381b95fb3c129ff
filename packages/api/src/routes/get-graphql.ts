import { Problem } from '@tallyhook/schemas';
import type { Operation } from '../graphql/run-operation.ts';
import { sendOperation } from '../graphql/send-operation.ts';
import { findUnclear, parseJson } from '../parse-json.ts';
import { defineRoute } from '../route.ts';

/** Runs a GraphQL query on the caller's branch; `variables` is JSON. */
export const getGraphql = defineRoute({
  method: 'get',
  path: '/graphql',
  needs: 'read',
  parameters: {
    query: { kind: 'text', required: true, maxLength: 32_768 },
    operationName: { kind: 'text' },
    variables: { kind: 'text', maxLength: 32_768 },
  },
  handler(request, response, deps) {
    const { query, operationName, variables } = request.parameters;
    const operation = { query, operationName, ...readVariables(variables) };
    return sendOperation(request, response, operation, deps);
  },
});

function readVariables(text: string | undefined): Pick<Operation, 'variables' | 'unclear'> {
  if (text === undefined) return {};
  const place = 'The parameter "variables"';
  const variables = parseJson(text, place);
  if (typeof variables !== 'object' || variables === null || Array.isArray(variables)) {
    throw new Problem('invalid_request', `${place} is a JSON object.`);
  }
  return { variables: variables as Record<string, unknown>, unclear: findUnclear(text, place, ['variables']) };
}
