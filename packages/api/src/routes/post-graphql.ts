import type { Operation } from '../graphql/run-operation.ts';
import { sendOperation } from '../graphql/send-operation.ts';
import { defineRoute } from '../route.ts';

/** Runs a GraphQL operation on the caller's branch; mutations take the ability to write. */
export const postGraphql = defineRoute({
  method: 'post',
  path: '/graphql',
  needs: 'read',
  body: {
    limitBytes: 1_200_000,
    isMessage: true,
    schema: {
      type: 'object',
      properties: {
        query: { type: 'string', minLength: 1, maxLength: 32_768 },
        operationName: { type: ['string', 'null'] },
        variables: { type: ['object', 'null'] },
        extensions: { type: ['object', 'null'] },
      },
      required: ['query'],
      additionalProperties: false,
    },
  },
  handler(request, response, deps) {
    const { body, unclear } = request;
    return sendOperation(request, response, { ...(body as Operation), unclear }, deps);
  },
});
