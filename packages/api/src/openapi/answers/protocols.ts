import type { ProblemDetail } from '@tallyhook/schemas';
import type { Health } from '../../describe-health.ts';
import * as part from './parts.ts';

const { listOf, objectOf, oneOf } = part;
const partState = oneOf(['ready', 'not_ready', 'unknown']);

const graphqlError = {
  type: 'object',
  properties: {
    message: part.text,
    locations: listOf(objectOf<{ line: number; column: number }>({ line: part.count, column: part.count })),
    path: listOf({ type: ['string', 'integer'] }),
    extensions: { type: 'object', properties: { code: part.text }, required: ['code'] },
  },
  required: ['message', 'extensions'],
  additionalProperties: false,
};

const rpcId = { type: ['string', 'integer', 'null'] };
const rpcError = objectOf<{ code: number; message: string; data?: unknown }>(
  { code: { type: 'integer' }, message: part.text, data: part.anything },
  ['data'],
);
const rpcResult = objectOf<{ jsonrpc: '2.0'; id: unknown; result: unknown }>({
  jsonrpc: { const: '2.0' },
  id: rpcId,
  result: { type: 'object' },
});
const rpcRefusal = objectOf<{ jsonrpc: '2.0'; id?: unknown; error: unknown }>(
  { jsonrpc: { const: '2.0' }, id: rpcId, error: rpcError },
  ['id'],
);
const rpcAnswer = { anyOf: [rpcResult, rpcRefusal] };

/** The answers whose form others decided, what refusals list, and how the service stands. */
export const protocolAnswers = {
  Mistake: objectOf<ProblemDetail & { column?: string }>(
    {
      pointer: part.text,
      line: part.count,
      column: part.text,
      code: part.text,
      detail: part.text,
      allowed: listOf(part.anything),
      suggestion: part.text,
    },
    ['pointer', 'line', 'column', 'allowed', 'suggestion'],
  ),
  Health: objectOf<Health>({
    status: oneOf(['ready', 'not_ready']),
    parts: objectOf<Health['parts']>({ api: partState, mongodb: partState, temporal: partState, worker: partState }),
    problems: listOf(part.text),
  }),
  OpenApiDocument: {
    type: 'object',
    properties: { openapi: part.text, info: { type: 'object' }, paths: { type: 'object' } },
    required: ['openapi', 'info', 'paths'],
  },
  GraphqlAnswer: objectOf<{ data: unknown; errors?: unknown }>(
    { data: { type: ['object', 'null'] }, errors: listOf(graphqlError) },
    ['errors'],
  ),
  GraphqlRefusal: objectOf<{ errors: unknown }>({ errors: listOf(graphqlError) }),
  McpAnswer: {
    description: 'A message of JSON-RPC 2.0, or several where several were sent.',
    anyOf: [...rpcAnswer.anyOf, { ...listOf(rpcAnswer), minItems: 1 }],
  },
  McpRefusal: rpcRefusal,
};
