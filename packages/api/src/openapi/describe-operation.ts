import type { Parameter } from '../parameters.ts';
import type { Route } from '../route.ts';
import { componentRef } from './answers/parts.ts';
import { toOpenApi } from './components.ts';
import { describeResponses } from './describe-responses.ts';
import type { RouteDescription } from './route-description.ts';

/** One method of one path as OpenAPI has it. */
export function describeOperation(route: Route, described: RouteDescription): object {
  return {
    summary: described.summary,
    operationId: operationIdOf(route),
    tags: [route.path.split('/').filter((part) => part !== 'api')[1] ?? 'service'],
    security: securityOf(route),
    parameters: [...pathParameters(route), ...queryParameters(route, described)],
    ...bodyOf(route, described),
    responses: describeResponses(route, described),
  };
}

/** `/api/records/:id` as OpenAPI writes it. */
export const pathOf = ({ path }: Pick<Route, 'path'>): string => path.replace(/:(\w+)/g, '{$1}');

/** `patchApiRecordsId` for PATCH /api/records/:id. */
function operationIdOf({ method, path }: Route): string {
  const words = path.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  return method + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

function securityOf({ needs, only }: Route): object[] {
  if (needs === 'nothing') return [];
  if (needs === 'session' || only === 'session') return [{ session: [] }];
  return only === 'key' ? [{ key: [] }] : [{ key: [] }, { session: [] }];
}

function pathParameters({ path }: Route): object[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
}

/** The branch that a session means; a key has its own. */
const placeParameters: Record<string, Parameter> = {
  workspace: { kind: 'text', maxLength: 100 },
  branch: { kind: 'text', maxLength: 200 },
};

function queryParameters({ parameters = {}, needs }: Route, { json = {} }: RouteDescription): object[] {
  if (parameters === 'any') return [];
  const isOnBranch = needs !== 'nothing' && needs !== 'session';
  return Object.entries({ ...(isOnBranch ? placeParameters : {}), ...parameters }).map(([name, parameter]) => ({
    name,
    in: 'query',
    required: 'required' in parameter && parameter.required === true,
    ...(Object.hasOwn(json, name)
      ? { content: { 'application/json': { schema: componentRef(json[name]!) } } }
      : { schema: schemaOf(parameter) }),
  }));
}

function schemaOf(parameter: Parameter): object {
  switch (parameter.kind) {
    case 'flag':
      return { type: 'string', enum: ['0', '1'] };
    case 'integer':
      return { type: 'integer', minimum: parameter.minimum, maximum: parameter.maximum };
    case 'choice':
      return { type: 'string', enum: parameter.values };
    case 'list':
      return { type: 'array', maxItems: parameter.maxItems, items: { type: 'string' } };
    default: {
      const { maxLength = 200 } = parameter;
      return { type: 'string', minLength: 1, ...(Number.isFinite(maxLength) ? { maxLength } : {}) };
    }
  }
}

function bodyOf({ body }: Route, { takes, streams = 'application/octet-stream' }: RouteDescription): object {
  if (body === undefined) return {};
  const content =
    body === 'stream'
      ? { [streams]: {} }
      : { 'application/json': { schema: takes === undefined ? toOpenApi(body.schema) : componentRef(takes) } };
  return { requestBody: { required: true, content } };
}
