import type { Operation } from '../graphql/run-operation.ts';
import { defineRoute, sent } from '../route.ts';
import { runGraphql } from './run-graphql.ts';

export const postGraphql = defineRoute({
  method: 'post',
  path: '/graphql',
  access: 'read',
  summary: 'Runs a GraphQL operation on the branch.',
  body: { json: 'GraphqlOperation', limitBytes: 1_200_000, isMessage: true },
  answer: 'GraphqlAnswer',
  otherTypes: ['application/graphql-response+json'],
  ownRefusals: { 400: 'GraphqlRefusal' },
  problems: ['no_space'],
  async handler(request, deps, response) {
    const { body, unclear } = request;
    await runGraphql({ request, response, deps }, { ...(body as Operation), unclear });
    return sent;
  },
});
