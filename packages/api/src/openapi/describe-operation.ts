import { abilityOf, admits } from '../access.ts';
import { placeParameters, type Parameter } from '../parameters.ts';
import type { Route } from '../route.ts';
import { componentRef } from './component-ref.ts';
import { describeAdmission } from './describe-admission.ts';
import { describeResponses } from './describe-responses.ts';

/** Describes one method of one path for OpenAPI. */
export function describeOperation(route: Route): object {
  return {
    summary: route.summary,
    description: describeAdmission(route),
    operationId: operationIdOf(route),
    tags: [route.path.split('/').filter((part) => part !== 'api')[1] ?? 'service'],
    security: securityOf(route),
    parameters: [...pathParameters(route), ...queryParameters(route)],
    ...bodyOf(route),
    responses: describeResponses(route),
  };
}

/** Converts `/api/records/:id` to `/api/records/{id}`. */
export const pathOf = ({ path }: Pick<Route, 'path'>): string => path.replace(/:(\w+)/g, '{$1}');

/** Returns `patchApiRecordsId` for PATCH /api/records/:id. */
function operationIdOf({ method, path }: Route): string {
  const words = path.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  return method + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

function securityOf({ access }: Route): object[] {
  if (access === 'anyone') return [];
  const { people, keys } = admits(access);
  return [...(keys ? [{ key: [] }] : []), ...(people ? [{ session: [] }] : [])];
}

function pathParameters({ path }: Route): object[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
}

function queryParameters({ parameters = {}, access }: Route): object[] {
  if (parameters === 'any') return [];
  const isOnBranch = abilityOf(access) !== undefined;
  return Object.entries({ ...(isOnBranch ? placeParameters : {}), ...parameters }).map(([name, parameter]) => ({
    name,
    in: 'query',
    required: 'required' in parameter && parameter.required === true,
    ...('json' in parameter && parameter.json !== undefined
      ? { content: { 'application/json': { schema: componentRef(parameter.json) } } }
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

function bodyOf({ body }: Route): object {
  if (body === undefined) return {};
  const content =
    typeof body === 'object' && 'stream' in body
      ? Object.fromEntries([body.stream].flat().map((type) => [type, streamOf(type, body.jsonSchema)]))
      : { 'application/json': { schema: componentRef(typeof body === 'string' ? body : body.json) } };
  return { requestBody: { required: true, content } };
}

const streamOf = (type: string, jsonSchema: object | undefined): object =>
  type === 'application/json' && jsonSchema !== undefined ? { schema: jsonSchema } : {};
