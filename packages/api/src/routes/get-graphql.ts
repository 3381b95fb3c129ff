import { Problem } from '@tallyhook/schemas';
import { sendOperation } from '../graphql/send-operation.ts';
import { parseJson } from '../parse-json.ts';
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
    return sendOperation(request, response, { query, operationName, variables: readVariables(variables) }, deps);
  },
});

function readVariables(text: string | undefined): Record<string, unknown> | undefined {
  if (text === undefined) return undefined;
  const variables = parseJson(text, 'The parameter "variables"');
  if (typeof variables === 'object' && variables !== null && !Array.isArray(variables)) {
    return variables as Record<string, unknown>;
  }
  throw new Problem('invalid_request', 'The parameter "variables" is a JSON object.');
}
