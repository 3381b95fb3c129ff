import { Problem } from '@tallyhook/schemas';
import type { Operation } from '../graphql/run-operation.ts';
import { findUnclear, parseJson } from '../parse-json.ts';
import { defineRoute, sent } from '../route.ts';
import { runGraphql } from './run-graphql.ts';

export const getGraphql = defineRoute({
  method: 'get',
  path: '/graphql',
  access: 'read',
  summary: 'Runs a GraphQL query on the branch.',
  parameters: {
    query: { kind: 'text', required: true, maxLength: 32_768 },
    operationName: { kind: 'text' },
    variables: { kind: 'text', maxLength: 32_768 },
  },
  answer: 'GraphqlAnswer',
  otherTypes: ['application/graphql-response+json'],
  problems: ['invalid_json', 'method_not_allowed'],
  ownRefusals: { 400: 'GraphqlRefusal' },
  async handler(request, deps, response) {
    const { query, operationName, variables } = request.parameters;
    const operation = { query, operationName, ...readVariables(variables) };
    await runGraphql({ request, response, deps }, operation);
    return sent;
  },
});

function readVariables(text: string | undefined): Pick<Operation, 'variables' | 'unclear'> {
  if (text === undefined) return {};
  const place = 'The parameter "variables"';
  const variables = parseJson(text, place);
  if (typeof variables !== 'object' || variables === null || Array.isArray(variables)) {
    throw new Problem('invalid_request', `${place} must be a JSON object.`);
  }
  return { variables: variables as Record<string, unknown>, unclear: findUnclear(text, place, ['variables']) };
}
